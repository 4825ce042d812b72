/** The words of the two forms of a digest. */
export interface DigestFormWords {
  /** At most 24 characters, like `editTitle`, `moreTitle` and `submit`. */
  readonly addTitle: string;
  readonly editTitle: string;
  readonly moreTitle: string;
  readonly submit: string;
  readonly intro: string;
  readonly moreIntro: (name: string) => string;
  readonly fields: Readonly<Record<DigestField, string>>;
  readonly hints: Readonly<Partial<Record<DigestField, string>>>;
  /** From Monday to Sunday. */
  readonly days: readonly string[];
  readonly choices: {
    readonly empty: Readonly<Record<'skip' | 'clear' | 'weekly', string>>;
    readonly group: Readonly<Record<'readiness' | 'property' | 'manager', string>>;
    readonly style: Readonly<Record<'compact' | 'detailed', string>>;
    readonly privacy: Readonly<Record<'channel' | 'full' | 'initials' | 'reference', string>>;
    readonly language: Readonly<Record<'channel' | 'en' | 'fr', string>>;
    readonly previous: Readonly<Record<'keep' | 'replace' | 'delete', string>>;
    readonly live: Readonly<Record<'on' | 'off', string>>;
    readonly onHoliday: Readonly<Record<'skip' | 'next', string>>;
  };
  /** What is wrong with a field. */
  readonly unreadable: (typed: string, valid: string) => string;
  readonly needed: string;
}

/** The fields of both forms. */
export type DigestField =
  | 'name'
  | 'channel'
  | 'query'
  | 'times'
  | 'days'
  | 'zone'
  | 'empty'
  | 'target'
  | 'holidays'
  | 'onHoliday'
  | 'minAge'
  | 'minStale'
  | 'group'
  | 'top'
  | 'style'
  | 'mentions'
  | 'privacy'
  | 'language'
  | 'previous'
  | 'deleteAfter'
  | 'live'
  | 'catchUp'
  | 'escalateAfter'
  | 'escalate';

export const digestFormEn: DigestFormWords = {
  addTitle: 'New digest',
  editTitle: 'Edit the digest',
  moreTitle: 'More options',
  submit: 'Save',
  intro: 'What awaits a decision, posted into a channel at set times.',
  moreIntro: (name) =>
    `How “${name}” looks, and what it does when it is late or has nothing to say.`,
  fields: {
    name: 'Name',
    channel: 'Channel',
    query: 'Which files',
    times: 'At',
    days: 'On',
    zone: 'Time zone',
    empty: 'When nothing waits',
    target: 'Working days to decide',
    holidays: 'Public holidays of',
    onHoliday: 'On a public holiday',
    minAge: 'Only files older than',
    minStale: 'Only files unchanged for',
    group: 'Grouped by',
    top: 'How many files',
    style: 'The others',
    mentions: 'Mentions',
    privacy: 'Names of people',
    language: 'Language',
    previous: 'The post before',
    deleteAfter: 'Delete posts after',
    live: 'Once it is posted',
    catchUp: 'Come late by at most',
    escalateAfter: 'Escalate what is overdue by',
    escalate: 'Escalate to',
  },
  hints: {
    query:
      'For example decision:ready property:lyon, or view:"Hot in Lyon". Empty: all that awaits a decision. No names of people.',
    times: 'One or more, with commas between: 09:00, 14:00',
    zone: 'For example Europe/Paris',
    target: 'What waits longer is overdue, and stands on top. Empty: nothing is.',
    holidays: 'A country or a part of one, FR or FR-67; or none',
    minAge: '1bd is one working day, 4h four hours; empty for all',
    minStale: '2bd is two working days, 1w a week; empty for all',
    top: 'At most 20; the others are a press away',
    mentions: 'Called by name with each digest. User groups: /rental digest edit … mentions:@group',
    deleteAfter: 'Days; only when the post before is to be deleted',
    catchUp: '2h or 90min; none for never',
    escalateAfter: 'Working days; each file is told there once. Empty: nothing is',
    escalate: 'A second channel that Rental Desk is in',
  },
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  choices: {
    empty: {
      skip: 'Say nothing',
      clear: 'Say that all is clear',
      weekly: 'Say so once a week',
    },
    group: { readiness: 'How far they are', property: 'Property', manager: 'Manager' },
    style: { compact: 'A press away', detailed: 'In the thread' },
    privacy: {
      channel: 'As the channel has it',
      full: 'In full, where the channel allows it',
      initials: 'Initials',
      reference: 'None',
    },
    language: { channel: 'As the channel has it', en: 'English', fr: 'French' },
    previous: { keep: 'Stays', replace: 'Is replaced', delete: 'Is deleted after some days' },
    live: {
      on: 'Strike out what is decided, for a day or until the next one',
      off: 'Leave it as it is',
    },
    onHoliday: { skip: 'Leave it out', next: 'Move it to the next working day' },
  },
  unreadable: (typed, valid) => `“${typed}” is not understood. For example: ${valid}.`,
  needed: 'This is needed.',
};

