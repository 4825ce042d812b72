import { countedFr, figuresFr, joined } from '../format.ts';
import type { Messages, TextsByCode } from '../types.ts';

const figure = figuresFr.number;
/** Of keys that stand in one sentence. */
const VALID_MAX = 4;
const toChoose: TextsByCode = {
  run: 'à publier maintenant',
  preview: 'à afficher en aperçu',
  status: 'dont vous voulez l’historique',
  history: 'dont vous voulez l’historique',
  edit: 'à modifier',
  rename: 'à renommer',
  snooze: 'à mettre en veille',
  pause: 'à mettre en pause',
  resume: 'à reprendre',
  remove: 'à supprimer',
  take: 'à prendre en charge',
  test: 'à tester',
};
const suggestion = (nearest: string | null) =>
  nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `;

export const digestForm: Messages['digestForm'] = {
  addTitle: 'Nouveau récap',
  editTitle: 'Modifier le récap',
  submit: 'Enregistrer',
  intro: 'Ce qui attend une décision, publié dans un canal à heures fixes.',
  reportIntro: 'Les chiffres de chaque semaine ou mois, publiés dans un canal à son terme.',
  queryLabel: 'Quels dossiers',
  queryHint:
    'Par exemple décision:prêt bien:lyon, ou vue:"Lyon prêts". Vide : tout ce qui attend une décision. Pas de noms de candidats.',
  days: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  unreadable: (typed, valid, bounds) =>
    `« ${typed} » n’est pas compris. ${bounds === '' ? 'Par' : `Ce champ prend ${bounds}, par`} exemple : ${valid}.`,
  needed: 'Champ obligatoire.',
  notDeleted:
    'La publication précédente n’est pas à supprimer : choisissez-le ci-dessus, ou laissez ce champ vide.',
};

export const digestCommands: Messages['digestCommands'] = {
  heading: 'Récaps',
  title: countedFr('# récap', '# récaps'),
  unchanged:
    'Rien n’a été modifié. Le menu d’un récap permet de le modifier, de le lancer, de le suspendre et de le supprimer ; une commande aussi, par exemple /rental point modifier "Matin" jours:lun-jeu.',
  none: (isInChannel) =>
    isInChannel ? 'Il n’y a pas encore de récap ici.' : 'Vous n’avez pas encore de récap.',
  how: (isInChannel) =>
    isInChannel
      ? '/rental point ajouter 09:00 publie ici ce qui attend une décision, tous les jours ouvrés. En savoir plus : /rental aide point.'
      : 'Dans un canal, /rental point ajouter 09:00 y publie ce qui attend une décision, tous les jours ouvrés. En savoir plus : /rental aide point.',
  offered: {
    happened: 'Rien n’est programmé pour l’instant.',
    remedy: 'Vérifiez avec le bouton, ou copiez la commande et adaptez-la :',
  },
  forOneself:
    'Pour vous seulement, il y a les alertes : /rental alerte ajouter décision:prêt à:moi.',
  setUp: 'Programmer…',
  setUpSpoken: 'Programmer ce récap',
  saved: (name) => `« ${name} » est en place.`,
  changed: (name) => `« ${name} » est enregistré.`,
  paused: (name) => `« ${name} » est en pause.`,
  resumed: (name) => `« ${name} » reprend.`,
  removed: (name) => `« ${name} » est supprimé.`,
  taken: (name) => `« ${name} » est désormais à vous.`,
  snoozed: (name, leftOut) => `« ${name} » saute : ${leftOut.join(' · ')}.`,
  snoozedMany: (name, count) => `« ${name} » saute ses ${figure(count)} prochains envois.`,
  notWhilePaused: (name) => ({
    happened: `« ${name} » est en pause et ne publie rien : il n’y a rien à sauter.`,
    remedy: 'Reprenez-le d’abord : /rental point reprendre.',
  }),
  nothingUntil: (name) => ({
    happened: `« ${name} » ne publie rien d’ici là : il n’y a rien à sauter.`,
    remedy: '',
  }),
  untilWhen: (typed) => ({
    happened: `« ${typed} » n’est pas compris comme le jour jusqu’auquel il reste en veille, dès maintenant.`,
    remedy:
      'Par exemple : /rental point veille jusqu’à lundi, ou pendant 2 semaines. Tapez /rental point veille pour d’autres durées, ou /rental point pause sans fin.',
  }),
  awake: (name) => `« ${name} » n’est plus en veille.`,
  running: (name) => `Publication de « ${name} » en cours.`,
  runningAlready: (name) => `La publication de « ${name} » est déjà en cours.`,
  nameFor: (time) => `Récap de ${time}`,
  numbered: (name, number) => `${name} (${number})`,
  id: (id) => `ID ${id}`,
  when: (days, times) => `${days} à ${times}`,
  holidays: (place, onHoliday) =>
    onHoliday === 'skip'
      ? `Sauf les jours fériés (${place})`
      : `Reporté au jour ouvré suivant les jours fériés (${place})`,
  what: (query) => `Dossiers : ${query}`,
  unreadable: 'la requête n’est plus lisible : modifiez-la',
  unknownZone:
    'Son fuseau horaire ou le lieu de ses jours fériés n’est plus connu : changez fuseau: ou fériés:.',
  ofNewer: {
    happened: 'Cette configuration vient d’une version plus récente de Rental Desk.',
    remedy:
      'Réessayez dans une minute. Si cela ne marche toujours pas, supprimez-la, puis recréez-la.',
  },
  notInReport: (option, isTimes) => ({
    happened: isTimes
      ? 'Un rapport est publié une fois dans la semaine ou le mois.'
      : `Un rapport ne liste pas de dossiers : ${option}: n’y a pas de sens.`,
    remedy: isTimes ? 'Donnez-lui une seule heure.' : `Laissez ${option}: à sa valeur par défaut.`,
  }),
  here: 'dans ce canal',
  inChannel: (channel) => `dans ${channel}`,
  directly: 'par message direct',
  everyDay: 'Tous les jours',
  everyWeekday: (isWithoutHolidays) =>
    isWithoutHolidays ? 'Tous les jours ouvrés' : 'Du lundi au vendredi',
  firstOf: (days, period) =>
    `Le premier ${joined(days, 'ou') || 'jour'} ${period === 'week' ? 'de la semaine' : 'du mois'}`,
  weekday: (isWithoutHolidays) => (isWithoutHolidays ? 'jour ouvré' : 'jour de semaine'),
  every: (days) => `Chaque ${days}`,
  fromTo: (from, to) => `Du ${from} au ${to}`,
  and: (parts) => joined(parts, 'et'),
  next: (moments) => `Prochain : ${moments}`,
  timeOfDay: (time) => `à ${time}`,
  never: 'Rien n’est prévu.',
  isPaused: (why) => (why === null ? 'En pause.' : `En pause : ${why}.`),
  pausedBy: 'Pause demandée par',
  ownerGone: 'Son propriétaire est parti ; un administrateur peut prendre le relais.',
  isSnoozed: (until) => `En veille jusqu’au ${until}`,
  snoozedBy: 'Mis en veille par',
  until: (moment) => `jusqu’au ${moment}`,

  edit: 'Modifier',
  editSpoken: (name) => `Modifier le récap ${name}`,
  more: 'Plus d’options',
  moreSpoken: (name) =>
    name === ''
      ? 'Modifier d’autres options de ce récap'
      : `Modifier d’autres options du récap ${name}`,
  preview: 'Aperçu',
  previewSpoken: (name) => `Aperçu du récap ${name}`,
  run: 'Publier maintenant',
  runSpoken: (name) => `Publier le récap ${name} maintenant`,
  snooze: 'Mettre en veille…',
  snoozeSpoken: (name) => `Mettre en veille le récap ${name}`,
  unsnooze: 'Lever la veille',
  unsnoozeSpoken: (name) => `Lever la veille du récap ${name}`,
  pause: 'Mettre en pause',
  pauseSpoken: (name) => `Mettre en pause le récap ${name}`,
  resume: 'Reprendre',
  resumeSpoken: (name) => `Reprendre le récap ${name}`,
  remove: 'Supprimer…',
  removeSpoken: (name) => `Supprimer le récap ${name}`,
  take: 'Reprendre à mon nom',
  takeSpoken: (name) => `Devenir propriétaire du récap ${name}`,
  details: 'Détails',
  detailsSpoken: (name) => `Tous les réglages du récap ${name}`,
  status: 'Historique',
  statusSpoken: (name) => `Les envois du récap ${name}`,
  add: 'Nouveau récap',
  addSpoken: 'Mettre en place un nouveau récap',
  addAnother: 'En ajouter un autre…',
  all: '‹ Tous les récaps',
  allSpoken: 'Revenir à la liste des récaps',
  snoozeTitle: 'Mettre en veille',
  snoozeSubmit: 'Mettre en veille',
  snoozeConcerns: (name) => `« ${name} » ne sera publié pour personne`,
  snoozeLabel: 'Pour combien de temps',
  snoozeNext: (moments) => (moments.length < 2 ? 'Le prochain envoi' : 'Le reste de la journée'),
  snoozeDays: (days) =>
    ({ 7: '1 semaine', 14: '2 semaines' })[days] ??
    `${figure(days)} ${days < 2 ? 'jour' : 'jours'}`,
  back: (moment) => `Reprise le ${moment}`,
  removeTitle: 'Supprimer le récap',
  removeText: (name) =>
    `Supprimer « ${name} » ? Il ne sera plus publié ; ses publications restent.`,
  yes: 'Supprimer',

  absent: {
    happened: 'Les récaps ne peuvent pas être mis en place ici.',
    remedy: 'Demandez à votre administrateur si la base de données est là.',
  },
  nameIsAddress: {
    happened:
      'Ce nom contient une adresse e-mail ou un numéro de téléphone et n’est donc pas enregistré.',
    remedy: 'Choisissez-en un qui n’identifie personne : la base garde les noms choisis.',
  },
  noChannel: {
    happened: 'Il faut un canal à un récap.',
    remedy: 'Tapez /rental point dans le canal concerné, ou nommez-en un : canal:#location.',
  },
  unknown: (name, nearest) => ({
    happened: `Il n’y a pas de récap « ${name} » ici.`,
    remedy:
      nearest === null
        ? 'Tapez /rental point liste pour voir ceux qui existent.'
        : `Vouliez-vous dire « ${nearest} » ? Tapez /rental point liste pour voir ceux qui existent.`,
  }),
  wasRemoved: {
    happened: 'Ce récap a été supprimé.',
    remedy: 'Tapez /rental point liste pour voir ceux qui existent.',
  },
  which: (kind, isChange, verb) => {
    const [all, one] = kind === 'alert' ? ['alertes', 'celle'] : ['récaps', 'celui'];
    return {
      happened: `${isChange ? 'Rien n’a été modifié : il' : 'Il'} y a plusieurs ${all} ici.`,
      remedy: `Choisissez ${one} ${toChoose[verb] ?? 'que vous voulez'}, ou ajoutez son nom ou son identifiant à la commande.`,
    };
  },
  moreChoices: (count, list) =>
    `${figure(count)} ${count < 2 ? 'autre n’a' : 'autres n’ont'} pas de bouton ici : ajoutez le nom à la commande. ${list} donne la liste complète.`,
  whichOrNew: {
    happened: 'Rien n’a été modifié : ces options sont peut-être pour un récap qui existe ici.',
    remedy: 'Choisissez celui à modifier, ou mettez-en un nouveau en place.',
  },
  alike: (name, id) => ({
    happened: `Il y a déjà « ${name} » (ID ${id}), pour les mêmes dossiers aux mêmes heures.`,
    remedy: 'Ouvrez celui-là, ou mettez-en un autre en place.',
  }),
  unknownVerb: (word, nearest) => ({
    happened: `« ${word} » n’est pas une commande des récaps.`,
    remedy: `${nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `}Commandes : ajouter, liste, modifier, lancer, aperçu, veille, pause, reprendre, supprimer, prendre, état.`,
  }),
  notYours: {
    happened: 'Seuls le propriétaire d’un récap et les administrateurs peuvent le modifier.',
    remedy: 'Demandez à son propriétaire ou à un administrateur de Rental Desk.',
  },
  notMember: {
    happened: 'Vous n’êtes pas dans ce canal : ses récaps ne vous sont pas montrés.',
    remedy: 'Rejoignez d’abord le canal.',
  },
  notAllowed: {
    happened: 'Rental Desk ne répond pas dans ce canal : il n’y publie rien.',
    remedy: 'Nommez l’un des canaux choisis par votre administrateur.',
  },
  notInvited: {
    happened: 'Rental Desk n’est pas dans ce canal et ne pourrait pas y publier.',
    remedy: 'Tapez-y /invite @Rental Desk, puis réessayez.',
  },
  archived: {
    happened: 'Ce canal est archivé : personne ne peut y publier.',
    remedy: 'Choisissez-en un autre.',
  },
  unknownChannel: {
    happened: 'Slack ne dit pas si Rental Desk peut publier dans ce canal.',
    remedy: 'Tapez-y /invite @Rental Desk, puis réessayez.',
  },
  nameTaken: (name) => ({
    happened: `Il y a déjà un récap ou une alerte « ${name} » dans ce canal.`,
    remedy: 'Choisissez un autre nom, ou modifiez celui-là.',
  }),
  tooMany: (most) => ({
    happened: `Il y a déjà ${figure(most)} récaps à cet endroit, le maximum pour un canal ou une personne.`,
    remedy: 'Supprimez-en un d’abord : /rental point liste les montre.',
  }),
  meanwhile: {
    happened: 'Ce récap a été modifié entre-temps.',
    remedy: 'Rouvrez-le et regardez avant de le modifier.',
  },
  unknownView: (name) => ({
    happened: `Il n’y a pas de vue « ${name} » dans ce canal.`,
    remedy: 'Tapez-y /rental vue pour voir celles qui existent.',
  }),
  neverDue: {
    happened: 'Avec ces jours et ces jours fériés, le récap ne viendrait jamais.',
    remedy: 'Choisissez d’autres jours.',
  },
  tooLong: {
    happened: 'Ce que ce récap demande est trop long.',
    remedy: 'Raccourcissez sa requête.',
  },
  broken: (name, isTheirs) => ({
    happened: `La requête, le fuseau horaire ou le lieu des jours fériés de « ${name} » n’est plus lisible.`,
    remedy: isTheirs
      ? 'Définissez-les de nouveau.'
      : 'Son propriétaire ou un administrateur doit le modifier.',
  }),
};

