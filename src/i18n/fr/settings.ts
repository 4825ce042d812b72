import { countedFr, figuresFr, filesFr, frenchDate, MOMENT_STYLE } from '../format.ts';
import type { Messages } from '../types.ts';

const figure = figuresFr.number;
const MANNER = { delete: 'supprimées', redact: 'vidées' } as const;
const inDays = countedFr('# jour', '# jours');

const VALUES = {
  language: 'langue:chacun, en ou fr',
  privacy: 'confidentialité:complet, initiales ou référence',
  pageSize: 'page:1 à 10',
  retentionDays: 'garder:30j, de 1 à 730 jours, ou toujours',
  retentionManner: 'puis:supprimer ou vider',
  redactClosed: 'clos:garder ou vider',
} as const;

export const settings: Messages['settings'] = {
  title: 'Réglages du canal',
  submit: 'Enregistrer',
  intro: 'Comment Rental Desk répond dans ce canal.',
  chooseChannel: 'Choisissez le canal dont vous voulez modifier les réglages.',
  channel: 'Canal',
  channelHint:
    'Chaque canal a sa langue, sa confidentialité, sa taille de page et sa durée de conservation.',
  next: 'Suivant',
  directly:
    'Ces réglages sont ceux de cette conversation directe. Un canal a les siens : tapez-y /rental réglages.',
  language: 'Langue',
  languages: {
    own: { label: 'Celle de chacun', says: 'Selon les réglages Slack de chacun' },
    en: { label: 'Anglais', says: 'Pour tout le canal' },
    fr: { label: 'Français', says: 'Pour tout le canal' },
  },
  privacy: 'Noms dans les messages du canal',
  privacyHint: 'Les réponses visibles de vous uniquement affichent toujours les noms complets.',
  privacies: {
    full: { label: 'Noms complets', says: 'Anne Dupont (réservé aux administrateurs)' },
    initials: { label: 'Initiales', says: 'A. D.' },
    reference: { label: 'Aucun nom', says: 'Seulement le bien et le nombre de candidats' },
  },
  pageSize: 'Dossiers par page',
  pageSizes: countedFr('# dossier', '# dossiers'),
  whoMay:
    'Tous les membres du canal qui ont accès à Rental Desk peuvent modifier ces réglages. Seuls les administrateurs peuvent afficher les noms complets ou allonger la durée de conservation.',
  saved: 'Réglages du canal enregistrés.',
  unchanged: 'Aucun changement : ces réglages étaient déjà en place.',
  changed: (what, to, from) => `${what} : ${to} (avant : ${from})`,
  is: (what, value) => `${what} : ${value}`,
  change: 'Modifier',
  changeSpoken: 'Modifier les réglages de ce canal',
  fullForAdmins: {
    happened: 'Seul un administrateur peut afficher les noms complets dans un canal.',
    remedy: 'Choisissez les initiales ou aucun nom, ou demandez à un administrateur.',
  },
  notThere:
    'Seuls les membres d’un canal modifient ses réglages : vous n’êtes pas dans celui-ci, ou Rental Desk ne le voit pas.',
  elsewhere: {
    happened: 'Les réglages concernent un canal, et vous n’êtes pas dans un canal.',
    remedy: 'Tapez /rental réglages dans le canal concerné.',
  },
  exposed: {
    external:
      'Ce canal est partagé avec une autre organisation : quel que soit votre choix, il ne voit que les références des biens et le nombre de dossiers à décider.',
    unknown:
      'Slack ne dit pas si une autre organisation est dans ce canal. En attendant, rien n’y est publié.',
  },
  unknownSetting: (word, setting) => ({
    happened:
      setting === null
        ? `Il n’y a pas de réglage « ${word} ».`
        : `« ${word} » n’est pas une valeur de ce réglage.`,
    remedy:
      setting === null
        ? `Réglages : ${Object.values(VALUES).join(' ; ')}.`
        : `Il peut être ${VALUES[setting]}.`,
    copy: '/rental réglages langue:fr confidentialité:initiales page:8 garder:30j',
  }),
};

