import {
  countedFr,
  durationFr,
  filesFr,
  figuresFr,
  workingDaysFr,
  frenchDate,
  timesIn,
  DAY_STYLE,
} from '../format.ts';
import type { Messages } from '../types.ts';

const figure = figuresFr.number;

export const digest: Messages['digest'] = {
  nameless: 'Récap',
  title: (name, count) =>
    count < 2 ? `${name} : ${count} dossier` : `${name} : ${figure(count)} dossiers`,
  clear: (name) => `${name} : rien n’attend de décision`,
  nothing: (name) => `${name} : aucun dossier ne correspond`,
  clearButSnoozed: (name) => `${name} : rien n’attend de décision, hors dossiers reportés`,
  nothingButSnoozed: (name) => `${name} : aucun dossier ne correspond, hors dossiers reportés`,
  unsure: (name) => `${name} : rien de trouvé, mais il peut manquer des dossiers`,
  clearSays: 'Tout est en ordre.',
  noneKnown: (name) => `${name} : autant qu’on le sache, aucun dossier n’attend de décision`,
  noneKnownFits: (name) => `${name} : aucun dossier connu ne correspond`,
  alive: 'Ce récap est publié une fois par semaine même quand il ne trouve aucun dossier.',
  due: (moment, zone) => `${moment} (${zone})`,
  readAt: (time, day) => (day === null ? `mis à jour à ${time}` : `mis à jour le ${day} à ${time}`),
  late: (time) => `En retard : ce récap était attendu à ${time}.`,
  catchUp: (moment) =>
    `En retard : ce récap était attendu le ${moment}, quand Rental Desk ne tournait pas, ou ne pouvait pas le publier. Ceux qui ont été manqués avant sont omis.`,
  incomplete:
    'Incomplet : des dossiers ont bougé ou n’ont pas été envoyés pendant la lecture, il peut en manquer.',
  skipped: countedFr('# dossier illisible manque ici.', '# dossiers illisibles manquent ici.'),
  preview: 'Aperçu : visible de vous uniquement.',
  silentPreview:
    'Aperçu : visible de vous uniquement. Il ne serait pas publié, car aucun dossier n’est trouvé.',
  parts: {
    overdue: (count) => `dont ${figure(count)} en retard`,
    ready: (count) => `${figure(count)} ${count < 2 ? 'prêt' : 'prêts'} à décider`,
    review: (count) => `${figure(count)} à l’étude`,
    waiting: (count) => `${figure(count)} en attente de pièces`,
    others: countedFr('# autre', '# autres'),
  },
  overdueBy: (days) =>
    `Objectif de ${figure(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'} dépassé de :`,
  bucket: (from, to, count) =>
    `${to === null ? `plus de ${figure(from - 1)}` : `${figure(from)} à ${figure(to)}`} jours (${figure(count)})`,
  sections: {
    overdue: 'En retard',
    ready: 'Prêts à décider',
    review: 'À l’étude',
    waiting: 'En attente de pièces',
    others: 'Autres',
  },
  section: (title, count) => `${title} (${figure(count)})`,
  sectionThen: (title) => `${title} (à la publication)`,
  notOverdue: (title) => `${title}, sans retard`,
  noManager: 'Sans gestionnaire',
  managerNotShown: 'Gestionnaire non affiché',
  managersUnreadable: 'Gestionnaires illisibles',
  hidden: (count) => `+ ${figure(count)} de plus`,
  hiddenInThread: (count) => `+ ${figure(count)} de plus dans le fil.`,
  cut: countedFr(
    '# dossier de plus figure dans le message.',
    '# dossiers de plus figurent dans le message.',
  ),
  changes: 'Depuis le dernier récap :',
  noChanges: 'aucun changement',
  backlogInWords: (points) => `Dossiers en attente au fil du temps : ${points}`,
  added: (count) => `${figure(count)} ${count < 2 ? 'nouveau' : 'nouveaux'}`,
  becameReady: (count) => `${figure(count)} ${count < 2 ? 'devenu prêt' : 'devenus prêts'}`,
  decided: (count) => `${figure(count)} ${count < 2 ? 'décidé' : 'décidés'}`,
  dropped: (count) => `${figure(count)} ${count < 2 ? 'sorti' : 'sortis'} de la liste`,
  more: countedFr('et # autre', 'et # autres'),
  calls: countedFr(
    'Une personne ou un groupe est mentionné.',
    '# personnes ou groupes sont mentionnés.',
  ),
  backlog: 'Dossiers en attente au fil du temps',
  readySeries: 'Prêts à décider',
  waitingSeries: 'Pas prêts',
  backlogPoint: (day, ready, waiting) =>
    `${day} : ${figure(ready)} ${ready < 2 ? 'prêt' : 'prêts'} à décider, ${figure(waiting)} pas ${waiting < 2 ? 'prêt' : 'prêts'}`,
  rest: (name, from, to) =>
    from === to
      ? `${name} : dossier ${figure(from)}`
      : `${name} : dossiers ${figure(from)} à ${figure(to)}`,
  restUnsure:
    'Lu plus tard que la publication : un dossier peut figurer dans les deux messages, ou dans aucun.',
  showAll: (count) => `Tout voir (${figure(count)})`,
  showAllSpoken: 'Voir tous ces dossiers, pour vous uniquement',
  snooze: 'Mettre en veille…',
  settings: 'Réglages',
  trying: (name, until) =>
    `${name} : lecture des dossiers impossible ; nouvelles tentatives jusqu’à ${until}.`,
  tryingSays:
    'Cela ne veut pas dire que rien n’attend. Le récap viendra dès que les dossiers pourront être lus.',
  missed: (name, moment) => `${name} : le récap du ${moment} est manqué.`,
  missedSays:
    'Les dossiers n’ont pas pu être lus à temps. Cela ne veut pas dire que rien n’attend : demandez avec /rental attente.',
  ...timesIn('fr-FR', frenchDate),

  progress: (name, decided, total) =>
    `${name} : ${figure(decided)} ${decided < 2 ? 'décidé' : 'décidés'} sur ${figure(total)}`,
  stillWait: (count) => {
    if (count === 0) return 'plus aucun en attente';
    return `${figure(count)} encore en attente`;
  },
  accepted: (count) => `${figure(count)} ${count < 2 ? 'accepté' : 'acceptés'}`,
  rejected: (count) => `${figure(count)} ${count < 2 ? 'refusé' : 'refusés'}`,
  addedSince: countedFr(
    '# nouveau depuis, dans le prochain récap',
    '# nouveaux depuis, dans le prochain récap',
  ),
  updatedAt: (time, day) =>
    day === null ? `mis à jour à ${time}` : `mis à jour le ${day} à ${time}`,
  outcome: {
    decided: (decision) => `décidé : ${decision.toLowerCase()}`,
    archived: 'archivé depuis',
    closed: 'clos depuis',
    gone: 'n’est plus dans la liste des dossiers',
  },
  goneSection: 'Plus dans la liste',
};

