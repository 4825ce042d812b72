import { figuresEn, figuresFr } from './figures.ts';

/** What is said of all rental files at a glance, after a bare `/rental` and on the Home tab. */
export interface OverviewWords {
  /** Over a modal, at most 24 characters. */
  readonly heading: string;
  readonly byDecision: string;
  readonly byStatus: string;
  /** Values that no dictionary has. */
  readonly other: string;
  /** Counts in a sentence. */
  readonly spoken: (title: string, counts: readonly string[]) => string;
  readonly longest: string;
  readonly arrived: (count: number) => string;
  readonly stale: (count: number) => string;
  readonly archived: (count: number) => string;
  /** Where something was typed that an overview does not go by. */
  readonly ofAll: string;
  readonly waits: string;
  readonly waitsSpoken: string;
  readonly all: string;
  readonly allSpoken: string;
  readonly find: string;
  readonly findSpoken: string;
  /** How to find out what else there is. */
  readonly moreHelp: string;
  readonly help: string;
  readonly helpSpoken: string;
}

const en = figuresEn.number;

export const overviewEn: OverviewWords = {
  heading: 'At a glance',
  byDecision: 'By decision',
  byStatus: 'By status',
  other: 'Other',
  spoken: (title, counts) => `${title}: ${counts.join(', ')}.`,
  longest: 'Waiting longest',
  arrived: (count) =>
    count === 1
      ? '1 file came in the last 24 hours'
      : `${en(count)} files came in the last 24 hours`,
  stale: (count) =>
    count === 1
      ? '1 waiting file has not moved for over 5 working days'
      : `${en(count)} waiting files have not moved for over 5 working days`,
  archived: (count) =>
    count === 1
      ? '1 archived file is not counted here'
      : `${en(count)} archived files are not counted here`,
  ofAll:
    'This is about all files. To see some of them, type /rental pending and what you look for.',
  waits: 'What waits',
  waitsSpoken: 'List everything that awaits a decision',
  all: 'All files',
  allSpoken: 'List all rental files, newest first',
  find: 'Find…',
  findSpoken: 'Find a rental file while you type',
  moreHelp: '/rental help shows all that you can type.',
  help: 'Help',
  helpSpoken: 'Show what you can type',
};

const fr = figuresFr.number;

export const overviewFr: OverviewWords = {
  heading: 'D’un coup d’œil',
  byDecision: 'Par décision',
  byStatus: 'Par statut',
  other: 'Autre',
  spoken: (title, counts) => `${title} : ${counts.join(', ')}.`,
  longest: 'Attendent depuis le plus longtemps',
  arrived: (count) =>
    count < 2
      ? `${count} dossier reçu ces dernières 24 heures`
      : `${fr(count)} dossiers reçus ces dernières 24 heures`,
  stale: (count) =>
    count < 2
      ? `${count} dossier en attente n’a pas bougé depuis plus de 5 jours ouvrés`
      : `${fr(count)} dossiers en attente n’ont pas bougé depuis plus de 5 jours ouvrés`,
  archived: (count) =>
    count < 2
      ? `${count} dossier archivé n’est pas compté ici`
      : `${fr(count)} dossiers archivés ne sont pas comptés ici`,
  ofAll:
    'Ceci compte tous les dossiers. Pour en voir une partie, tapez /rental attente et ce que vous cherchez.',
  waits: 'Ce qui attend',
  waitsSpoken: 'Voir tout ce qui attend une décision',
  all: 'Tous les dossiers',
  allSpoken: 'Voir tous les dossiers, du plus récent au plus ancien',
  find: 'Chercher…',
  findSpoken: 'Chercher un dossier en tapant',
  moreHelp: '/rental aide montre tout ce que vous pouvez taper.',
  help: 'Aide',
  helpSpoken: 'Voir ce que vous pouvez taper',
};