export const retention: Messages['retention'] = {
  removedOld: (days) => `Retiré par Rental Desk après ${inDays(days)}.`,
  removedClosed:
    'Retiré par Rental Desk : un dossier affiché ici est décidé, archivé ou sorti de la liste.',
  keep: 'Durée de conservation',
  keepHint:
    'Récaps, réponses partagées et avis. Les aperçus de liens dans les messages d’autres personnes restent.',
  keepFor: (days) => (days === null ? 'Sans limite' : inDays(days)),
  manner: 'Ensuite, les publications sont',
  mannerHint: 'Sans effet tant que la conservation est sans limite.',
  manners: {
    delete: { label: 'Supprimées', says: 'Le message entier disparaît' },
    redact: { label: 'Vidées', says: 'Une courte note remplace le contenu' },
  },
  thenWhat: (keptFor, manner) => `${keptFor}, puis ${MANNER[manner]}`,
  closed: 'Quand un dossier est décidé ou archivé',
  closedChoices: {
    keep: {
      label: 'Les publications restent',
      says: 'Jusqu’à la fin de leur durée de conservation',
    },
    redact: {
      label: 'Celles qui le montrent sont vidées',
      says: 'Les listes avec d’autres dossiers ouverts restent un jour',
    },
  },
  plan: (days, manner) =>
    `Les récaps, réponses partagées et avis de ce canal sont ${manner === 'delete' ? 'supprimés' : 'vidés'} ${inDays(days)} après leur publication.`,
  planClosed:
    'Quand un dossier est décidé, archivé ou sorti de la liste, les publications qui l’affichent sont vidées : aussitôt, ou un jour après leur publication si elles affichent aussi des dossiers ouverts.',
  due: countedFr(
    '# publication est déjà plus ancienne et part dans les prochaines minutes.',
    '# publications sont déjà plus anciennes et partent dans les prochaines minutes.',
  ),
  next: (moment, zone) => `Prochaine : ${moment} (${zone}).`,
  longerForAdmins: {
    happened: 'Seul un administrateur peut allonger la durée de conservation de ce canal.',
    remedy: 'Choisissez moins de jours, ou demandez à un administrateur.',
  },
};