export const digestEscalation: Messages['digestEscalation'] = {
  title: (name, count, days, target) => {
    const files = filesFr(count);
    return target === null
      ? `${name} : ${files} sans décision après ${workingDaysFr(days)}`
      : `${name} : ${files} en retard de ${workingDaysFr(days)} (objectif : ${workingDaysFr(target)})`;
  },
  once: 'Chaque dossier est escaladé ici une seule fois. Le récap lui-même va dans un autre canal.',
  showAll: 'Voir tous les retards actuels',
  showAllSpoken: 'Visible de vous uniquement',
  refused: (name, why) =>
    `Le récap « ${name} » est parti, mais le canal prévu pour les longs retards n’a pas été prévenu : ${why}.`,
  refusedRemedy:
    'Invitez-y Rental Desk, ou choisissez un autre canal sous « Plus d’options ». Le prochain récap réessaiera.',
  unclear: (name) =>
    `Le récap « ${name} » est parti, mais Slack n’a pas dit si le canal prévu pour les longs retards a été prévenu.`,
  unclearRemedy:
    'Vérifiez dans ce canal : ces dossiers n’y seront pas escaladés de nouveau. Le récap les liste tous.',
};

export const digestHistory: Messages['digestHistory'] = {
  title: (name) => `Historique de « ${name} »`,
  none: 'Rien n’était encore prévu.',
  line: (moment, outcome) => `${moment} : ${outcome}`,
  run: 'à la demande',
  planned: 'en attente de publication',
  posting: 'en cours de publication',
  sent: 'envoi à l’heure',
  sentLate: (late) => `envoi avec ${late} de retard`,
  incomplete: 'incomplet',
  counts: (ready, waiting, overdue) =>
    [
      `${figure(ready)} ${ready < 2 ? 'prêt' : 'prêts'} à décider, ${figure(waiting)} pas ${waiting < 2 ? 'prêt' : 'prêts'}`,
      ...(overdue > 0 ? [`${figure(overdue)} en retard`] : []),
    ].join(', '),
  skipped: (why) => `pas d’envoi : ${why}`,
  missed: (why) => `envoi manqué : ${why}`,
  failed: (why) => `échec : ${why}`,
  unknown:
    'inconnu : Slack n’a pas confirmé la publication ; regardez dans le canal, et donnez à Rental Desk le droit d’en lire l’historique',
  reasons: {
    empty: 'rien à montrer',
    paused: 'en pause à ce moment-là',
    snoozed: 'en veille à ce moment-là',
    quiet: 'les heures de silence avaient commencé ; annonce à la fin',
    removed: 'suppression entre-temps',
    sharing_changed: 'les participants du canal avaient changé entre-temps',
    late: 'Rental Desk ne tournait pas à ce moment-là, ou n’a pas pu publier à temps',
    asked: 'en pause à ce moment-là',
    rental_down: 'le service des dossiers était indisponible',
    rental_resting: 'le service des dossiers était indisponible depuis un moment',
    rental_slow: 'le service des dossiers était trop lent',
    rental_busy: 'le service des dossiers demandait d’attendre',
    rental_account: 'la clé de Rental Desk pour le service des dossiers était inutilisable',
    rental_key_refused: 'le service des dossiers refusait la clé de Rental Desk',
    rental_token_unavailable: 'le service des dossiers ne donnait pas de jeton d’accès',
    rental_unauthorized: 'le service des dossiers n’acceptait pas le jeton d’accès de Rental Desk',
    rental_forbidden: 'le service des dossiers ne laissait pas Rental Desk voir les dossiers',
    rental_not_found: 'le service des dossiers n’avait rien à son adresse',
    rental_refused: 'le service des dossiers n’acceptait pas la requête',
    rental_unreadable: 'le service des dossiers envoyait une réponse illisible',
    rental_incomplete: 'le service des dossiers envoyait une liste peut-être incomplète',
    rental_endless: 'le service des dossiers envoyait une réponse illisible',
    rental_link:
      'le service des dossiers indiquait une adresse à laquelle Rental Desk ne se fie pas',
    query: 'sa requête n’est plus lisible ; modifiez-la',
    schedule:
      'son fuseau, ses jours fériés ou ses options ne sont pas connus ; modifiez-les ou, en cas de refus, recréez le tout',
    no_history: 'impossible de vérifier la publication',
    is_archived: 'le canal est archivé ; choisissez-en un autre',
    channel_not_found: 'le canal a disparu ou est hors d’atteinte ; tapez-y /invite @Rental Desk',
    not_in_channel: 'Rental Desk n’est pas dans le canal ; tapez-y /invite @Rental Desk',
    missing_scope:
      'Rental Desk ne peut pas publier ; demandez à votre administrateur de le réinstaller',
    no_permission: 'Rental Desk ne peut pas y publier ; demandez à qui s’en occupe',
    restricted_action: 'le canal ne laisse pas Rental Desk publier ; demandez à qui s’en occupe',
    restricted_action_read_only_channel:
      'le canal ne laisse pas Rental Desk publier ; demandez à qui s’en occupe',
    msg_too_long: 'message trop long pour Slack ; montrez-y moins de dossiers',
    user_not_found: 'le destinataire n’est plus là',
  },
  reason: (code) => `Slack ou le service dit ${code}`,
  minutes: (count) => `${figure(count)} ${count < 2 ? 'minute' : 'minutes'}`,
  older: 'Avant ›',
  olderSpoken: 'Ce qui était prévu avant',
  ownerFailed: (name, moment, why) =>
    `Votre récap « ${name} » du ${moment} n’a pas pu être envoyé : ${why}.`,
  ownerPaused: 'En pause. Une fois cela corrigé, appuyez sur Reprendre.',
  ownerUnknown: (name, moment) =>
    `Slack n’a pas dit si votre récap « ${name} » du ${moment} est publié.`,
  ownerUnknownRemedy:
    'Il n’est pas renvoyé, pour ne pas le publier deux fois. Vérifiez dans le canal ; s’il n’y est pas, appuyez sur « Publier maintenant ».',
  channelFailed: (name, moment, why) =>
    `Le récap « ${name} » du ${moment} n’a pas pu être envoyé : ${why}.`,
  channelUnknown: (name, moment) =>
    `Slack n’a pas dit si le récap « ${name} » du ${moment} est publié.`,
  ownerOutOfReach:
    'Son propriétaire est parti ou ne peut pas être prévenu : un administrateur peut prendre le relais.',
  toldAsAdmin:
    'Vous recevez ce message comme administrateur de Rental Desk ; le propriétaire, ou le canal, est prévenu aussi.',
};

