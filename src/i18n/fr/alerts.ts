import { countedFr, filesFr, figuresFr, joined } from '../format.ts';
import type { Messages } from '../types.ts';

const figure = figuresFr.number;

export const alerts: Messages['alerts'] = {
  happened: {
    enters: (name, count) => `${name} : ${filesFr(count)} ${count < 2 ? 'entré' : 'entrés'}`,
    leaves: (name, count) => `${name} : ${filesFr(count)} ${count < 2 ? 'sorti' : 'sortis'}`,
    changes: (name, count) => `${name} : ${filesFr(count)} ${count < 2 ? 'modifié' : 'modifiés'}`,
  },
  gone: countedFr('# dossier n’est plus dans la liste.', '# dossiers ne sont plus dans la liste.'),
  unread: countedFr(
    '# dossier manque à la dernière lecture, qui est incomplète.',
    '# dossiers manquent à la dernière lecture, qui est incomplète.',
  ),
  showAll: {
    enters: {
      label: 'Voir tout ce qui correspond',
      spoken: 'Visible de vous uniquement',
    },
    leaves: {
      label: 'Voir ceux qui restent',
      spoken: 'Visible de vous uniquement',
    },
    changes: {
      label: 'Voir tout ce qui correspond',
      spoken: 'Visible de vous uniquement',
    },
  },

  heading: 'Alertes',
  title: countedFr('# alerte', '# alertes'),
  unchanged:
    'Rien n’a été modifié. Le menu d’une alerte permet de la modifier, de la suspendre et de la supprimer ; une commande aussi, par exemple /rental alerte modifier "Prêts" décision:prêt.',
  none: (isInChannel) =>
    isInChannel ? 'Il n’y a pas encore d’alerte ici.' : 'Vous n’avez pas encore d’alerte.',
  how: (isInChannel) =>
    isInChannel
      ? '/rental alerte ajouter décision:prêt publie ici chaque dossier qui devient prêt. En savoir plus : /rental aide alerte.'
      : 'Dans un canal, /rental alerte ajouter décision:prêt y publie chaque dossier qui devient prêt. En savoir plus : /rental aide alerte.',
  saved: (name) => `L’alerte « ${name} » est en place.`,
  changed: (name) => `L’alerte « ${name} » est enregistrée.`,
  paused: (name) => `L’alerte « ${name} » est en pause.`,
  resumed: (name) => `L’alerte « ${name} » reprend.`,
  removed: (name) => `L’alerte « ${name} » est supprimée.`,
  taken: (name) => `L’alerte « ${name} » est désormais à vous.`,

  when: {
    enters: (name) => `Quand un dossier entre dans « ${name} »`,
    leaves: (name) => `Quand un dossier sort de « ${name} »`,
    changes: (name, aspects) =>
      aspects === 'any'
        ? `Quand un dossier de « ${name} » change`
        : `Quand ${joined(aspects, 'ou')} d’un dossier de « ${name} » change`,
  },
  aspects: {
    status: 'le statut',
    decision: 'la décision',
    score: 'la note',
    completion: 'la complétude',
    applicants: 'un candidat',
    archived: 'l’archivage',
  },
  toMe: 'à vous uniquement',
  atOnce: 'aussitôt',
  atMostEvery: (period) => `au plus toutes les ${period}`,
  minutes: countedFr('minutes', '# minutes'),
  hours: countedFr('heures', '# heures'),
  quiet: (from, until) => `sauf entre ${from} et ${until}`,
  first: {
    enters: (fit) =>
      fit === 0
        ? 'Seront annoncés : les dossiers qui correspondent à partir de maintenant ; aucun ne correspond aujourd’hui.'
        : `Seront annoncés : les dossiers qui correspondent à partir de maintenant ; ${figure(fit)} ${fit < 2 ? 'correspond déjà et n’est pas annoncé' : 'correspondent déjà et ne sont pas annoncés'}.`,
    leaves: (fit) =>
      fit === 0
        ? 'Seront annoncés : les dossiers qui sortent à partir de maintenant ; aucun ne correspond aujourd’hui.'
        : `Seront annoncés : les dossiers qui sortent à partir de maintenant ; ${figure(fit)} ${fit < 2 ? 'correspond' : 'correspondent'} aujourd’hui.`,
    changes: (fit) =>
      fit === 0
        ? 'Sera annoncé : ce qui change à partir de maintenant ; aucun dossier ne correspond aujourd’hui.'
        : `Sera annoncé : ce qui change à partir de maintenant ; ${filesFr(fit)} ${fit < 2 ? 'correspond' : 'correspondent'} aujourd’hui.`,
  },
  notStarted:
    'Elle n’a pas encore démarré : elle le fera à la prochaine lecture complète, sans annoncer ce qui précède. /rental état dit s’il manque un dossier.',
  alike: (name, id) => ({
    happened: `Il y a déjà une alerte « ${name} » (ID ${id}), pour les mêmes dossiers.`,
    remedy: 'Gardez celle-là, ou donnez un nom à la nouvelle :',
  }),
  resumedCatchesUp:
    'Ce qui s’est passé pendant la pause est annoncé dans la prochaine publication.',

  test: 'Tester',
  testSpoken: (name) => `Ce que l’alerte ${name} aurait annoncé en 7 jours`,
  testTitle: (name, count) =>
    count === 0
      ? `« ${name} » n’aurait rien annoncé ces 7 derniers jours.`
      : `« ${name} » aurait annoncé ${filesFr(count)} ces 7 derniers jours.`,
  testFrom: (moment) => `Rental Desk suit les dossiers depuis le ${moment}.`,
  testUnknown: 'Rien n’est encore enregistré ; cela commence une fois tous les dossiers lus.',
  testPart: 'Seuls les événements les plus récents ont été pris en compte.',
  testOf:
    'D’après les changements enregistrés de statut, décision, note, complétude et archivage ; le reste est pris tel qu’il est aujourd’hui.',
  nothingSent: 'Rien n’a encore été annoncé.',
  history: 'Historique',
  historySpoken: (name) => `Les envois de l’alerte ${name}`,
  edit: 'Modifier',
  editSpoken: (name) => `Modifier l’alerte ${name}`,
  pause: 'Mettre en pause',
  pauseSpoken: (name) => `Mettre en pause l’alerte ${name}`,
  resume: 'Reprendre',
  resumeSpoken: (name) => `Reprendre l’alerte ${name}`,
  take: 'Reprendre à mon nom',
  takeSpoken: (name) => `Devenir propriétaire de l’alerte ${name}`,
  remove: 'Supprimer…',
  removeSpoken: (name) => `Supprimer l’alerte ${name}`,
  removeTitle: 'Supprimer l’alerte',
  removeText: (name) =>
    `Supprimer « ${name} » ? Elle ne sera plus publiée ; ses publications restent.`,
  add: 'Nouvelle alerte',
  addSpoken: 'Mettre en place une nouvelle alerte',
  all: '‹ Toutes les alertes',
  allSpoken: 'Revenir à la liste des alertes',
  addTitle: 'Nouvelle alerte',
  editTitle: 'Modifier l’alerte',
  formIntro:
    'Une alerte publie, une fois chacun, les dossiers qui entrent dans une requête, en sortent ou changent. La requête est ce que demande le premier champ.',
  labels: {
    when: 'Quand',
    aspects: 'Ce qui change',
    to: 'Canal',
    every: 'À quelle fréquence',
    quiet: 'Heures de silence',
    days: 'Jours',
    name: 'Nom',
  },
  choices: {
    enters: 'Un dossier entre dans la requête',
    leaves: 'Un dossier sort de la requête',
    changes: 'Un dossier de la requête change',
    says: {
      enters: 'Il ne correspondait pas, il correspond maintenant',
      leaves: 'Il correspondait, il ne correspond plus',
      changes: 'Sur un point coché ci-dessous',
    },
    me: 'Sans canal : à vous uniquement',
    atOnce: 'Aussitôt',
  },
  queryHint: 'Par exemple décision:prêt bien:nantes. Pas de noms de candidats.',
  aspectsHint: 'Seulement pour « Un dossier de la requête change », qui en demande au moins un.',
  quietHint: 'Par exemple 20:00-08:00 : rien n’est publié entre les deux. Vide : aucune.',
  tickAspects: 'Cochez au moins un changement.',
  quietTyped: 'Écrivez par exemple 20:00-08:00, ou laissez ce champ vide.',

  ownerFailed: (name, moment, why) =>
    `Votre alerte « ${name} » du ${moment} n’a pas pu être envoyée : ${why}.`,
  ownerUnknown: (name, moment) =>
    `Slack n’a pas dit si votre alerte « ${name} » du ${moment} est publiée.`,
  ownerUnknownRemedy:
    'Elle n’est pas renvoyée, pour ne pas la publier deux fois. Vérifiez si ses dossiers y sont.',
  channelFailed: (name, moment, why) =>
    `L’alerte « ${name} » du ${moment} n’a pas pu être envoyée : ${why}.`,
  channelUnknown: (name, moment) =>
    `Slack n’a pas dit si l’alerte « ${name} » du ${moment} est publiée.`,

  unknown: (name, nearest) => ({
    happened: `Il n’y a pas d’alerte « ${name} » ici.`,
    remedy: `${nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `}Tapez /rental alerte liste pour voir celles qui existent.`,
  }),
  wasRemoved: {
    happened: 'Cette alerte a été supprimée.',
    remedy: 'Tapez /rental alerte liste pour voir celles qui existent.',
  },
  offered: (isOfChanges) => ({
    happened: 'Rien n’est créé pour l’instant.',
    remedy: `La commande annonce ${isOfChanges ? 'les changements des dossiers de la requête' : 'chaque dossier qui entre dans la requête'}. Vérifiez avec le bouton, ou copiez-la et adaptez-la :`,
  }),
  setUp: 'Créer…',
  setUpSpoken: 'Créer cette alerte',
  watchInstead: {
    happened:
      'Rien n’a été créé : une alerte porte sur des biens et des états, pas sur des personnes.',
    remedy: 'Suivez plutôt le dossier : ses changements vous parviennent en message direct.',
  },
  unknownVerb: (word, nearest) => ({
    happened: `« ${word} » n’est pas une commande des alertes.`,
    remedy: `${nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `}Commandes : ajouter, liste, modifier, tester, pause, reprendre, supprimer, prendre, historique.`,
  }),
  watchListOnly: {
    happened:
      'Cette alerte porte sur les changements des dossiers que vous suivez, pour vous uniquement.',
    remedy:
      'Modifiez sa fréquence, ses heures de silence ou ses jours ; ou créez une autre alerte.',
  },
  noTriage: {
    happened:
      'Une alerte ne peut pas demander qui s’occupe d’un dossier, le suit ou le reporte : elle annonce ce que le service change.',
    remedy:
      'Retirez pris:, suivis: et reporté:. « /rental liste pris:personne » liste ces dossiers.',
  },
  notForAlerts: (option, valid) => ({
    happened: `Une alerte n’a pas d’option « ${option}: ».`,
    remedy: `Options : ${valid.join(', ')}.`,
  }),
  needsAspects: {
    happened: 'Dites ce qui doit changer.',
    remedy: 'Par exemple quand:change:note,complétude.',
  },
  absent: {
    happened: 'Les alertes ne peuvent pas être mises en place ici.',
    remedy: 'Demandez à votre administrateur si la base de données est là.',
  },
  noChannel: {
    happened: 'Il faut un canal à une alerte.',
    remedy: 'Tapez /rental alerte dans le canal concerné, ou nommez-en un : à:#location, ou à:moi.',
  },
  notDirect: {
    happened:
      'Rental Desk est limité ici à certains canaux : il n’envoie pas d’alertes en message direct.',
    remedy: 'Nommez l’un de ces canaux, par exemple à:#location.',
  },
  notYours: {
    happened: 'Seuls le propriétaire d’une alerte et les administrateurs peuvent la modifier.',
    remedy: 'Demandez à son propriétaire ou à un administrateur de Rental Desk.',
  },
  notMember: {
    happened: 'Vous n’êtes pas dans ce canal : ses alertes ne vous sont pas montrées.',
    remedy: 'Rejoignez d’abord le canal.',
  },
  tooMany: (most) => ({
    happened: `Il y a déjà ${figure(most)} alertes à cet endroit, le maximum pour un canal ou une personne.`,
    remedy: 'Supprimez-en une d’abord : /rental alerte liste les montre.',
  }),
  meanwhile: {
    happened: 'Cette alerte a été modifiée entre-temps.',
    remedy: 'Rouvrez-la et regardez avant de la modifier.',
  },
  tooLong: {
    happened: 'Ce que cette alerte demande est trop long.',
    remedy: 'Raccourcissez sa requête.',
  },
  pausedForGood:
    'Rien n’a été modifié : une alerte ne se met pas en pause pour une durée. Choisissez « Mettre en pause » dans son menu, puis « Reprendre » le moment venu.',
  needsQuery: {
    happened: 'Il faut une requête à une alerte.',
    remedy: 'Par exemple /rental alerte ajouter décision:prêt bien:nantes',
  },
};

