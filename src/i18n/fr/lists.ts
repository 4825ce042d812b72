import { countedFr, durationFr, figuresFr, filesFr, frenchDate, MONDAY_STYLE } from '../format.ts';
import type { Messages } from '../types.ts';

const figure = figuresFr.number;
const mondayFormat = new Intl.DateTimeFormat('fr-FR', MONDAY_STYLE);

export const refine: Messages['refine'] = {
  title: 'Affiner cette liste',
  text: 'Indiquez ce qui doit changer dans la liste.',
  submit: 'Afficher',
  label: 'Que faut-il changer ?',
  hint: 'Par exemple « seulement Lyon », « et les refusés ? », « trier par note » ou « page 3 ».',
  refused: {
    none: {
      happened: 'Il n’y a pas encore de liste à modifier ici.',
      remedy:
        'Demandez-en une, par exemple « attente », puis tapez « seulement Lyon », « suivant » ou « trier par note ».',
    },
    unreadable: {
      happened: 'Je ne peux pas relire ma dernière réponse ici.',
      remedy: 'Choisissez Affiner… sur la liste, ou posez la question en entier.',
    },
    too_long: {
      happened: 'Ce fil est trop long pour que j’y retrouve la dernière liste.',
      remedy:
        'Choisissez Affiner… sur la liste, posez la question en entier, ou ouvrez un nouveau fil.',
    },
    expired: {
      happened: 'La dernière liste date de plus de 30 jours et ne peut plus être modifiée.',
      remedy: 'Demandez-en une nouvelle.',
    },
    unusable: {
      happened: 'La dernière liste ne peut plus être modifiée.',
      remedy: 'Demandez-en une nouvelle.',
    },
    row: {
      happened: 'La dernière réponse que je peux lire ici n’a pas ce dossier.',
      remedy: 'Appuyez sur Voir à côté d’un dossier, ou tapez sa référence.',
    },
    figure: {
      happened: 'La dernière liste ne porte pas sur un seul chiffre.',
      remedy: 'Dites lequel changer, comme dans « loyer max 800 » ou « note min 60 ».',
    },
    undo: {
      happened: 'Rien ne s’annule par un message.',
      remedy:
        'Redemandez la liste d’avant. Les boutons d’une fiche annulent ce que vous avez fait de son dossier.',
    },
  },
  notUnderstood: (text) =>
    `Je n’ai pas compris « ${text} » comme une modification : la liste reste telle quelle. Essayez « seulement Lyon » ou « trier par note ».`,
};

/** What a query says of files in the plural: not what a person typed, what is left out, and an order. */
const PLURAL =
  /«[^«»]*»|sauf [^,]*|ignoré\s: .*|(?<!\p{L})(accepté|archivé|assuré|créé|décidé|devenu|inchangé|modifié|prêt|refusé|reporté|suivi)s(?! d’abord|\p{L})/gu;