const span = new Intl.DateTimeFormat('fr-FR', { ...DAY_STYLE, timeZone: 'UTC' });
const rangeOf = (first: number, last: number) =>
  frenchDate(span.formatRange(first, last).replace(/\s?–\s?/u, ' au '));
const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const report: Messages['report'] = {
  heading: 'Rapport',
  title: {
    week: (first, last) => `Semaine du ${rangeOf(first, last)}`,
    month: (first) => capitalised(month.format(first)),
  },
  name: { week: 'Rapport de la semaine', month: 'Rapport du mois' },
  titled: {
    week: (name, first, last) => `${name} : du ${rangeOf(first, last)}`,
    month: (name, first) => `${name} : ${month.format(first)}`,
  },
  against: {
    week: (count) => `semaine d’avant : ${count}`,
    month: (count) => `mois d’avant : ${count}`,
  },
  perEach:
    'Par gestionnaire et par bien, ce rapport compte les dossiers arrivés pendant la période et ceux à décider. Pour tous les dossiers de l’un d’eux : « /rental bien lilas », « /rental liste gestionnaire:anna ».',
  noSuchPeriod: (query) => ({
    happened: 'Un rapport porte sur une semaine ou un mois.',
    remedy: `Nommez-le : « /rental rapport semaine 40 », « /rental rapport octobre ». Pour toute autre période, il y a les statistiques : « /rental stats ${query} ».`,
  }),
  noSuchWeek: {
    happened: 'Il n’y a pas de rapport sur cette semaine.',
    remedy:
      'Un rapport porte sur une semaine ou un mois déjà commencés, 60 en arrière au plus : « /rental rapport semaine 40 », « /rental rapport octobre », « /rental rapport semaine 52 2025 ».',
  },
  unfinished: {
    week: 'Cette semaine n’est pas terminée : celle d’avant est comptée en entier.',
    month: 'Ce mois n’est pas terminé : celui d’avant est compté en entier.',
  },
  notSeen: 'non suivi',
  partly: (figures) => `${figures} (suivi en partie)`,
  gap: (from, to) => (to === null ? `depuis le ${from}` : `du ${from} au ${to}`),
  unrecorded: (gaps) =>
    `Rental Desk n’a rien enregistré ${gaps}. Ce qui a changé pendant ce temps compte au moment où cela a été vu ensuite : il peut en manquer dans les chiffres « suivis en partie », ou s’y trouver ce qui est d’une autre période. Les délais de ces dossiers ne sont pas comptés lorsqu’ils ne sont pas connus au jour près.`,
  arrived: 'Arrivés',
  ready: 'Devenus prêts',
  decided: 'Décidés',
  decisions: (all, accepted, rejected) => `${all} · acceptés ${accepted} · refusés ${rejected}`,
  toReady: 'De l’arrivée à « prêt »',
  toDecision: 'De « prêt » à la décision',
  durations: (median, ninetieth, count) =>
    `médiane : ${durationFr(median)}, 90 % en ${ninetieth < 1 ? durationFr(ninetieth) : `${workingDaysFr(ninetieth)} au plus`} (${filesFr(count)})`,
  noDurations: 'aucun dossier avec les deux dates',
  within: (target) => `Décidés en ${workingDaysFr(target)} au plus après « prêt »`,
  share: (count, of) => `${figure(count)} sur ${figure(of)}`,
  awaiting: 'À décider maintenant',
  awaitingOf: (all, ready) =>
    `${figure(all)}, dont ${figure(ready)} ${ready < 2 ? 'prêt' : 'prêts'}`,
  ages: 'À décider, par ancienneté en jours ouvrés',
  age: (from, to) => (to === null ? `${from} ou plus` : `${from} à ${to}`),
  managers: 'Par gestionnaire',
  properties: 'Par bien',
  unnamedProperties: 'Sans titre ni référence',
  shares: (arrived, decided, awaiting, isPartly) =>
    [
      `arrivés ${arrived}`,
      ...(decided === null ? [] : [`décidés ${decided}${isPartly ? ' (suivi en partie)' : ''}`]),
      `à décider ${awaiting}`,
    ].join(', '),
  more: countedFr('et # autre', 'et # autres'),
  since: (day) =>
    `Rental Desk suit les dossiers depuis le ${day} : avant, il ne sait pas quand ils sont devenus prêts ou ont été décidés.`,
  unseen: countedFr(
    'Non compté ici : # autre dossier décidé, dont Rental Desk n’a pas vu la décision. Sa dernière modification, ou sa première lecture comme décidé, date de cette période ; /rental stats s’y fie.',
    'Non comptés ici : # autres dossiers décidés, dont Rental Desk n’a pas vu la décision. Leur dernière modification, ou leur première lecture comme décidés, date de cette période ; /rental stats s’y fie.',
  ),
  undated: countedFr(
    '# dossier n’a pas de date de création exploitable : il est exclu des arrivées et des anciennetés.',
    '# dossiers n’ont pas de date de création exploitable : ils sont exclus des arrivées et des anciennetés.',
  ),
  storeAway:
    'La base de données de Rental Desk ne répond pas : impossible de savoir quand les dossiers sont devenus prêts ou ont été décidés. Réessayez dans une minute.',
  never:
    'Rental Desk n’a encore vu aucun changement : il ne sait pas quand les dossiers sont devenus prêts ou ont été décidés.',
  print:
    'Les dates sont celles où Rental Desk a vu le changement. Les dossiers que le service ne liste plus ne sont pas comptés.',
  earlier: '‹ Préc.',
  earlierSpoken: 'Période précédente',
  later: 'Suiv. ›',
  laterSpoken: 'Période suivante',
  open: 'Voir le rapport',
  openSpoken: 'Voir ce rapport, avec les périodes d’avant et d’après',
  post: { week: 'Publier chaque semaine…', month: 'Publier chaque mois…' },
  csv: 'CSV par message direct',
  csvSent: 'Le CSV est dans vos messages directs.',
  csvFile: (from) => `rapport-location-${from}.csv`,
  csvText: (title) =>
    `Rapport en CSV : ${title.charAt(0).toLocaleLowerCase('fr')}${title.slice(1)}`,
  columns: {
    of: 'De',
    name: 'Nom',
    from: 'Du',
    to: 'Au',
    arrived: 'Arrivés',
    ready: 'Devenus prêts',
    accepted: 'Acceptés',
    rejected: 'Refusés',
    decided: 'Décidés',
    readyMedian: 'Jours ouvrés jusqu’à « prêt », médiane',
    readyNinetieth: 'Jours ouvrés jusqu’à « prêt », 90e centile',
    decisionMedian: 'Jours ouvrés de « prêt » à la décision, médiane',
    decisionNinetieth: 'Jours ouvrés de « prêt » à la décision, 90e centile',
    awaiting: 'À décider maintenant',
    unrecorded: 'Rien d’enregistré',
  },
  all: 'Tous les dossiers',
  manager: 'Gestionnaire',
  property: 'Bien',
};
