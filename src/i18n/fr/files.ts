import {
  countedFr,
  dayIn,
  durationFr,
  figuresFr,
  workingDaysFr,
  frenchDate,
  moneyIn,
} from '../format.ts';
import type { Messages } from '../types.ts';

const figure = figuresFr.number;

const dayOf = dayIn('fr-FR');

export const file: Messages['file'] = {
  noProperty: 'Sans bien',
  untitled: 'Bien sans titre',
  noApplicants: 'Aucun candidat',
  unreadableApplicants: 'Candidats illisibles',
  unnamed: 'Sans nom',
  idEnd: (end) => `dossier …${end}`,
  more: countedFr('et # autre', 'et # autres'),
  withMore: (listed, count) => `${listed} ${file.more(count)}`,
  guarantor: (name) => `${name} (garant)`,
  inRole(name, isGuarantor) {
    if (isGuarantor === null) return `${name} (rôle illisible)`;
    return isGuarantor ? file.guarantor(name) : name;
  },
  rolesUnreadable: (count) => `${count} ${count < 2 ? 'personne' : 'personnes'} (rôle illisible)`,
  applicants: (count) => `${count} ${count < 2 ? 'candidat' : 'candidats'}`,
  guarantors: (count) => `${count} ${count < 2 ? 'garant' : 'garants'}`,
  guarantorsAtLeast: (count) =>
    count === 0 ? 'garants illisibles' : `au moins ${file.guarantors(count)}`,
  organisations: countedFr('# organisme', '# organismes'),
  organisationsAtLeast: (count) =>
    count === 0 ? 'organismes illisibles' : `au moins ${file.organisations(count)}`,
  score: (score) => `note ${score}`,
  complete: (percent) => `complet à ${percent}`,
  created: (age) => `créé il y a ${age}`,
  workingDays: workingDaysFr,
  waiting: (days) => `créé il y a ${figure(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'}`,
  // What was created so lately has been as it is for no longer, and “créé” would take a line more.
  waitingLess: 'depuis moins d’un jour ouvré',
  today: 'créé aujourd’hui',
  archived: 'archivé',
  archivedAlone: 'Archivé',
  status: {
    NEW: 'Nouveau',
    OPEN: 'Ouvert',
    PROCESSING: 'En traitement',
    COLLECTED: 'Pièces reçues',
    ANALYZED: 'Analysé',
    CLOSED: 'Clos',
    null: 'Statut non indiqué',
  },
  readiness: { ready: 'Prêt', review: 'À l’étude', waiting: 'En attente de pièces' },
  decision: {
    PENDING: 'En attente',
    READY: 'Prêt à décider',
    ACCEPTED: 'Accepté',
    REJECTED: 'Refusé',
    null: 'Décision non indiquée',
  },
};

const cardPeople: Messages['card']['people'] = {
  title: 'Candidats',
  columns: {
    who: 'Candidat',
    status: 'Statut',
    score: 'Note',
    complete: 'Complétude',
    form: 'Formulaire envoyé',
    profile: 'Profil',
    guarantors: 'Garants',
  },
  none: 'Le dossier n’indique aucun candidat.',
  noneReadable: 'Les candidats envoyés par le service sont illisibles.',
  more: countedFr('et # autre personne', 'et # autres personnes'),
  standing: (people, statuses) => `${people} : ${statuses}`,
  age: (years) => `${years} ${years < 2 ? 'an' : 'ans'}`,
  formSent: (day) => `formulaire envoyé le ${day}`,
  persons: (count, statuses) =>
    `${count === 1 ? '1 personne' : `${count} personnes`}${statuses === '' ? '' : ` (${statuses})`}`,
  unreadable: countedFr('# illisible', '# illisibles'),
  onlyIds: (count) => `${count} avec un identifiant seul`,
  unknown: (count) => `${count} de statut inconnu`,
  organisation: (type) => (type === '' ? '1 organisme' : `1 organisme (${type})`),
  // The words of a status are singular.
  counted: (count, status) => `${count}\u00a0×\u00a0${status}`,
  status: {
    NEW: 'Nouveau',
    OPEN: 'Ouvert',
    COLLECT_STARTED: 'Collecte en cours',
    COLLECT_COMPLETE: 'Collecte terminée',
    COLLECTED: 'Pièces reçues',
    ANALYZED: 'Analysé',
    CLOSED: 'Clos',
    null: 'statut non indiqué',
  },
};