export const list: Messages['list'] = {
  heading: 'Dossiers de location',
  title: (count) => `${filesFr(count)} de location`,
  agreeing: (asked, count) =>
    count < 2 ? asked.replaceAll(PLURAL, (whole, stem?: string) => stem ?? whole) : asked,
  empty: 'Les dossiers apparaîtront ici dès que le service en listera un.',
  noneFound:
    'Aucun dossier ne correspond. Retirez un critère, vérifiez l’orthographe ou voyez tous les dossiers.',
  ignored: (words) => `ignoré : ${words.join(', ')}`,
  unrecorded:
    'Aucun dossier ne dit qui l’a consulté ou décidé : la liste n’en tient pas compte. Les administrateurs voient qui a ouvert quel dossier avec /rental accès.',
  notCompared:
    'Une liste ne compare pas. Un rapport met une semaine ou un mois en regard de celui d’avant : /rental rapport.',
  notSummed:
    'Aucune moyenne ni aucun total de loyers, de dépôts ou de notes n’est calculé ici. Les administrateurs obtiennent les dossiers en tableau avec /rental export.',
  allMustHold:
    '« ou » joint des valeurs d’une même sorte, comme « prêts ou refusés ». Ici, toutes les conditions doivent être remplies.',
  wholeDays:
    'Les requêtes comptent en jours entiers : la liste ne se limite pas à une heure de la journée.',
  scoresGiven: (least, most) => `Les notes que donne le service vont de ${least} à ${most}.`,
  nothingToday: 'Aucun dossier n’y correspond aujourd’hui.',
  people: (names) => `Candidats : ${names}`,
  showAll: 'Les voir',
  showAllSpoken: 'Afficher les dossiers comptés',
  awaiting: countedFr('# dossier attend une décision', '# dossiers attendent une décision'),
  nothingAwaits: 'Rien à décider : tous les dossiers sont décidés, clos ou archivés.',
  noneKnownAwaits: 'Autant qu’on le sache, aucun dossier n’attend de décision.',
  mine: countedFr('# dossier que vous gérez', '# dossiers que vous gérez'),
  ofOneManager: countedFr('# dossier d’un gestionnaire', '# dossiers d’un gestionnaire'),
  nothingMine: (email) =>
    `Aucun dossier ne compte ${email} parmi ses gestionnaires. Vous y figurez sous un autre nom ? Tapez /rental moi comme <gestionnaire>.`,
  nothingManaged: 'Aucun dossier ne compte cette adresse parmi ses gestionnaires.',
  nobody: {
    happened:
      'Slack ne me donne pas votre adresse e-mail : je ne peux pas trouver les dossiers que vous gérez.',
    remedy:
      'Tapez /rental moi comme <gestionnaire> avec votre nom tel que le service le connaît, ou demandez à votre administrateur d’accorder users:read.email.',
  },
  everything: 'Tous les dossiers',
  refine: 'Affiner…',
  refineSpoken: 'Affiner cette liste',
  lastPage: 'C’est la dernière page.',
  page: (page, pages) => `Page ${figure(page)} sur ${figure(pages)}`,
  first: 'Première page',
  firstSpoken: 'Revenir à la première page',
  updated: (time, day) => (day === null ? `Actualisé à ${time}` : `Actualisé le ${day} à ${time}`),
  skipped: countedFr('# dossier illisible manque ici.', '# dossiers illisibles manquent ici.'),
  unknownDecision: (count, values) =>
    `${count === 1 ? '1 dossier porte une décision' : `${figure(count)} dossiers portent une décision`} que Rental Desk ne connaît pas encore (${values}).`,
  unknownStatus: (count, values) =>
    `${count === 1 ? '1 dossier porte un statut' : `${figure(count)} dossiers portent un statut`} que Rental Desk ne connaît pas encore (${values}).`,
  decisionNotGiven: (count) => `Le service n’indique pas la décision de ${filesFr(count)}.`,
  statusNotGiven: (count) => `Le service n’indique pas le statut de ${filesFr(count)}.`,
  unreadableArchives: countedFr(
    'Le service a envoyé une date d’archivage illisible pour # dossier : il ne compte ni comme archivé ni comme non archivé.',
    'Le service a envoyé une date d’archivage illisible pour # dossiers : ils ne comptent ni comme archivés ni comme non archivés.',
  ),
  unreadableParts: (count) =>
    `Pour ${count < 2 ? `${count} autre dossier` : `${figure(count)} autres dossiers`}, impossible de le dire : ce que le service en a envoyé ne permet pas de le savoir.`,
  unseen: (since) =>
    since === null
      ? 'Le service ne dit pas quand un dossier est devenu prêt ou a été décidé : sa dernière modification en tient lieu.'
      : `Rental Desk suit les dossiers depuis le ${since}. Avant, la dernière modification d’un dossier tient lieu de la date à laquelle il est devenu prêt ou a été décidé.`,
  datedLater: (gaps) =>
    `Rental Desk n’a rien enregistré ${gaps} : ce qui est devenu prêt ou a été décidé pendant ce temps est daté du moment où cela a été vu ensuite.`,
  inconsistency: {
    moved:
      'Les dossiers ont bougé pendant la lecture : il peut en manquer un ; la prochaine lecture corrigera.',
    count: 'Le service compte un autre nombre de dossiers qu’il n’en envoie : il peut en manquer.',
    empty:
      'Le service ne liste aucun dossier de location : il n’y en a pas, ou le compte de service de Rental Desk ne peut plus les voir.',
  },
  miscount: (more, skipped) => {
    const count = Math.abs(more);
    return more > 0
      ? `À chaque lecture, le service compte ${filesFr(count)} de plus qu’il n’en envoie : ${count === 1 ? 'il manque' : 'ils manquent'} ici.`
      : `À chaque lecture, le service compte ${filesFr(count)} de moins qu’il n’en envoie${skipped === 0 ? ' : tout ce qu’il envoie est ici' : ''}.`;
  },
  repeated: (count, mayLack) => {
    const repeats =
      count === 1
        ? 'Le service envoie 1 dossier plusieurs fois : il compte ici une fois, tel que reçu en dernier.'
        : `Le service envoie ${figure(count)} dossiers plusieurs fois : chacun compte ici une fois, tel que reçu en dernier.`;
    return mayLack ? `${repeats} Il peut en manquer d’autres.` : repeats;
  },
  movedOn: 'Les dossiers ont été relus depuis : voici la même page de la nouvelle lecture.',
  stale: ({ happened, remedy }, reference) =>
    `${happened} ${remedy} (Référence ${reference}) Voici les dossiers tels que lus la dernière fois.`,
  queryHidden: 'La requête peut nommer des personnes : elle n’est pas montrée ici.',
  view: 'Voir',
  viewSpoken: (title) => `Voir ${title}`,
  previous: '‹ Préc.',
  previousSpoken: 'Page précédente',
  next: 'Suiv. ›',
  nextSpoken: 'Page suivante',
  widerLabel: (asked, count) => `${asked} : ${figure(count)}`,
  refresh: 'Actualiser',
  refreshSpoken: 'Relire les dossiers de location',
  share: 'Partager',
  shareSpoken: 'Partager avec tout le canal',
};

