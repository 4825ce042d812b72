import { figuresFr, MOMENT_STYLE } from '../format.ts';
import type { Messages } from '../messages.ts';

const figure = figuresFr.number;
const MANNER = { delete: 'supprimées', redact: 'vidées' } as const;
const inDays = (days: number) => (days === 1 ? '1 jour' : `${days} jours`);

const dossiers = (count: number) => (count < 2 ? `${count} dossier` : `${figure(count)} dossiers`);

export const settings: Messages['settings'] = {
  title: 'Réglages du canal',
  submit: 'Enregistrer',
  intro: 'Comment Rental Desk répond dans ce canal.',
  chooseChannel: 'Choisissez le canal dont vous voulez changer les réglages.',
  channel: 'Canal',
  channelHint:
    'Chaque canal a sa langue, sa confidentialité, sa taille de page et sa durée de publication.',
  next: 'Suivant',
  language: 'Langue',
  languages: {
    own: { label: 'Celle de chacun', says: 'Selon le Slack de chaque lecteur' },
    en: { label: 'Anglais', says: 'Pour tout le canal' },
    fr: { label: 'Français', says: 'Pour tout le canal' },
  },
  privacy: 'Les personnes, dans les messages à tout le canal',
  privacyHint:
    'Les réponses qu’une seule personne voit montrent les noms entiers, quel que soit ce choix.',
  privacies: {
    full: { label: 'Noms entiers', says: 'Anne Dupont ; réservé aux administrateurs' },
    initials: { label: 'Initiales', says: 'A. D.' },
    reference: { label: 'Aucune personne', says: 'Seulement le bien et le nombre de candidats' },
  },
  pageSize: 'Dossiers par page',
  pageSizes: (count) => (count < 2 ? `${count} dossier` : `${count} dossiers`),
  whoMay:
    'Toute personne de ce canal à qui Rental Desk répond peut changer ces réglages ; les noms entiers et des publications qui restent plus longtemps sont réservés aux administrateurs.',
  saved: 'Les réglages de ce canal sont enregistrés.',
  unchanged: 'Rien n’a changé : les réglages de ce canal étaient déjà ceux-là.',
  changed: (what, to, from) => `${what} : ${to} (avant : ${from})`,
  is: (what, value) => `${what} : ${value}`,
  change: 'Changer',
  changeSpoken: 'Changer les réglages de ce canal',
  fullForAdmins: {
    happened: 'Seul un administrateur peut faire montrer les noms entiers à tout le canal.',
    remedy: 'Choisissez les initiales ou aucune personne, ou voyez un administrateur.',
  },
  notThere:
    'Vous n’êtes pas dans ce canal, ou Rental Desk ne le voit pas : seuls ses membres choisissent ses réglages.',
  elsewhere: {
    happened: 'Les réglages sont ceux d’un canal, et ceci n’en est pas un.',
    remedy: 'Tapez /rental réglages dans le canal concerné.',
  },
  exposed: {
    external:
      'Des personnes d’une autre organisation sont dans ce canal : quel que soit le choix, les messages qui y paraissent ne montrent que les références des biens et le nombre de dossiers en attente.',
    unknown: 'Slack ne dit pas qui d’autre est dans ce canal : en attendant, rien n’y est publié.',
  },
  unknownSetting: (word) => ({
    happened: `« ${word} » n’est pas un réglage que je connais.`,
    remedy:
      'Il y a langue:chacun, en ou fr, confidentialité:complet, initiales ou référence, page:1 à 10, garder: avec des jours ou toujours, puis:supprimer ou vider, et clos:garder ou vider.',
    copy: '/rental réglages langue:fr confidentialité:initiales page:8 garder:30j',
  }),
};

export const retention: Messages['retention'] = {
  removedOld: (days) => `Retiré par Rental Desk après ${inDays(days)}.`,
  removedClosed: 'Retiré par Rental Desk : un dossier montré ici est clos.',
  keep: 'Combien de temps restent les publications de Rental Desk',
  keepHint:
    'Points, réponses partagées et avis. Les aperçus sous les liens des autres ne sont pas à nous.',
  keepFor: (days) => (days === null ? 'Pour toujours' : inDays(days)),
  manner: 'Ce qu’elles deviennent ensuite',
  manners: {
    delete: { label: 'Supprimées', says: 'Le message entier disparaît' },
    redact: { label: 'Vidées', says: 'Une phrase prend la place du message' },
  },
  thenWhat: (keptFor, manner) => `${keptFor}, puis ${MANNER[manner]}`,
  closed: 'Quand un dossier est clos',
  closedChoices: {
    keep: { label: 'Les publications restent', says: 'Jusqu’au bout de leurs jours, s’il y en a' },
    redact: {
      label: 'Celles qui le montrent sont vidées',
      says: 'Les listes de plusieurs dossiers restent un jour',
    },
  },
  plan: (days, manner) =>
    `Les points, réponses partagées et avis de ce canal sont ${manner === 'delete' ? 'supprimés' : 'vidés'} ${inDays(days)} après leur publication.`,
  planClosed:
    'Dès qu’un dossier est décidé, archivé ou sorti de la liste, les publications qui le montrent sont vidées : aussitôt, ou un jour après leur publication si elles montrent aussi d’autres dossiers ouverts.',
  due: (count) =>
    count === 1
      ? 'L’une d’elles a déjà cet âge et part dans les prochaines minutes.'
      : `${count} d’entre elles ont déjà cet âge et partent dans les prochaines minutes.`,
  next: (moment, zone) => `La prochaine part le ${moment} (${zone}).`,
  longerForAdmins: {
    happened:
      'Seul un administrateur peut laisser les publications plus longtemps que ce canal ne l’a choisi.',
    remedy: 'Choisissez moins de jours, ou voyez un administrateur.',
  },
};