export const savedViews: Messages['savedViews'] = {
  title: countedFr('# vue enregistrée', '# vues enregistrées'),
  heading: 'Vues enregistrées',
  none: 'Aucune vue enregistrée dans ce canal.',
  line: (name, query) => `${name} : ${query}`,
  unreadable: 'la requête n’est plus lisible ; supprimez la vue ou enregistrez-la de nouveau',
  saved: (name) => `Vue « ${name} » enregistrée pour ce canal.`,
  replaced: (name) => `Vue « ${name} » modifiée.`,
  renamed: (name) => `Vue renommée en « ${name} ».`,
  unchanged: (name) => `La vue « ${name} » a déjà cette requête : aucun changement.`,
  removed: (name) => `Vue « ${name} » supprimée.`,
  taken: (name) => `Ce canal a déjà une vue « ${name} ».`,
  meanwhile: (name) =>
    `La requête de « ${name} » a été modifiée entre-temps. La vue n’est pas supprimée.`,
  asks: (query) => `Requête : ${query}`,
  wouldAsk: (query) => `Nouvelle requête : ${query}`,
  how: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon enregistre une vue ; /rental vue Lyon prêts la lance.',
  run: 'Lancer',
  runSpoken: (name) => `Lancer la vue ${name}`,
  remove: 'Supprimer',
  removeSpoken: (name) => `Supprimer la vue ${name}`,
  removeTitle: 'Supprimer cette vue ?',
  removeText: (name) => `« ${name} » sera supprimée pour tout le canal.`,
  yes: 'Supprimer',
  no: 'Annuler',
  replace: 'Remplacer',
  replaceSpoken: 'Remplacer la requête enregistrée par la nouvelle',
  all: 'Toutes les vues',
  allSpoken: 'Voir les vues de ce canal',
  unknown: (name, nearest) => ({
    happened: `Il n’y a pas de vue « ${name} » dans ce canal.`,
    remedy:
      nearest === null
        ? 'Tapez /rental vue pour voir celles qui existent.'
        : `Vouliez-vous dire « ${nearest} » ? Tapez /rental vue pour voir celles qui existent.`,
  }),
  broken: (name) => ({
    happened: `La requête de « ${name} » n’est plus lisible.`,
    remedy: 'Enregistrez-la de nouveau, ou supprimez-la.',
  }),
  freeWord: (word, isOffered) => ({
    happened: `Non enregistrée : « ${word} » est un mot libre. Les vues n’en prennent pas, car il pourrait nommer une personne.`,
    remedy: isOffered
      ? 'Cette commande enregistre les dossiers de cette ville ou de ce bien :'
      : 'Utilisez bien:, gestionnaire:, étiquette: et les autres clés : /rental aide clés les montre toutes.',
  }),
  namesPeople: {
    happened:
      'Non enregistrée : cette requête peut nommer un candidat, et Rental Desk ne conserve aucun nom de candidat.',
    remedy:
      'Utilisez bien:, gestionnaire:, étiquette: et les autres clés plutôt que des mots libres, candidat: ou un numéro de téléphone.',
    copy: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon',
  },
  nameMissing: {
    happened: 'Il manque le nom de la vue.',
    remedy: 'Commencez par le nom, entre guillemets s’il contient des espaces, puis la requête.',
    copy: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon',
  },
  newNameMissing: {
    happened: 'Rien n’a été renommé : il manque le nouveau nom.',
    remedy: 'Par exemple /rental vue renommer "Lyon prêts" en Lyon',
  },
  queryMissing: (name) => ({
    happened: `Il manque la requête de la vue « ${name} ».`,
    remedy: 'Tapez-la après le nom ; mettez entre guillemets un nom avec des espaces.',
    copy: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon',
  }),
  nameIsAddress: {
    happened: 'Non enregistrée : ce nom contient une adresse e-mail ou un numéro de téléphone.',
    remedy: 'Choisissez un nom qui n’identifie personne.',
  },
  nameTooLong: {
    happened: 'Le nom d’une vue compte 60 caractères au plus.',
    remedy: 'Choisissez-en un plus court.',
  },
  tooMany: (most) => ({
    happened: `Ce canal a déjà ${figure(most)} vues, le maximum.`,
    remedy: 'Supprimez-en une d’abord : /rental vue les liste.',
  }),
  elsewhere: {
    happened: 'Les vues concernent un canal, et vous n’êtes pas dans un canal.',
    remedy: 'Tapez /rental vue dans le canal concerné.',
  },
};

export const share: Messages['share'] = {
  title: 'Partager dans ce canal',
  submit: 'Partager',
  level: {
    full: 'Ce canal voit les noms complets',
    initials: 'Ce canal ne voit que les initiales',
    reference: 'Ce canal voit le nombre de personnes, sans leurs noms',
    outside: 'Ce canal ne voit que les références des biens et le nombre de dossiers à décider',
  },
  reason: {
    channel: '(réglage du canal).',
    external: '(partagé avec une autre organisation).',
    unread: '(le réglage du canal n’a pas pu être lu : le plus strict s’applique).',
  },
  preview: 'Ce que le canal verra :',
  done: 'Partagé dans ce canal.',
  by: (person) => `Partagé par ${person}`,
};

