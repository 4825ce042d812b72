import { figuresEn, figuresFr } from './figures.ts';

/** What is said of one rental file. */
export interface FileWords {
  readonly noProperty: string;
  readonly noApplicants: string;
  readonly unnamed: string;
  readonly more: (count: number) => string;
  readonly guarantor: (name: string) => string;
  /** Where names may not stand. */
  readonly applicants: (count: number) => string;
  readonly guarantors: (count: number) => string;
  readonly score: (score: string) => string;
  readonly complete: (percent: string) => string;
  readonly age: (age: string) => string;
  readonly workingDays: (count: number) => string;
  readonly today: string;
  /** Where there is little room. */
  readonly todayShort: string;
  readonly archived: string;
  /** By the service's spelling; what is not here is shown as it came. */
  readonly status: Readonly<Record<string, string>>;
  readonly decision: Readonly<Record<string, string>>;
}

export const fileEn: FileWords = {
  noProperty: 'No property',
  noApplicants: 'No applicants',
  unnamed: 'Unnamed',
  more: (count) => `${count} more`,
  guarantor: (name) => `${name} (guarantor)`,
  applicants: (count) => `${count} ${count === 1 ? 'applicant' : 'applicants'}`,
  guarantors: (count) => `${count} ${count === 1 ? 'guarantor' : 'guarantors'}`,
  score: (score) => `score ${score}`,
  complete: (percent) => `${percent} complete`,
  age: (age) => `${age} old`,
  workingDays: (count) => `${figuresEn.number(count)} working ${count === 1 ? 'day' : 'days'}`,
  today: 'received today',
  todayShort: 'today',
  archived: 'archived',
  status: {
    NEW: 'New',
    OPEN: 'Open',
    PROCESSING: 'Processing',
    COLLECTED: 'Collected',
    ANALYZED: 'Analysed',
    CLOSED: 'Closed',
  },
  decision: {
    PENDING: 'Pending',
    READY: 'Ready to decide',
    ACCEPTED: 'Approved',
    REJECTED: 'Declined',
  },
};

export const fileFr: FileWords = {
  noProperty: 'Sans bien',
  noApplicants: 'Aucun candidat',
  unnamed: 'Sans nom',
  more: (count) => `${count} de plus`,
  guarantor: (name) => `${name} (garant)`,
  applicants: (count) => `${count} ${count < 2 ? 'candidat' : 'candidats'}`,
  guarantors: (count) => `${count} ${count < 2 ? 'garant' : 'garants'}`,
  score: (score) => `note ${score}`,
  complete: (percent) => `complet à ${percent}`,
  age: (age) => `depuis ${age}`,
  workingDays: (count) => `${figuresFr.number(count)} ${count < 2 ? 'jour ouvré' : 'jours ouvrés'}`,
  today: 'reçu aujourd’hui',
  todayShort: 'aujourd’hui',
  archived: 'archivé',
  status: {
    NEW: 'Nouveau',
    OPEN: 'Ouvert',
    PROCESSING: 'En traitement',
    COLLECTED: 'Pièces reçues',
    ANALYZED: 'Analysé',
    CLOSED: 'Clos',
  },
  decision: {
    PENDING: 'En attente',
    READY: 'Prêt à décider',
    ACCEPTED: 'Accepté',
    REJECTED: 'Refusé',
  },
};
