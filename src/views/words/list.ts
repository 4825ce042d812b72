import { figuresEn, figuresFr } from './figures.ts';
import type { FailureWords } from './words.ts';

/** What is said above, in and below a list of rental files. */
export interface ListWords {
  /** Over a modal, at most 24 characters. */
  readonly heading: string;
  readonly title: (count: number) => string;
  readonly empty: string;
  readonly noneFound: string;
  /** Of what awaits a decision. */
  readonly awaiting: (count: number) => string;
  readonly awaitingParts: (ready: number, pending: number) => string;
  readonly nothingAwaits: string;
  /** Of the reader's own files. */
  readonly mine: (count: number) => string;
  /** The same for everybody in a channel. */
  readonly ofOneManager: (count: number) => string;
  readonly nothingMine: string;
  /** Where Slack gives no e-mail address. */
  readonly nobody: FailureWords;
  readonly page: (page: number, pages: number) => string;
  /** The same of a button that leads to the first page. */
  readonly firstSpoken: (page: number, pages: number) => string;
  readonly readAgo: (age: string) => string;
  readonly readNow: string;
  readonly skipped: (count: number) => string;
  readonly unknown: (count: number) => string;
  readonly doubt: Readonly<Record<'moved' | 'count', string>>;
  readonly movedOn: string;
  readonly stale: (failure: FailureWords, reference: string) => string;
  /** Where a query may name people and names may not stand. */
  readonly queryHidden: string;
  readonly again: (command: string) => string;
  readonly details: (number: number, title: string) => string;
  readonly previous: string;
  readonly previousSpoken: string;
  readonly next: string;
  readonly nextSpoken: string;
  readonly refresh: string;
  readonly refreshSpoken: string;
  readonly share: string;
  readonly shareSpoken: string;
}

const en = figuresEn.number;

export const listEn: ListWords = {
  heading: 'Rental files',
  title: (count) => (count === 1 ? '1 rental file' : `${en(count)} rental files`),
  empty: 'There are no rental files yet. They appear here as soon as the service has one.',
  noneFound: 'No rental file fits. Leave something out of the query, or look at all of them.',
  awaiting: (count) =>
    count === 1 ? '1 rental file awaits a decision' : `${en(count)} rental files await a decision`,
  awaitingParts: (ready, pending) => `${en(ready)} ready to decide, ${en(pending)} pending`,
  nothingAwaits: 'Nothing waits: every file is decided, closed or archived.',
  mine: (count) => (count === 1 ? '1 rental file is yours' : `${en(count)} rental files are yours`),
  ofOneManager: (count) =>
    count === 1 ? '1 file of a manager' : `${en(count)} files of a manager`,
  nothingMine: 'No rental file names your e-mail address among its managers.',
  nobody: {
    happened: 'Slack does not tell me your e-mail address, so I cannot find the files you manage.',
    remedy:
      'Type /rental list manager:name with your name as the service has it, or ask your administrator to grant users:read.email.',
  },
  page: (page, pages) => `Page ${en(page)} of ${en(pages)}`,
  firstSpoken: (page, pages) => `Page ${en(page)} of ${en(pages)}: back to the first page`,
  readAgo: (age) => `Read ${age} ago`,
  readNow: 'Read just now',
  skipped: (count) =>
    count === 1
      ? '1 file could not be read and is missing here.'
      : `${en(count)} files could not be read and are missing here.`,
  unknown: (count) =>
    count === 1
      ? '1 file here has a value that is new to Rental Desk, shown as it came.'
      : `${en(count)} files here have values that are new to Rental Desk, shown as they came.`,
  doubt: {
    moved:
      'The files moved while they were read, so one may be missing; the next reading mends that.',
    count: 'The service counts another number of files than it sent, so some may be missing.',
  },
  movedOn: 'The files have been read again since: this is the same page of the newer reading.',
  stale: ({ happened, remedy }, reference) =>
    `${happened} ${remedy} (Reference ${reference}) These are the files as last read.`,
  queryHidden: 'The query may name people, so it is not shown here.',
  again: (command) => `For this list again: ${command}`,
  details: (number, title) => `Details of ${number}, ${title}`,
  previous: '‹ Prev',
  previousSpoken: 'Previous page',
  next: 'Next ›',
  nextSpoken: 'Next page',
  refresh: 'Refresh',
  refreshSpoken: 'Read the rental files again',
  share: 'Share',
  shareSpoken: 'Share with everybody in this channel',
};

