/** What the buttons that do something to a digest are called, and what they ask. */
export interface DigestDeedWords {
  readonly edit: string;
  readonly editSpoken: (name: string) => string;
  readonly more: string;
  readonly moreSpoken: (name: string) => string;
  readonly preview: string;
  readonly previewSpoken: (name: string) => string;
  readonly run: string;
  readonly runSpoken: (name: string) => string;
  readonly pause: string;
  readonly pauseSpoken: (name: string) => string;
  readonly resume: string;
  readonly resumeSpoken: (name: string) => string;
  readonly remove: string;
  readonly removeSpoken: (name: string) => string;
  readonly take: string;
  readonly takeSpoken: (name: string) => string;
  readonly status: string;
  readonly statusSpoken: (name: string) => string;
  readonly all: string;
  readonly allSpoken: string;
  readonly add: string;
  readonly addSpoken: string;
  readonly removeTitle: string;
  readonly removeText: (name: string) => string;
  readonly yes: string;
  readonly no: string;
}

export const digestDeedsEn: DigestDeedWords = {
  edit: 'Edit',
  editSpoken: (name) => `Edit the digest ${name}`,
  more: 'More options',
  moreSpoken: (name) => `Change more options of the digest ${name}`,
  preview: 'Preview',
  previewSpoken: (name) => `Show me the digest ${name} as it would be now`,
  run: 'Post now',
  runSpoken: (name) => `Post the digest ${name} now`,
  pause: 'Pause',
  pauseSpoken: (name) => `Pause the digest ${name}`,
  resume: 'Resume',
  resumeSpoken: (name) => `Let the digest ${name} go on`,
  remove: 'Remove',
  removeSpoken: (name) => `Remove the digest ${name}`,
  take: 'Take over',
  takeSpoken: (name) => `Become the owner of the digest ${name}`,
  status: 'What was sent',
  statusSpoken: (name) => `What became of the digest ${name}`,
  all: 'All digests',
  allSpoken: 'List the digests of this channel',
  add: 'New digest',
  addSpoken: 'Set up a new digest',
  removeTitle: 'Remove this digest?',
  removeText: (name) => `“${name}” will be posted no more. What it posted stays.`,
  yes: 'Remove it',
  no: 'Keep it',
};

export const digestDeedsFr: DigestDeedWords = {
  edit: 'Modifier',
  editSpoken: (name) => `Modifier le point ${name}`,
  more: 'Plus d’options',
  moreSpoken: (name) => `Modifier d’autres options du point ${name}`,
  preview: 'Aperçu',
  previewSpoken: (name) => `Me montrer le point ${name} tel qu’il serait maintenant`,
  run: 'Publier maintenant',
  runSpoken: (name) => `Publier le point ${name} maintenant`,
  pause: 'Pause',
  pauseSpoken: (name) => `Mettre en pause le point ${name}`,
  resume: 'Reprendre',
  resumeSpoken: (name) => `Reprendre le point ${name}`,
  remove: 'Supprimer',
  removeSpoken: (name) => `Supprimer le point ${name}`,
  take: 'Reprendre à mon nom',
  takeSpoken: (name) => `Devenir propriétaire du point ${name}`,
  status: 'Ce qui est parti',
  statusSpoken: (name) => `Ce qu’est devenu le point ${name}`,
  all: 'Tous les points',
  allSpoken: 'Voir les points de ce canal',
  add: 'Nouveau point',
  addSpoken: 'Mettre en place un nouveau point',
  removeTitle: 'Supprimer ce point ?',
  removeText: (name) => `« ${name} » ne sera plus publié. Ce qui est publié reste.`,
  yes: 'Supprimer',
  no: 'Garder',
};
