/** What is said where several rental files, or none, answer to what was typed. */
export interface ChoiceWords {
  readonly title: (asked: string, total: number) => string;
  /** Files beyond those that are offered. */
  readonly more: (count: number) => string;
  readonly listAll: string;
  readonly listAllSpoken: string;
  readonly none: (asked: string) => string;
  readonly tips: string;
}

export const choiceEn: ChoiceWords = {
  title: (asked, total) => `${total} rental files answer to “${asked}”. Which one?`,
  more: (count) =>
    count === 1
      ? 'and 1 more: type another word to narrow them down.'
      : `and ${count} more: type another word to narrow them down.`,
  listAll: 'List them all',
  listAllSpoken: 'List all rental files that answer to this',
  none: (asked) => `No rental file answers to “${asked}”.`,
  tips: 'Try the property’s reference, a word of its title, or an applicant’s last name; or look for it while you type.',
};

export const choiceFr: ChoiceWords = {
  title: (asked, total) => `${total} dossiers répondent à « ${asked} ». Lequel ?`,
  more: (count) =>
    count === 1
      ? 'et 1 autre : ajoutez un mot pour préciser.'
      : `et ${count} autres : ajoutez un mot pour préciser.`,
  listAll: 'Tous les voir',
  listAllSpoken: 'Lister tous les dossiers qui y répondent',
  none: (asked) => `Aucun dossier ne répond à « ${asked} ».`,
  tips: 'Essayez la référence du bien, un mot de son titre ou le nom d’un candidat ; ou cherchez en tapant.',
};