const cardMissing: Messages['card']['missing'] = {
  title: 'Manque',
  applicants: (incomplete, all) =>
    all === 1
      ? 'le seul candidat est incomplet'
      : `${incomplete} ${incomplete === 1 ? 'candidat' : 'candidats'} sur ${all} ${incomplete === 1 ? 'incomplet' : 'incomplets'}`,
  guarantors: (incomplete, all) =>
    all === 1
      ? 'le seul garant est incomplet'
      : `${incomplete} ${incomplete === 1 ? 'garant' : 'garants'} sur ${all} ${incomplete === 1 ? 'incomplet' : 'incomplets'}`,
  named: (sentence, names) => `${sentence} : ${names}`,
  complete: 'Complet ✓',
  completeness: 'Complétude',
  unknown: countedFr('inconnue pour # personne', 'inconnue pour # personnes'),
  alsoUnknown: (count) =>
    `complétude inconnue pour ${count === 1 ? '1 personne' : `${count} personnes`}`,
};

const cardProperty: Messages['card']['property'] = {
  title: 'Bien',
  none: 'Le dossier n’indique aucun bien.',
  notReadable: 'Le bien envoyé par le service est illisible.',
  undetailed: (id) => `Le dossier indique le bien ${id}, sans détails du service.`,
  category: {
    house: 'Maison',
    apartment: 'Appartement',
    land: 'Terrain',
    commercial: 'Local commercial',
    other: 'Autre bien',
    prestige: 'Bien de prestige',
  },
  mandate: { management: 'en gestion', sales: 'à vendre' },
  furnished: 'meublé',
  unfurnished: 'non meublé',
  exclusive: 'mandat exclusif',
  shared: 'mandat simple',
  rent: 'Loyer',
  charges: (rent, charges, total) => `${rent} + ${charges} de charges = ${total} par mois`,
  monthly: (amount) => `${amount} par mois`,
  chargesAlone: 'Charges',
  price: 'Prix',
  deposit: 'Dépôt de garantie',
  fees: 'Honoraires',
  fee: 'Commission',
  feeOf: (amount, type) => `${amount} (${type})`,
  feeType: { direct: 'directe', reverse: 'inverse' },
  availability: 'Disponible',
  availableNow: 'oui',
  availableFrom: (day) => `à partir du ${day}`,
  unavailable: 'non',
  unavailableUntil: (day) => `pas encore, à partir du ${day}`,
  unavailableFrom: (day) => `non (date indiquée : ${day})`,
  archived: 'Archivé le',
  insurance: 'Garantie loyers impayés',
  insured: 'Bien sous assurance',
  requests: 'Demandes reçues',
  description: 'Description',
  photo: 'Photo',
};

const cardFile: Messages['card']['file'] = {
  title: 'Dossier',
  situation: 'Situation',
  situations: {
    SINGLE: 'Seul',
    COUPLE: 'Couple',
    ROOMATES: 'Colocation',
    SOLID_ROOMATES: 'Colocation solidaire',
  },
  tags: 'Étiquettes',
  managers: 'Géré par',
  managersOfAll: 'Gestionnaires de tous les dossiers',
  managersCounted: countedFr('# personne', '# personnes'),
  created: 'Créé le',
  updated: 'Modifié le',
  archived: 'Archivé le',
  preApplication: 'Pré-candidature',
  preApplicationOpen: 'oui, pas encore validée',
  preApplicationValidated: (day) => `validée le ${day}`,
  insured: 'Sous assurance',
  engagement: 'Accès des candidats',
  engagementOn: 'ouvert : ils peuvent consulter leurs données, et l’envoi d’e-mails est permis',
  engagementOff: 'fermé',
  unreadable: 'Illisible',
};