export const overview: Messages['overview'] = {
  heading: 'D’un coup d’œil',
  byDecision: 'Par décision',
  byStatus: 'Par statut',
  other: 'Autre',
  spoken: (title, counts) => `${title} : ${counts.join(', ')}.`,
  longest: 'Attendent depuis le plus longtemps',
  arrived: countedFr(
    '# dossier reçu ces dernières 24 heures',
    '# dossiers reçus ces dernières 24 heures',
  ),
  stale: countedFr(
    '# dossier en attente n’a pas bougé depuis plus de 5 jours ouvrés',
    '# dossiers en attente n’ont pas bougé depuis plus de 5 jours ouvrés',
  ),
  archived: countedFr(
    '# dossier archivé n’est pas compté ici',
    '# dossiers archivés ne sont pas comptés ici',
  ),
  ofAll:
    'Ceci compte tous les dossiers. Pour en voir une partie, tapez /rental attente et ce que vous cherchez.',
  count: (value, count) => `${value} (${count})`,
  listSpoken: (value) => `Voir les dossiers : ${value}`,
  waits: 'À décider',
  waitsSpoken: 'Voir tout ce qui attend une décision',
  all: 'Tous les dossiers',
  allSpoken: 'Voir tous les dossiers, du plus récent au plus ancien',
  find: 'Chercher…',
  findSpoken: 'Chercher un dossier en tapant',
  moreHelp: '/rental aide montre tout ce que vous pouvez taper.',
  help: 'Aide',
  helpSpoken: 'Voir ce que vous pouvez taper',
};

export const home: Messages['home'] = {
  agency: 'L’agence',
  mine: countedFr(
    '# de vos dossiers attend une décision',
    '# de vos dossiers attendent une décision',
  ),
  nothingMine: 'Aucun des dossiers que vous gérez n’attend de décision.',
  noneKnownMine: 'Autant qu’on le sache, aucun des dossiers que vous gérez n’attend de décision.',
  more: (shown, count) => `${figure(shown)} sur ${figure(count)} affichés`,
  listedAbove: 'voir ci-dessus',
  myFiles: 'Mes dossiers',
  myFilesSpoken: 'Voir les dossiers que vous gérez',
  stats: 'Statistiques',
  statsSpoken: 'Voir les chiffres de tous les dossiers',
  settings: 'Réglages d’un canal…',
  settingsSpoken: 'Changer les réglages d’un canal',
  digests: 'Mes récaps',
  allDigests: (count) =>
    count === null ? 'Gérer les récaps' : `Gérer les récaps (${figure(count)})`,
  digestsSpoken: 'Voir vos récaps et les modifier',
  digestsUnread: 'Ils ne peuvent pas être lus pour le moment. Rouvrez cet onglet dans une minute.',
  noDigests:
    'Aucun pour l’instant : faites publier ce qui attend dans un canal, chaque matin ouvré.',
  addDigest: 'Programmer un récap',
  addDigestSpoken: 'Programmer un récap pour un canal',
  alertsAndWatched: 'Alertes et dossiers suivis',
  alerts: (count) => (count === null ? 'Mes alertes' : `Mes alertes (${figure(count)})`),
  watched: (count) => `Dossiers suivis (${figure(count)})`,
};