const fr = figuresFr.number;

export const listFr: ListWords = {
  heading: 'Dossiers de location',
  title: (count) =>
    count < 2 ? `${count} dossier de location` : `${fr(count)} dossiers de location`,
  empty: 'Aucun dossier de location pour l’instant. Le premier apparaîtra ici dès son arrivée.',
  noneFound: 'Aucun dossier ne correspond. Retirez un critère, ou regardez-les tous.',
  awaiting: (count) =>
    count < 2
      ? `${count} dossier attend une décision`
      : `${fr(count)} dossiers attendent une décision`,
  awaitingParts: (ready, pending) =>
    `${fr(ready)} ${ready < 2 ? 'prêt' : 'prêts'} à décider, ${fr(pending)} en attente`,
  nothingAwaits: 'Rien n’attend : tous les dossiers sont décidés, clos ou archivés.',
  mine: (count) =>
    count < 2 ? `${count} dossier que vous gérez` : `${fr(count)} dossiers que vous gérez`,
  ofOneManager: (count) =>
    count < 2 ? `${count} dossier d’un gestionnaire` : `${fr(count)} dossiers d’un gestionnaire`,
  nothingMine: 'Aucun dossier ne compte votre adresse e-mail parmi ses gestionnaires.',
  nobody: {
    happened:
      'Slack ne me donne pas votre adresse e-mail : je ne peux pas trouver les dossiers que vous gérez.',
    remedy:
      'Tapez /rental liste gestionnaire:nom avec votre nom tel que le service le connaît, ou demandez à votre administrateur d’accorder users:read.email.',
  },
  page: (page, pages) => `Page ${fr(page)} sur ${fr(pages)}`,
  firstSpoken: (page, pages) => `Page ${fr(page)} sur ${fr(pages)} : retour à la première page`,
  readAgo: (age) => `Lus il y a ${age}`,
  readNow: 'Lus à l’instant',
  skipped: (count) =>
    count === 1
      ? '1 dossier illisible manque ici.'
      : `${fr(count)} dossiers illisibles manquent ici.`,
  unknown: (count) =>
    count === 1
      ? '1 dossier d’ici porte une valeur inconnue de Rental Desk, affichée telle quelle.'
      : `${fr(count)} dossiers d’ici portent des valeurs inconnues de Rental Desk, affichées telles quelles.`,
  doubt: {
    moved:
      'Les dossiers ont bougé pendant la lecture : il peut en manquer un ; la prochaine lecture corrigera.',
    count: 'Le service compte un autre nombre de dossiers qu’il n’en envoie : il peut en manquer.',
  },
  movedOn: 'Les dossiers ont été relus depuis : voici la même page de la nouvelle lecture.',
  stale: ({ happened, remedy }, reference) =>
    `${happened} ${remedy} (Référence ${reference}) Voici les dossiers tels que lus la dernière fois.`,
  queryHidden: 'La requête peut nommer des personnes : elle n’est pas montrée ici.',
  again: (command) => `Pour revoir cette liste : ${command}`,
  details: (number, title) => `Détails du ${number}, ${title}`,
  previous: '‹ Préc.',
  previousSpoken: 'Page précédente',
  next: 'Suiv. ›',
  nextSpoken: 'Page suivante',
  refresh: 'Actualiser',
  refreshSpoken: 'Relire les dossiers de location',
  share: 'Partager',
  shareSpoken: 'Partager avec tout le canal',
};