export const outside: Messages['outside'] = {
  /** With files whose decision or date of archiving is not known. */
  uncertain: countedFr(
    'On ne sait pas si # autre dossier attend une décision.',
    'On ne sait pas si # autres dossiers attendent une décision.',
  ),
  waiting: (count) =>
    count === 0
      ? 'Aucun dossier n’attend de décision'
      : count < 2
        ? `${count} dossier attend une décision`
        : `${figure(count)} dossiers attendent une décision`,
  part: (count) =>
    count === 0
      ? 'Aucun dossier de ce message n’attend de décision'
      : count < 2
        ? `${count} dossier de ce message attend une décision`
        : `${figure(count)} dossiers de ce message attendent une décision`,
  property: (reference, count) => (count === 1 ? reference : `${reference} · ${filesFr(count)}`),
  noReference: 'Bien sans référence',
  hidden: countedFr('et # autre bien', 'et # autres biens'),
  file: (reference) => `Dossier de location : ${reference}`,
  why: 'Ce canal est partagé avec une autre organisation : il ne voit que les références des biens et le nombre de dossiers à décider.',
  removed: 'Retiré par Rental Desk : ce canal est désormais partagé avec une autre organisation.',
  notReduced: (count) =>
    `Ce canal est désormais partagé avec une autre organisation, et Slack ne me laisse ni modifier ni supprimer ${count < 2 ? 'un message' : `${figure(count)} messages`} avec des dossiers. ${count < 2 ? 'Supprimez-le' : 'Supprimez-les'} vous-même :`,
  refused: {
    unknown: {
      happened:
        'Slack n’a pas dit si ce canal est partagé avec une autre organisation : rien n’a été publié.',
      remedy:
        'Réessayez dans une minute. Dans un canal privé, tapez d’abord /invite @Rental Desk. Dans un message direct entre personnes, Slack ne le dit jamais : partagez plutôt dans un canal.',
    },
    nothing: {
      happened:
        'Ce canal est partagé avec une autre organisation : cette réponse ne peut pas y être publiée.',
      remedy: 'Partagez-la dans un canal de votre organisation.',
    },
    changed: {
      happened: 'Ce canal vient d’être partagé avec une autre organisation : rien n’a été publié.',
      remedy: 'Réessayez : l’aperçu montre ce que le canal peut voir.',
    },
  },
};

export const accessLog: Messages['accessLog'] = {
  title: 'Journal d’accès',
  none: 'Aucune entrée dans le journal d’accès.',
  ofUser: (userId) => `par ${userId}`,
  byUser: 'par\u00a0',
  ofFile: (fileId) => `concernant le dossier ${fileId}`,
  kinds: {
    reveal: 'a vu des coordonnées',
    export: 'a exporté des dossiers',
    access: 'a consulté le journal d’accès',
    share: 'a partagé une réponse',
    show: 'a ouvert un dossier',
    unfurl: 'a publié un lien vers un dossier',
  },
  file: (name) => `dossier ${name}`,
  in: (channelId) => `dans ${channelId}`,
  inChannel: 'dans\u00a0',
  directly: 'en message direct',
  elsewhere: 'hors d’un canal',
  at: (epochMs, timeZone) =>
    frenchDate(new Intl.DateTimeFormat('fr-FR', { ...MOMENT_STYLE, timeZone }).format(epochMs)),
  noNames:
    'Le journal contient des identifiants, jamais de noms de candidats. Sa consultation y est aussi enregistrée.',
  older: 'Plus anciens ›',
  olderSpoken: 'Voir les entrées plus anciennes',
  newest: 'Plus récents',
  newestSpoken: 'Voir les entrées les plus récentes',
  unknownFilter: (word) => ({
    happened: `Le journal d’accès ne se filtre pas par « ${word} ».`,
    remedy:
      'Filtrez par personne:@nom, dossier:identifiant ou les deux ; choisissez la personne parmi les noms que Slack propose pendant la saisie.',
    copy: '/rental accès personne:@hannah',
  }),
};