export const savedViews: Messages['savedViews'] = {
  title: (count) => (count < 2 ? `${count} vue enregistrée` : `${count} vues enregistrées`),
  heading: 'Vues enregistrées',
  none: 'Aucune vue n’est enregistrée dans ce canal.',
  page: (page, pages) => `Page ${page} sur ${pages}`,
  line: (name, query) => `${name} : ${query}`,
  unreadable: 'sa requête n’est plus lisible ; supprimez-la ou enregistrez-la de nouveau',
  saved: (name) => `La vue « ${name} » est enregistrée pour ce canal.`,
  replaced: (name) => `La vue « ${name} » demande maintenant autre chose.`,
  removed: (name) => `La vue « ${name} » est supprimée.`,
  taken: (name) => `Il y a déjà une vue « ${name} » dans ce canal.`,
  asks: (query) => `Elle demande : ${query}`,
  wouldAsk: (query) => `Elle demanderait : ${query}`,
  how: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon enregistre une vue ; /rental vue Lyon prêts la lance.',
  run: 'Lancer',
  runSpoken: (name) => `Lancer la vue ${name}`,
  remove: 'Supprimer',
  removeSpoken: (name) => `Supprimer la vue ${name}`,
  removeTitle: 'Supprimer cette vue ?',
  removeText: (name) => `« ${name} » disparaîtra pour tout le canal.`,
  yes: 'Supprimer',
  no: 'Garder',
  replace: 'Remplacer',
  replaceSpoken: 'Mettre la nouvelle requête à sa place',
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
  namesPeople: {
    happened:
      'Cette requête peut nommer une personne et n’est donc pas enregistrée : la base ne garde aucun nom.',
    remedy:
      'Dites-le avec bien:, étiquette: et les autres clés plutôt qu’avec des mots libres, candidat:, une adresse e-mail ou un numéro de téléphone.',
    copy: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon',
  },
  nameMissing: {
    happened: 'Il faut un nom à une vue.',
    remedy: 'Le nom vient d’abord, entre guillemets s’il a des espaces ; puis la requête.',
    copy: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon',
  },
  queryMissing: (name) => ({
    happened: `Il faut une requête à la vue « ${name} ».`,
    remedy: 'Mettez-la après le nom ; un nom avec des espaces va entre guillemets.',
    copy: '/rental vue enregistrer "Lyon prêts" décision:prêt bien:lyon',
  }),
  nameIsAddress: {
    happened:
      'Ce nom contient une adresse e-mail ou un numéro de téléphone et n’est donc pas enregistré.',
    remedy: 'Choisissez-en un qui n’identifie personne : la base garde les noms choisis.',
  },
  nameTooLong: {
    happened: 'Le nom d’une vue a 60 caractères au plus.',
    remedy: 'Trouvez-en un plus court.',
  },
  elsewhere: {
    happened: 'Les vues sont celles d’un canal, et ceci n’en est pas un.',
    remedy: 'Tapez /rental vue dans le canal concerné.',
  },
};

export const share: Messages['share'] = {
  title: 'Partager dans ce canal',
  submit: 'Partager',
  level: {
    full: 'Tout le canal verra les noms complets des personnes.',
    initials: 'Tout le canal ne verra que les initiales des personnes.',
    reference: 'Tout le canal verra combien de personnes il y a, et aucun nom.',
    outside:
      'Tout le canal verra les références des biens et le nombre de dossiers en attente, et rien d’autre.',
  },
  reason: {
    channel: 'Ce canal est réglé ainsi.',
    external: 'C’est ainsi parce que le canal est partagé avec une autre organisation.',
  },
  preview: 'Ce que le canal verra :',
  done: 'C’est partagé : le canal le voit maintenant.',
};