export const card: Messages['card'] = {
  joined: (sentences) => sentences.join(' ; '),
  title: 'Dossier de location',
  opening: 'Ouverture du dossier…',
  fact: (label, value) => `${label} : ${value}`,
  yes: 'oui',
  no: 'non',
  money: moneyIn('fr-FR'),
  day: (epochMs, zone) => frenchDate(dayOf(epochMs, zone)),
  fromSnapshot: ({ happened, remedy }, reference) =>
    `${happened} ${remedy} (Référence ${reference}) Voici le dossier tel qu’il a été lu en dernier, sans les détails.`,
  people: cardPeople,
  missing: cardMissing,
  property: cardProperty,
  file: cardFile,
  reveal: 'Voir les coordonnées',
  revealSpoken: 'E-mails et téléphones, pour vous uniquement',
  open: 'Ouvrir dans la console',
  openSpoken: 'Ouvrir le dossier dans la console, hors de Slack',
  details: 'Ouvrir pour moi',
  detailsSpoken: 'Tous les détails, visibles de vous uniquement',
  share: 'Partager',
  shareSpoken: 'Partager ce dossier avec le canal',
  refresh: 'Actualiser',
  refreshSpoken: 'Relire ce dossier',
  foundBy: (asked) => `Trouvé par « ${asked} »`,
  wrong: 'Pas ce dossier',
  wrongSpoken: 'Pas ce dossier : en chercher un autre',
  gone: {
    happened: 'Le service n’a plus ce dossier.',
    remedy:
      'Il a peut-être été supprimé, ou le lien ou l’identifiant est inexact. Cherchez-le autrement.',
  },
};

export const details: Messages['details'] = {
  title: 'Tous les détails',
  open: 'Détails',
  openSpoken: 'Montrer tous les champs de ce dossier, à vous uniquement',
  decision: 'Décision',
  status: 'Statut',
  id: 'Identifiant',
  productId: 'Identifiant du bien',
  titleOf: 'Titre',
  reference: 'Référence',
  category: 'Catégorie',
  rent: 'Loyer mensuel',
  charges: 'Charges mensuelles',
  feeType: 'Type de commission',
  available: 'Disponible',
  availability: 'Date de disponibilité',
  furnished: 'Meublé',
  exclusive: 'Mandat exclusif',
  mandate: 'Mandat',
  spontaneousDisabled: 'Candidatures spontanées désactivées',
  validated: 'Pré-candidature validée le',
  tenant: 'Compte du service',
  photoSize: 'Taille de la photo',
  bytes: (count) => `${count} octets`,
  photoPath: 'Chemin de la photo',
  photoFavorite: 'Photo favorite',
  photoId: 'Identifiant de la photo',
  guarantorOf: (name, applicant) => `${name}, garant de ${applicant}`,
  age: 'Âge',
  organisation: 'Organisme garant',
  nothing: 'Rien d’autre n’est indiqué.',
  noType: 'type non précisé',
  unreadableType: 'type illisible',
  organisationFile: 'Document de l’organisme',
  organisationCreated: 'Organisme créé le',
  organisationUpdated: 'Organisme modifié le',
  meta: (key) => (key === '' ? 'Méta' : `Méta ${key}`),
  notPrivate: {
    happened: 'Les détails ne sont pas affichés là où d’autres lisent.',
    remedy: 'Ouvrez le dossier pour vous uniquement, puis choisissez « Détails ».',
  },
};