export const notifications: Messages['notifications'] = {
  happened:
    'Rien n’a été modifié. Les notifications sont les récaps, les alertes et les dossiers que vous suivez.',
  remedy:
    'Récaps et alertes se mettent en pause, se modifient ou se suppriment par leur menu ; le suivi d’un dossier s’arrête sur sa fiche.',
  reminder: {
    happened: 'Rien n’a été programmé : je n’envoie pas de rappels.',
    remedy:
      'Ouvrez un dossier et choisissez « Reporter… » dans son menu : les récaps le laissent de côté jusqu’au jour choisi. Une liste peut venir chaque jour ou chaque semaine, dans un récap.',
  },
  other: {
    happened:
      'Rien n’a été envoyé : j’écris à un collègue seulement quand vous lui confiez un dossier.',
    remedy:
      'Tapez /rental confier LY-0342 à Sophie : le formulaire dit si votre collègue reçoit un message. Pour ce qui doit encore arriver, créez une alerte dans un canal où il se trouve.',
  },
  digests: { label: 'Récaps', spoken: 'Lister les récaps d’ici' },
  alerts: { label: 'Alertes', spoken: 'Lister les alertes d’ici' },
  watched: { label: 'Dossiers suivis', spoken: 'Lister les dossiers que vous suivez' },
};