export const stats: Messages['stats'] = {
  title: (count) => `Statistiques · ${filesFr(count)} de location`,
  funnel: 'Dossiers par statut',
  weekly: 'Décisions par semaine',
  files: 'Dossiers',
  unknown: 'Statut inconnu',
  accepted: 'Acceptés',
  rejected: 'Refusés',
  week: (monday) => frenchDate(mondayFormat.format(Date.parse(monday))),
  weekAxis: 'Semaine du',
  seenOfWeek: { partly: 'en partie', nothing: 'non suivi' },
  weekInWords: (week, accepted, rejected) =>
    `semaine du ${week} : acceptés ${accepted}, refusés ${rejected}`,
  weekDrawn: (week, accepted, rejected) => `${week} : acceptés ${accepted}, refusés ${rejected}`,
  archived: countedFr('# dossier archivé est compté ici.', '# dossiers archivés sont comptés ici.'),
  unfinished: 'La dernière semaine affichée n’est pas terminée.',
  noDecisions: 'Rien n’a été décidé ces huit dernières semaines.',
  undatedDecisions: countedFr(
    '# décision n’a pas de date connue et n’est pas comptée.',
    '# décisions n’ont pas de date connue et ne sont pas comptées.',
  ),
  rate: (approved, decided, percent) =>
    `Acceptations parmi les décisions des huit dernières semaines : ${figure(approved)} sur ${figure(decided)}${percent === null ? '' : ` (${percent})`}.`,
  median: (days) =>
    `La moitié des décisions des huit dernières semaines ont pris ${durationFr(days)}${days < 1 ? '' : ' ou moins'}.`,
  noMedian: 'On ne sait pas combien de temps les décisions ont pris.',
  awaiting: countedFr('# dossier attend une décision.', '# dossiers attendent une décision.'),
  oldest: (property, days) => `Le plus ancien : ${property}, depuis ${durationFr(days)}.`,
  smallPrint:
    'Le service ne dit pas quand un dossier a été décidé : la dernière modification d’un dossier décidé en tient lieu.',
  seen: 'Les décisions sont datées du moment où Rental Desk les a vues.',
  partlySeen: (count) =>
    `Les décisions sont datées du moment où Rental Desk les a vues. ${count < 2 ? '1 n’a pas été vue' : `${figure(count)} n’ont pas été vues`} : la dernière modification du dossier en tient lieu, et les rapports ne ${count < 2 ? 'la' : 'les'} comptent pas.`,
  share: 'Partager',
  shareSpoken: 'Partager ces chiffres avec le canal',
};

export const help: Messages['help'] = {
  title: 'Rental Desk',
  intro: 'Vos dossiers de location dans Slack : biens, candidats et décisions.',
  examples: 'Pour essayer',
  entry: (what, says) => `${what} : ${says}`,
  groups: { look: 'Consulter', keep: 'Suivre', manage: 'Gérer' },
  backlog:
    'À décider : ni décidé, ni clos, ni archivé. Prêt à décider : le service l’indique. À l’étude : pièces reçues ou dossier analysé, sans rien d’incomplet connu. En attente de pièces : les autres. Pas prêt : à l’étude ou en attente de pièces.',
  privacy: 'Les réponses sont visibles de vous uniquement, tant que vous n’en partagez pas.',
  noTopic: (text) => `Il n’y a pas d’aide sur « ${text} ». Voici ce que vous pouvez taper :`,
  more: 'Ce que vous pouvez ajouter',
  seeQueries:
    '/rental aide clés dit ce qu’une requête peut demander ; /rental aide liste explique une commande.',
  tryList: 'Tous les dossiers',
  tryListSpoken: 'Voir tous les dossiers de location',
  closing: {
    happened: 'Demandez quand vous voulez.',
    remedy: 'Par exemple « prêts à Lyon », avec vos mots.',
  },
  all: 'Voir les commandes',
  allSpoken: 'Voir l’aide avec toutes les commandes',
};