export const contact: Messages['contact'] = {
  title: 'Coordonnées',
  heading: (property) => `Coordonnées : ${property}`,
  seen: 'Visibles de vous uniquement. Le journal d’accès note que vous les avez vues.',
  none: 'Le dossier ne contient ni adresse e-mail ni numéro de téléphone.',
  email: 'E-mail',
  phone: 'Téléphone',
  born: 'Naissance',
  noneOf: 'ni adresse e-mail ni téléphone',
  guarantor: 'garant',
  guarantorOf: (name) => `garant de ${name}`,
  back: '‹ Retour au dossier',
  backSpoken: 'Revenir au dossier de location',
  notLogged: {
    happened: 'Les adresses e-mail et les téléphones ne sont pas montrés.',
    remedy:
      'Le journal d’accès ne peut être écrit pour l’instant, et personne ne les voit sans trace. Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
  },
  notPrivate: {
    happened: 'Les adresses e-mail et les téléphones ne sont pas montrés là où d’autres lisent.',
    remedy: 'Ouvrez le dossier pour vous uniquement et appuyez-y sur le bouton.',
  },
};

export const find: Messages['find'] = {
  title: 'Trouver un dossier',
  label: 'Bien, référence ou candidat',
  placeholder: 'Commencez à taper…',
  tips: 'Tapez quelques lettres du titre ou de la référence du bien, ou du nom d’un candidat.',
  ofProperty: countedFr('# dossier pour ce bien', '# dossiers pour ce bien'),
  unrecognised:
    'Je n’ai reconnu dans le message ni référence, ni identifiant, ni lien d’un dossier.',
  unsearched: 'La recherche de dossiers n’a pas été possible',
  unsearchedHint: 'Choisissez cette ligne pour en savoir plus.',
  wasUnsearched: 'Pendant votre saisie, la recherche n’a pas été possible. Tapez à nouveau.',
  find: 'Chercher…',
  findSpoken: 'Chercher un dossier en tapant',
};

export const choice: Messages['choice'] = {
  title: (asked, total) => `${figure(total)} dossiers correspondent à « ${asked} »`,
  more: countedFr(
    'et # autre : ajoutez un mot pour préciser.',
    'et # autres : ajoutez un mot pour préciser.',
  ),
  nothingDone: 'Rien n’est encore fait : ouvrez le bon dossier, ou ajoutez un mot.',
  listAll: 'Tout voir',
  listAllSpoken: 'Lister tous les dossiers qui y répondent',
  none: (asked) => `Aucun dossier ne correspond à « ${asked} ».`,
  tips: 'Essayez la référence du bien, un mot de son titre ou le nom d’un candidat ; ou cherchez en tapant.',
};

export const timeline: Messages['timeline'] = {
  title: 'Historique',
  moment: (day, time) => `${day} à ${time}`,
  between: (from, to) => `Entre le ${from} et le ${to}`,
  readySince: (moment) => `Prêt à décider, constaté le ${moment}`,
  decidedAt: (moment) => `Décidé, constaté le ${moment}`,
  readyAfter: (days) => `prêt après ${durationFr(days)}`,
  decidedIn: (days) => `décidé en ${durationFr(days)}`,
  appeared: 'Nouveau dans la liste des dossiers',
  gone: 'Absent de la liste des dossiers',
  back: 'De retour dans la liste des dossiers',
  unarchived: 'Désarchivé',
  other: 'Autre changement',
  changed: (what, from, to) => `${what} : ${from} → ${to}`,
  none: 'néant',
  known: (moment) =>
    `Suivi depuis le ${moment} ; ce qui s’est passé avant, Rental Desk ne l’a pas vu.`,
  unchanged: (known) => `Aucun changement depuis. ${known}`,
  nothingYet:
    'Rien n’est encore enregistré pour ce dossier ; cela commence une fois tous les dossiers lus.',
  away: 'L’historique ne peut pas être affiché, car la base de données ne répond pas. Réessayez dans une minute.',
};

export const entity: Messages['entity'] = {
  status: 'Statut',
  waiting: 'En attente',
  note: 'Note',
  notice: 'Pas à jour',
  taken: 'Pris en charge',
  snoozed: 'Reporté',
  updated: 'Actualisé',
  late: {
    happened: 'Rental Desk n’a pas pu lire ce dossier dans le délai accordé par Slack.',
    remedy: 'Actualisez ce volet dans un instant, ou tapez /rental voir et sa référence.',
  },
};