const exportMessages: Messages['export'] = {
  columns: {
    id: 'Identifiant',
    reference: 'Référence',
    property: 'Bien',
    category: 'Catégorie',
    rent: 'Loyer',
    status: 'Statut',
    decision: 'Décision',
    applicants: 'Candidats',
    score: 'Note',
    completion: 'Complétude %',
    tags: 'Étiquettes',
    created: 'Créé',
    updated: 'Modifié',
    archived: 'Archivé',
    link: 'Lien',
    situation: 'Situation',
    managers: 'Gestionnaires',
    guarantors: 'Garants',
    organisations: 'Organismes garants',
    profiles: 'Profils',
    preApplication: 'Pré-candidature',
    insured: 'Sous assurance',
    engagement: 'Accès des candidats',
    charges: 'Charges',
    deposit: 'Dépôt de garantie',
    price: 'Prix',
    agencyFees: 'Honoraires',
    fee: 'Commission',
    feeType: 'Type de commission',
    mandate: 'Mandat',
    exclusive: 'Mandat exclusif',
    furnished: 'Meublé',
    available: 'Disponible',
    availability: 'Disponible à partir du',
    requests: 'Demandes reçues',
    rentInsurance: 'Garantie loyers impayés',
    photo: 'Photo',
    propertyManagers: 'Gestionnaires du bien',
    description: 'Description',
    preApplicationValidated: 'Pré-candidature validée',
    applicantIds: 'Identifiants des candidats',
    applicantStatuses: 'Statuts des candidats',
    applicantScores: 'Notes des candidats',
    applicantCompletions: 'Complétude des candidats %',
    applicantsCreated: 'Candidats créés',
    applicantsUpdated: 'Candidats modifiés',
    forms: 'Formulaires remis',
    applicantsValidated: 'Candidats validés',
    applicantPreApplication: 'Candidat en pré-candidature',
    emails: 'E-mails renseignés',
    phones: 'Téléphones renseignés',
    birthDates: 'Dates de naissance renseignées',
    organisationTypes: 'Types d’organisme',
    organisationsCreated: 'Organismes créés',
    organisationsUpdated: 'Organismes modifiés',
    document: 'Document de l’organisme renseigné',
    validatedOn: 'Pré-candidature validée le',
    propertyId: 'Identifiant du bien',
    tenants: 'Comptes du service',
    propertyCreated: 'Bien créé',
    propertyUpdated: 'Bien modifié',
    propertyArchived: 'Bien archivé',
    propertyInsured: 'Bien sous assurance',
    spontaneous: 'Candidatures spontanées',
    propertyPreApplication: 'Bien en pré-candidature',
    propertyValidated: 'Bien validé',
    photoId: 'Identifiant de la photo renseigné',
    photoPath: 'Chemin de la photo renseigné',
    favouritePhoto: 'Photo favorite',
    meta: 'Méta renseignée',
    applicantMeta: 'Méta des candidats renseignée',
    organisationMeta: 'Méta des organismes renseignée',
    propertyMeta: 'Méta du bien renseignée',
  },
  delimiter: ';',
  decimalMark: ',',
  fileName: (stamp) => `dossiers-${stamp}.csv`,
  started: (count) =>
    `Export de ${filesFr(count)}. Le CSV arrive en message direct dans un instant.`,
  document: (count) =>
    `Votre export : ${filesFr(count)}. Il contient des noms : gardez-le en lieu sûr.`,
  sent: (count) =>
    `Envoyé en message direct : ${filesFr(count).replace(/ (?=dossier)/u, '\u00a0')}.`,
  cut: (sent, found) =>
    `Seuls les ${figure(sent)} premiers sur ${filesFr(found)} ont été exportés. Précisez la requête pour obtenir les autres.`,
  none: (isOfAll) =>
    isOfAll
      ? 'Il n’y a aucun dossier : rien n’a été exporté.'
      : 'Aucun dossier ne correspond : rien n’a été exporté. Retirez un critère, ou vérifiez l’orthographe.',
  handle:
    'Le fichier contient des noms de candidats : gardez-le en lieu sûr et supprimez-le dès qu’il ne sert plus. Cet export figure au journal d’accès.',
  whichList: {
    happened: 'Rien n’a été exporté : un export ne voit pas la liste dont vous parlez.',
    remedy:
      'Reprenez la dernière ligne de cette liste, avec « export » au lieu de « liste ». Sans requête, tous les dossiers sont exportés :',
    copy: '/rental export décision:à-décider',
  },
  logAway: {
    happened: 'Rien n’a été exporté : le journal d’accès n’est pas accessible en écriture.',
    remedy:
      'Réessayez dans quelques minutes ; si le problème persiste, donnez la référence à votre administrateur.',
  },
};
export { exportMessages as export };