export const outside: Messages['outside'] = {
  /** With files whose decision or date of archiving is not known. */
  uncertain: (count) =>
    count === 1
      ? 'On ne sait pas si 1 autre dossier attend une décision.'
      : `On ne sait pas si ${figure(count)} autres dossiers attendent une décision.`,
  waiting: (count) =>
    count === 0
      ? 'Aucun dossier n’attend de décision'
      : count === 1
        ? '1 dossier attend une décision'
        : `${figure(count)} dossiers attendent une décision`,
  part: (count) =>
    count === 0
      ? 'Aucun dossier de ce message n’attend de décision'
      : count === 1
        ? '1 dossier de ce message attend une décision'
        : `${figure(count)} dossiers de ce message attendent une décision`,
  property: (reference, count) =>
    count === 1 ? reference : `${reference} · ${figure(count)} dossiers`,
  noReference: 'Bien sans référence',
  hidden: (count) => (count === 1 ? 'et 1 autre bien' : `et ${figure(count)} autres biens`),
  file: (reference) => `Dossier de location : ${reference}`,
  why: 'Ce canal est partagé avec une autre organisation : il voit les références des biens et le nombre de dossiers en attente.',
  removed: 'Retiré par Rental Desk : ce canal est désormais partagé avec une autre organisation.',
  notReduced: (count) =>
    `Ce canal est désormais partagé avec une autre organisation, et Slack ne me laisse ni modifier ni supprimer ${count < 2 ? 'un message' : `${figure(count)} messages`} avec des dossiers. ${count < 2 ? 'Supprimez-le' : 'Supprimez-les'} vous-même :`,
  refused: {
    unknown: {
      happened:
        'Slack n’a pas dit si ce canal est partagé avec une autre organisation, donc je n’y montre rien.',
      remedy: 'Réessayez dans une minute ; si cela dure, parlez-en à votre administrateur.',
    },
    nothing: {
      happened:
        'Ce canal est partagé avec une autre organisation, et rien de cette réponse ne peut y paraître.',
      remedy: 'Partagez-la dans un canal de votre organisation.',
    },
    changed: {
      happened:
        'Ce canal vient d’être partagé avec une autre organisation, donc je n’y ai rien montré.',
      remedy: 'Réessayez : vous verrez d’abord ce que le canal peut voir.',
    },
  },
};

export const accessLog: Messages['accessLog'] = {
  title: 'Journal d’accès',
  none: 'Il n’y a rien ici dans le journal d’accès.',
  ofUser: (userId) => `par ${userId}`,
  byUser: 'par\u00a0',
  ofFile: (fileId) => `sur le dossier ${fileId}`,
  kinds: {
    reveal: 'a vu des coordonnées',
    export: 'a exporté des dossiers',
    access: 'a lu le journal d’accès',
    share: 'a partagé une réponse',
    show: 'a ouvert un dossier',
    unfurl: 'a mis un lien vers un dossier',
  },
  file: (name) => `dossier ${name}`,
  in: (channelId) => `dans ${channelId}`,
  inChannel: 'dans\u00a0',
  elsewhere: 'hors d’un canal',
  at: (epochMs, timeZone) =>
    new Intl.DateTimeFormat('fr-FR', { ...MOMENT_STYLE, timeZone }).format(epochMs),
  noNames:
    'Le journal contient des identifiants, jamais de noms de candidats. Sa lecture y est notée aussi.',
  older: 'Plus anciens ›',
  olderSpoken: 'Voir les lignes plus anciennes',
  newest: 'Plus récents',
  newestSpoken: 'Voir les lignes les plus récentes',
  unknownFilter: (word) => ({
    happened: `Je ne sais pas chercher « ${word} » dans le journal d’accès.`,
    remedy: 'Demandez personne:@quelqu’un, dossier: et un identifiant, ou les deux.',
    copy: '/rental accès personne:@quelqu’un',
  }),
};

export const exportMessages: Messages['export'] = {
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
  },
  delimiter: ';',
  decimalMark: ',',
  fileName: (date) => `dossiers-${date}.csv`,
  started: (count) => `${dossiers(count)} : le tableau vous arrive en message direct.`,
  document: (count) => `${dossiers(count)}, à votre demande. Le fichier contient des noms.`,
  sent: (count) =>
    `Envoyé en message direct : ${dossiers(count).replace(/ (?=dossier)/u, '\u00a0')}.`,
  cut: (sent, found) =>
    `La requête trouve ${dossiers(found)}, et un export contient les ${figure(sent)} premiers : demandez-en moins à la fois.`,
  none: 'Aucun dossier ne correspond : rien n’a été envoyé.',
  handle:
    'Le fichier contient des noms de candidats : gardez-le en lieu sûr et effacez-le dès qu’il ne sert plus. L’export figure au journal d’accès.',
  logAway: {
    happened: 'Le journal d’accès ne peut pas être écrit : rien n’est exporté.',
    remedy:
      'Réessayez dans quelques minutes ; si cela dure, donnez la référence à votre administrateur.',
  },
};