export const digestErrors: Messages['digestErrors'] = {
  unknown_key: ({ word, valid, nearest }) => ({
    happened: `Je ne connais pas « ${word}: ».`,
    remedy: `${suggestion(nearest)}Par exemple ${valid.slice(0, VALID_MAX).join(', ')}. Toutes : /rental aide point et /rental aide clés.`,
  }),
  unknown_value: ({ word, option, valid, bounds, nearest }) => ({
    happened: `Je ne comprends pas « ${word} ».`,
    remedy: `${suggestion(nearest)}« ${option}: » prend ${bounds && `${bounds}, `}par exemple ${valid.join(', ')}.`,
  }),
  no_time: ({ word }) => ({
    happened: `« ${word} » n’est pas une heure.`,
    remedy: 'Écrivez-la comme 09:00, 8h30, 9h ou « huit heures et demie ».',
  }),
  missing_value: ({ word, option, valid }) => ({
    happened: `Il manque quelque chose à « ${word} ».`,
    remedy: `Écrivez-le sans espace, par exemple ${option}:${valid[0] ?? ''}.`,
  }),
  repeated: ({ word, option }) => ({
    happened: `« ${option}: » est là deux fois ; la seconde est « ${word} ».`,
    remedy: 'Dites-le une fois.',
  }),
  too_many_values: ({ option, valid }) => ({
    happened: `« ${option}: » a plus de ${valid[0] ?? 'quelques'} valeurs.`,
    remedy: 'Retirez-en.',
  }),
  names_people: ({ word }) => ({
    happened: `« ${word} » peut nommer un candidat, et Rental Desk ne conserve aucun nom de candidat.`,
    remedy:
      'Utilisez bien:, gestionnaire:, étiquette: et les autres clés ; les mots libres ne peuvent pas être enregistrés.',
  }),
  free_word: ({ word, nearest }) => ({
    happened: `« ${word} » est un mot libre. Les récaps et les alertes n’en prennent pas, car il pourrait nommer une personne.`,
    remedy:
      suggestion(nearest).trim() ||
      'Utilisez bien:, gestionnaire:, étiquette: et les autres clés : /rental aide clés les montre toutes.',
  }),
  view_and_query: ({ word }) => ({
    happened: `Une vue a sa propre requête, et « ${word} » en serait une autre.`,
    remedy: 'Retirez la vue ou la requête.',
  }),
  wrong_exclusion: ({ word }) => ({
    happened: `« ${word} » n’exclut aucun jour.`,
    remedy: 'Seuls des jours peuvent être exclus, par exemple « chaque jour sauf dimanche à 9h ».',
  }),
  no_day_left: ({ word }) => ({
    happened: `Avec « ${word} », il ne reste aucun jour.`,
    remedy: 'Laissez-en au moins un, par exemple « chaque jour sauf dimanche à 9h ».',
  }),
  rhythm: ({ word }) => ({
    happened: `Un récap revient chaque semaine aux mêmes jours, que « ${word} » ne nomme pas.`,
    remedy: 'Nommez-les, par exemple « chaque lundi à 9h ».',
  }),
  monthly: ({ word }) => ({
    happened: `Un récap revient des jours de la semaine : « ${word} » n’est pas possible.`,
    remedy:
      'Une fois par mois, il n’y a que le rapport : rapport:mensuel. Sinon, par exemple, « chaque lundi à 9h ».',
  }),
  limit: ({ word }) => ({
    happened: `Un récap n’a ni premier ni dernier jour : « ${word} » n’est pas possible.`,
    remedy:
      'Il revient jusqu’à ce que vous le suspendiez ou le supprimiez. S’il s’agit des dossiers, dites ce qui leur est arrivé, par exemple « créés jusqu’à décembre ».',
  }),
  once: ({ word }) => ({
    happened: `Un récap revient chaque semaine : « ${word} » n’est pas possible.`,
    remedy: 'Donnez des jours de chaque semaine, par exemple « chaque lundi à 9h ».',
  }),
};
