import type { FailureWords } from './words.ts';

/** The words of saved views. A view's query comes in words, one sentence without a full stop. */
export interface SavedViewsWords {
  readonly title: (count: number) => string;
  /** Where it heads a window, at most 24 characters. */
  readonly heading: string;
  readonly none: string;
  readonly page: (page: number, pages: number) => string;
  readonly line: (name: string, query: string) => string;
  readonly unreadable: string;
  readonly saved: (name: string) => string;
  readonly replaced: (name: string) => string;
  readonly removed: (name: string) => string;
  /** Whether to put another query in the place of a view's. */
  readonly taken: (name: string) => string;
  readonly asks: (query: string) => string;
  readonly wouldAsk: (query: string) => string;
  readonly how: string;
  readonly run: string;
  readonly runSpoken: (name: string) => string;
  readonly remove: string;
  readonly removeSpoken: (name: string) => string;
  readonly removeTitle: string;
  readonly removeText: (name: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly replace: string;
  readonly replaceSpoken: string;
  readonly all: string;
  readonly allSpoken: string;
  readonly unknown: (name: string, nearest: string | null) => FailureWords;
  readonly broken: (name: string) => FailureWords;
  readonly namesPeople: FailureWords;
  readonly nameMissing: FailureWords;
  readonly queryMissing: (name: string) => FailureWords;
  readonly nameTooLong: FailureWords;
  readonly elsewhere: FailureWords;
}

export const savedViewsEn: SavedViewsWords = {
  title: (count) => (count === 1 ? '1 saved view' : `${count} saved views`),
  heading: 'Saved views',
  none: 'No view is saved in this channel yet.',
  page: (page, pages) => `Page ${page} of ${pages}`,
  line: (name, query) => `${name}: ${query}`,
  unreadable: 'its query can no longer be read; remove it, or save it anew',
  saved: (name) => `The view “${name}” is saved for this channel.`,
  replaced: (name) => `The view “${name}” asks for something else now.`,
  removed: (name) => `The view “${name}” is removed.`,
  taken: (name) => `There is a view “${name}” in this channel already.`,
  asks: (query) => `It asks for: ${query}`,
  wouldAsk: (query) => `It would ask for: ${query}`,
  how: '/rental view save "Hot in Lyon" decision:ready property:lyon saves a view; /rental view Hot in Lyon runs it.',
  run: 'Run',
  runSpoken: (name) => `Run the view ${name}`,
  remove: 'Remove',
  removeSpoken: (name) => `Remove the view ${name}`,
  removeTitle: 'Remove this view?',
  removeText: (name) => `“${name}” will be gone for everybody in this channel.`,
  yes: 'Remove it',
  no: 'Keep it',
  replace: 'Replace it',
  replaceSpoken: 'Put the new query in its place',
  all: 'All views',
  allSpoken: 'List the views of this channel',
  unknown: (name, nearest) => ({
    happened: `There is no view “${name}” in this channel.`,
    remedy:
      nearest === null
        ? 'Type /rental view for those there are.'
        : `Did you mean “${nearest}”? Type /rental view for those there are.`,
  }),
  broken: (name) => ({
    happened: `The query of “${name}” can no longer be read.`,
    remedy: 'Save it anew, or remove it.',
  }),
  namesPeople: {
    happened:
      'This query may name a person, and so it is not saved: names stay out of the database.',
    remedy:
      'Say it with property: or tag: and the other keys instead of free words, applicant: or an e-mail address.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  },
  nameMissing: {
    happened: 'A view needs a name.',
    remedy: 'The name comes first, in quotation marks when it has spaces; then the query.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  },
  queryMissing: (name) => ({
    happened: `The view “${name}” needs a query.`,
    remedy: 'Put it behind the name; a name with spaces goes in quotation marks.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  }),
  nameTooLong: {
    happened: 'The name of a view has at most 60 characters.',
    remedy: 'Find a shorter one.',
  },
  elsewhere: {
    happened: 'Views are saved for a channel, and this is none.',
    remedy: 'Type /rental view in the channel that they are for.',
  },
};

export const savedViewsFr: SavedViewsWords = {
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
      'Dites-le avec bien:, étiquette: et les autres clés plutôt qu’avec des mots libres, candidat: ou une adresse e-mail.',
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
  nameTooLong: {
    happened: 'Le nom d’une vue a 60 caractères au plus.',
    remedy: 'Trouvez-en un plus court.',
  },
  elsewhere: {
    happened: 'Les vues sont celles d’un canal, et ceci n’en est pas un.',
    remedy: 'Tapez /rental vue dans le canal concerné.',
  },
};