export const digestFormFr: DigestFormWords = {
  addTitle: 'Nouveau point',
  editTitle: 'Modifier le point',
  moreTitle: 'Plus d’options',
  submit: 'Enregistrer',
  intro: 'Ce qui attend une décision, publié dans un canal à heures fixes.',
  moreIntro: (name) =>
    `L’allure de « ${name} », et ce qu’il fait quand il est en retard ou n’a rien à dire.`,
  fields: {
    name: 'Nom',
    channel: 'Canal',
    query: 'Quels dossiers',
    times: 'À',
    days: 'Jours',
    zone: 'Fuseau horaire',
    empty: 'Quand rien n’attend',
    target: 'Jours ouvrés pour décider',
    holidays: 'Jours fériés de',
    onHoliday: 'Un jour férié',
    minAge: 'Seulement depuis plus de',
    minStale: 'Seulement inchangés depuis',
    group: 'Groupés par',
    top: 'Nombre de dossiers',
    style: 'Les autres',
    mentions: 'Mentions',
    privacy: 'Noms des personnes',
    language: 'Langue',
    previous: 'La publication précédente',
    deleteAfter: 'Supprimer après',
    live: 'Une fois publié',
    catchUp: 'Retard accepté',
    escalateAfter: 'Signaler ailleurs après',
    escalate: 'Signaler dans',
  },
  hints: {
    query:
      'Par exemple décision:prêt bien:lyon, ou vue:"Lyon prêts". Vide : tout ce qui attend une décision. Pas de noms de personnes.',
    times: 'Une ou plusieurs, avec des virgules : 09:00, 14:00',
    zone: 'Par exemple Europe/Paris',
    target: 'Ce qui attend plus longtemps est en retard et passe en tête. Vide : rien ne l’est.',
    holidays: 'Un pays ou une partie, FR ou FR-67 ; ou aucun',
    minAge: '1jo est un jour ouvré, 4h quatre heures ; vide pour tous',
    minStale: '2jo est deux jours ouvrés, 1sem une semaine ; vide pour tous',
    top: 'Au plus 20 ; les autres sont à portée d’un bouton',
    mentions:
      'Appelées par leur nom à chaque point. Les groupes : /rental point modifier … mentions:@groupe',
    deleteAfter: 'Jours ; seulement si la publication précédente est à supprimer',
    catchUp: '2h ou 90min ; aucun pour jamais',
    escalateAfter:
      'Jours ouvrés de retard ; chaque dossier y est signalé une fois. Vide : rien ne l’est',
    escalate: 'Un second canal où se trouve Rental Desk',
  },
  days: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  choices: {
    empty: {
      skip: 'Ne rien dire',
      clear: 'Dire que tout est en ordre',
      weekly: 'Le dire une fois par semaine',
    },
    group: { readiness: 'Avancement', property: 'Bien', manager: 'Gestionnaire' },
    style: { compact: 'À portée d’un bouton', detailed: 'Dans le fil' },
    privacy: {
      channel: 'Comme dans le canal',
      full: 'Complets, là où le canal les permet',
      initials: 'Initiales',
      reference: 'Aucun',
    },
    language: { channel: 'Comme dans le canal', en: 'Anglais', fr: 'Français' },
    previous: {
      keep: 'Reste',
      replace: 'Est remplacée',
      delete: 'Est supprimée après quelques jours',
    },
    live: {
      on: 'Barrer ce qui est décidé, un jour ou jusqu’au suivant',
      off: 'Le laisser tel quel',
    },
    onHoliday: { skip: 'L’omettre', next: 'Le reporter au jour ouvré suivant' },
  },
  unreadable: (typed, valid) => `« ${typed} » n’est pas compris. Par exemple : ${valid}.`,
  needed: 'Ce champ est nécessaire.',
};
