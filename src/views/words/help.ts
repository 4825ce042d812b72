/** What a command is for, in help. */
export type HelpGroup = 'look' | 'keep' | 'manage';

/** What is said in help beside the commands themselves. */
export interface HelpWords {
  readonly title: string;
  readonly intro: string;
  readonly examples: string;
  /** Something, and what there is to say of it, on one line. */
  readonly told: (what: string, says: string) => string;
  /** Above the commands of a group. */
  readonly groups: Readonly<Record<HelpGroup, string>>;
  readonly privacy: string;
  readonly more: string;
  /** Where the keys of a query are told. */
  readonly seeQueries: string;
  readonly tryList: string;
  readonly tryListSpoken: string;
}

export const helpEn: HelpWords = {
  title: 'Rental Desk',
  intro: 'Your rental files, in Slack: what each one is about, who applies and what is decided.',
  examples: 'Try it',
  told: (what, says) => `${what}: ${says}`,
  groups: {
    look: 'To look',
    keep: 'To keep',
    manage: 'To manage',
  },
  privacy: 'Answers are for your eyes only, until you share one.',
  more: 'What you can add',
  seeQueries: '/rental help list tells what a query can say, and so for every command.',
  tryList: 'List the files',
  tryListSpoken: 'List the rental files',
};

export const helpFr: HelpWords = {
  title: 'Rental Desk',
  intro:
    'Vos dossiers de location dans Slack : quel bien, quels candidats, et où en est la décision.',
  examples: 'Pour essayer',
  told: (what, says) => `${what} : ${says}`,
  groups: {
    look: 'Pour regarder',
    keep: 'Pour garder',
    manage: 'Pour gérer',
  },
  privacy: 'Vous seul voyez les réponses, tant que vous n’en partagez pas.',
  more: 'Ce que vous pouvez ajouter',
  seeQueries:
    '/rental aide liste dit ce qu’une requête peut demander, et de même pour chaque commande.',
  tryList: 'Voir les dossiers',
  tryListSpoken: 'Voir la liste des dossiers de location',
};