export const waiting: Messages['waiting'] = {
  moment: 'Un instant…',
  close: 'Fermer',
  late: (title) =>
    `Slack n’a pas attendu l’ouverture de « ${title} » : appuyez sur le bouton pour l’ouvrir.`,
  askAgain: 'Slack n’en a pas attendu l’ouverture : redemandez-le.',
  byButton: (title) =>
    `Un message ne peut pas ouvrir « ${title} » : appuyez sur le bouton pour l’ouvrir.`,
  byCommand: (title) =>
    `Un message ne peut pas ouvrir « ${title} » : tapez la même chose après /rental dans un canal.`,
  open: 'Ouvrir',
  openSpoken: (title) => `Ouvrir ${title}`,
};

export const reading: Messages['reading'] = {
  begun: 'Lecture des dossiers de location… Ils arrivent dès que tous sont lus.',
  progress: (read, count) =>
    count === null
      ? `Lecture des dossiers de location… ${read}`
      : `Lecture des dossiers de location… ${read} sur ${count}`,
};

export const properties: Messages['properties'] = {
  title: 'Bien',
  heading: 'Biens',
  which: {
    happened: 'Quel bien ?',
    remedy: 'Tapez sa référence ou des mots de son titre, par exemple /rental bien gare.',
  },
  none: {
    happened: 'Aucun dossier ne porte sur un bien qui contient ces mots.',
    remedy: 'Essayez sa référence, ou un seul mot de son titre.',
  },
  found: countedFr('# bien', '# biens'),
  free: (count, day) =>
    count < 2
      ? `${count} bien disponible dès maintenant ou d’ici le ${day}`
      : `${figure(count)} biens disponibles dès maintenant ou d’ici le ${day}`,
  named: (text) => `Avec « ${text} » dans la catégorie, le titre, la référence ou l’adresse.`,
  noneFree: (day) =>
    `Autant qu’on le sache, aucun bien cité par un dossier n’est disponible d’ici le ${day}.`,
  vacancyUnknown: countedFr(
    'Pour # bien, la date de disponibilité n’est pas connue.',
    'Pour # biens, la date de disponibilité n’est pas connue.',
  ),
  known: 'Seuls figurent les biens cités par un dossier.',
  files: filesFr,
  order: 'Dans l’ordre d’arrivée',
  arrived: (day) => `arrivé le ${day}`,
  without: (parts) => `sans ${parts}`,
  rentInFile: (amount) => `loyer dans ce dossier : ${amount}`,
  from: (day) => `Disponible à partir du ${day}`,
  since: (day) => `Disponible depuis le ${day}`,
  now: 'Disponible, sans date indiquée',
  notNow: 'Indisponible',
  unknown: 'Disponibilité inconnue',
  noneReady: 'aucun prêt',
  noFile: 'aucun dossier à décider',
  noFileKnown: 'aucun dossier connu comme étant à décider',
  viewSpoken: (property) => `Voir les dossiers : ${property}`,
  neither: (text) => ({
    happened: `Aucun bien n’a « ${text} » dans sa catégorie, son titre, sa référence ou son adresse.`,
    remedy:
      'Pour dire jusqu’à quand, tapez des jours, semaines ou mois, par exemple /rental vacants sous 14j.',
  }),
  within: {
    happened: 'Rental Desk ne comprend pas jusqu’à quand vous cherchez.',
    remedy:
      'Tapez un nombre de jours, de semaines ou de mois, ou un mois, par exemple /rental vacants sous 14j ou /rental vacants en décembre.',
  },
};

export const welcome: Messages['welcome'] = {
  title: 'Rental Desk est maintenant dans ce canal.',
  intro: 'À taper dans n’importe quel canal :',
  commands: [
    { typed: '/rental attente', does: 'les dossiers à décider' },
    {
      typed: '/rental chercher dupont',
      does: 'trouver un dossier par candidat, bien ou référence',
    },
    { typed: '/rental moi', does: 'les dossiers que vous gérez' },
  ],
  answers: 'Les réponses ne sont visibles que par vous, tant que vous ne les partagez pas.',
  digest: 'Programmer un récap',
  digestSpoken: 'Programmer un récap qui publie dans ce canal les dossiers à décider',
  direct: {
    title: 'Que voulez-vous voir ?',
    intro:
      'Demandez avec vos mots, par exemple « prêts à Lyon depuis une semaine », ou choisissez :',
  },
};