export const triage: Messages['triage'] = {
  watchesOn: (typed) => ({
    happened: `Rien n’a été fait : un suivi n’a pas de fin à fixer, comme « ${typed} ».`,
    remedy:
      'Il prend fin de lui-même quand le dossier est décidé, archivé ou disparu, et par « Ne plus suivre ».',
  }),
  takenBy: 'Pris en charge par',
  takenByYou: 'Pris en charge par vous',
  taken: 'Pris en charge',
  since: (day) => `depuis le ${day}`,
  row: {
    takenBy: 'pris en charge par',
    takenByYou: 'pris en charge par vous',
    taken: 'pris en charge',
    snoozed: 'reporté',
  },
  snoozedUntil: (day) => `Reporté au ${day}`,
  snoozedUntilChange: 'Reporté jusqu’à ce qu’il change',
  snoozedBy: 'par',
  actions: {
    take: { label: 'Prendre', spoken: 'Prendre ce dossier en charge' },
    takeOver: { label: 'Prendre le relais', spoken: 'Prendre le relais de qui s’en occupe' },
    giveBack: { label: 'Rendre', spoken: 'Rendre ce dossier, pour qu’un autre puisse le prendre' },
    hand: { label: 'Confier à…', spoken: 'Confier ce dossier à un collègue' },
    watch: { label: 'Suivre', spoken: 'Ajouter ce dossier à vos dossiers suivis' },
    unwatch: { label: 'Ne plus suivre', spoken: 'Retirer ce dossier de vos dossiers suivis' },
    snooze: {
      label: 'Reporter…',
      spoken: 'Reporter ce dossier à un jour, ou jusqu’à ce qu’il change',
    },
    unsnooze: { label: 'Annuler le report', spoken: 'Annuler le report de ce dossier' },
  },
  notes: {
    faster: 'Quelqu’un d’autre a déjà ce dossier.',
    givenBack: 'Dossier rendu. Tout le monde peut le prendre.',
    notYours: 'Vous n’avez pas pris ce dossier.',
    handed: 'Dossier confié. Un message direct en prévient cette personne.',
    handedBefore: 'Cette personne a déjà ce dossier : aucun message n’est parti cette fois.',
    handedNoAccess:
      'Dossier confié. Cette personne n’a pas accès à Rental Desk et ne reçoit aucun message : prévenez-la vous-même.',
    handedNoDirects:
      'Dossier confié. Rental Desk n’envoie pas de message direct ici : prévenez cette personne vous-même.',
    handedNotNotified:
      'Dossier confié, mais cette personne n’a pas pu être prévenue : faites-le vous-même.',
    handedUnclear:
      'Dossier confié. Slack n’a pas dit si cette personne a été prévenue : prévenez-la vous-même.',
    closed: 'Ce dossier est décidé ou archivé : il n’y a plus rien à faire.',
    watching:
      'Ajouté à vos dossiers suivis. Ses changements arrivent par message direct ; /rental alerte liste dit quand.',
    watchingPaused:
      'Ajouté à vos dossiers suivis. Ses changements ne sont pas annoncés pour l’instant, car leur alerte est en pause : reprenez-la dans /rental alerte liste.',
    watchingSilently:
      'Ajouté à vos dossiers suivis. Ses changements ne peuvent pas être annoncés par message direct ici ; pour le voir : /rental suivre.',
    unwatched: 'Retiré de vos dossiers suivis.',
    unsnoozed: 'Report annulé.',
  },
  watchList: 'Dossiers suivis',
  none: {
    taken: {
      happened: 'Vous n’avez pris aucun dossier.',
      remedy:
        'Ouvrez un dossier et choisissez « Prendre » dans son menu, ou tapez /rental prendre et sa référence.',
    },
    watched: {
      happened: 'Vous ne suivez aucun dossier.',
      remedy:
        'Ouvrez un dossier et choisissez « Suivre » dans son menu, ou tapez /rental suivre et sa référence.',
    },
    snoozed: {
      happened: 'Aucun dossier n’est reporté.',
      remedy:
        'Ouvrez un dossier et choisissez « Reporter… » dans son menu, ou tapez /rental reporter et sa référence.',
    },
  },
  freedFiles: countedFr(
    '# de nouveau libre, pris auparavant par une personne qui est partie',
    '# de nouveau libres, pris auparavant par des personnes qui sont parties',
  ),
  snoozedFiles: (count) =>
    `${figure(count)} ${count < 2 ? 'reporté, non affiché' : 'reportés, non affichés'}`,
  notEscalated: (count) =>
    `${figure(count)} en retard mais ${count < 2 ? 'pris en charge, non escaladé' : 'pris en charge, non escaladés'}`,
  unknown: {
    happened: 'On ne sait pas pour l’instant qui a pris, suit ou a reporté des dossiers.',
    remedy: 'Réessayez dans une minute.',
  },
  lastKnown:
    'La base de données est hors d’atteinte : la liste des dossiers pris, suivis ou reportés est donnée telle que connue en dernier.',
  several: {
    label: 'Prendre…',
    spoken: 'Prendre, suivre ou reporter des dossiers de ce message',
    title: 'Prendre, suivre…',
    text: 'Choisissez des dossiers et quoi en faire.',
    submit: 'Valider',
    files: 'Dossiers',
    what: 'Que faire',
    snooze: 'Reporter',
    until: 'Reporter au',
    result: 'C’est fait',
    unchanged: 'Rien n’a été modifié',
    dayWithout: 'Un jour ne va qu’avec « Reporter » : choisissez-le, ou videz ce champ.',
    noneOpen: {
      happened: 'Aucun de ces dossiers n’est encore ouvert.',
      remedy: 'Ils sont décidés, archivés ou partis : ouvrez de nouveau la liste.',
    },
    done: {
      taken: (count) => `Pris en charge par vous : ${figure(count)}.`,
      faster: (count) => `Déjà pris par quelqu’un d’autre : ${figure(count)}.`,
      givenBack: (count) => `${count < 2 ? 'Rendu' : 'Rendus'} : ${figure(count)}.`,
      notYours: (count) =>
        `Pas ${count < 2 ? 'pris par vous, donc pas rendu' : 'pris par vous, donc pas rendus'} : ${figure(count)}.`,
      watching: (count) =>
        `${count < 2 ? 'Ajouté' : 'Ajoutés'} à vos dossiers suivis : ${figure(count)}. Les changements arrivent par message direct.`,
      watchingPaused: (count) =>
        `${count < 2 ? 'Ajouté' : 'Ajoutés'} à vos dossiers suivis : ${figure(count)}. L’alerte sur leurs changements est en pause : reprenez-la dans /rental alerte liste.`,
      watchingSilently: (count) =>
        `${count < 2 ? 'Ajouté' : 'Ajoutés'} à vos dossiers suivis, sans messages : ${figure(count)}.`,
      unwatched: (count) =>
        `${count < 2 ? 'Retiré' : 'Retirés'} de vos dossiers suivis : ${figure(count)}.`,
      snoozed: (count) =>
        `${count < 2 ? 'Reporté' : 'Reportés'}, pour tout le monde : ${figure(count)}.`,
      unsnoozed: (count) => `Report annulé : ${figure(count)}.`,
      closed: (count) =>
        `Déjà ${count < 2 ? 'décidé ou archivé' : 'décidés ou archivés'} : ${figure(count)}.`,
      gone: (count) => `Plus parmi les dossiers : ${figure(count)}.`,
      unchecked: (count) =>
        `À l’état de la dernière lecture, faute de pouvoir interroger le service : ${figure(count)}.`,
    },
  },
  hand: {
    title: 'Confier à un collègue',
    text: 'Choisissez qui prend ce dossier.',
    notified: 'Cette personne reçoit un message direct avec le nom et la référence du bien.',
    notNotified:
      'Prévenez cette personne vous-même : Rental Desk n’envoie pas de message direct ici.',
    submit: 'Confier',
    label: 'Collègue',
    gone: 'Choisissez un membre à part entière de l’espace de travail : les invités, les applications et les personnes parties ne prennent pas de dossier.',
    self: 'C’est vous. Choisissez un collègue.',
    one: 'Choisissez une personne.',
  },
  handed: {
    handedYou: 'vous a confié un dossier de location :',
    open: 'Ouvrir le dossier',
    openSpoken: 'Ouvrir le dossier de location qui vous a été confié',
    next: 'Il a été pris en charge à votre nom. Ouvrez-le pour voir qui s’en occupe maintenant, le rendre ou le confier à quelqu’un d’autre.',
  },
  snooze: {
    title: 'Reporter',
    text: 'Un dossier reporté n’apparaît plus dans les récaps ni les escalades, pour personne.',
    submit: 'Reporter',
    label: 'Au',
    hint: 'Il revient le matin de ce jour. Vide : jusqu’à ce que son statut, sa décision, sa note, sa complétude ou ses candidats changent.',
    notUnderstood: (day) => `« ${day} » n’est pas compris comme un jour. Choisissez-le ici.`,
    passed: (day) => `« ${day} » n’est pas après aujourd’hui.`,
    past: 'Choisissez un jour après aujourd’hui.',
    tooFar: 'Choisissez un jour d’ici un an.',
  },
};
