import type { ApplicantStatus, Decision, FileStatus } from '../files-api/schema.ts';
import type { Choices, Random } from './random.ts';

/**
 * How far a rental file has come: which statuses, decision, completion and scores go together.
 *
 * The specification leaves the transitions open (section 3). This is one believable reading: a
 * person is asked for a decision (READY) once everything is in, and a decision closes the file.
 */
export interface Stage {
  readonly status: FileStatus;
  readonly decision: Decision;
  readonly applicants: readonly [ApplicantStatus, ...ApplicantStatus[]];
  /** Least and most, percent. */
  readonly completion: readonly [number, number];
  /** Least and most, of 100. */
  readonly scores: readonly [number, number];
  readonly scored: number;
}

const NEW: Stage = {
  status: 'NEW',
  decision: 'PENDING',
  applicants: ['NEW'],
  completion: [0, 10],
  scores: [0, 0],
  scored: 0,
};
export const OPEN: Stage = {
  ...NEW,
  status: 'OPEN',
  applicants: ['OPEN', 'COLLECT_STARTED', 'COLLECT_STARTED'],
  completion: [10, 75],
};
export const PROCESSING: Stage = {
  ...NEW,
  status: 'PROCESSING',
  applicants: ['COLLECT_COMPLETE'],
  completion: [80, 100],
};
export const COLLECTED: Stage = {
  status: 'COLLECTED',
  decision: 'PENDING',
  applicants: ['COLLECTED'],
  completion: [90, 100],
  scores: [40, 95],
  scored: 0.25,
};
export const COLLECTED_READY: Stage = { ...COLLECTED, decision: 'READY', completion: [100, 100] };
export const ANALYZED: Stage = {
  status: 'ANALYZED',
  decision: 'PENDING',
  applicants: ['ANALYZED'],
  completion: [100, 100],
  scores: [35, 98],
  scored: 0.95,
};
export const ANALYZED_READY: Stage = { ...ANALYZED, decision: 'READY' };
export const JUST_ACCEPTED: Stage = { ...ANALYZED, decision: 'ACCEPTED', scores: [68, 99] };
export const JUST_REJECTED: Stage = { ...ANALYZED, decision: 'REJECTED', scores: [10, 70] };
export const ACCEPTED: Stage = { ...JUST_ACCEPTED, status: 'CLOSED', applicants: ['CLOSED'] };
export const REJECTED: Stage = { ...JUST_REJECTED, status: 'CLOSED', applicants: ['CLOSED'] };
export const GIVEN_UP: Stage = { ...REJECTED, completion: [5, 80], scored: 0 };

/** What a visitor can make of a rental file. */
export const FILE_STATES = ['ready', 'accepted', 'rejected', 'archived', 'gone'] as const;
export type FileState = (typeof FILE_STATES)[number];

const CHOSEN: Choices<Stage> = [
  [85, ACCEPTED],
  [15, JUST_ACCEPTED],
];
const NOT_CHOSEN: Choices<Stage> = [
  [70, REJECTED],
  [18, GIVEN_UP],
  [6, JUST_REJECTED],
  [4, OPEN],
  [2, ANALYZED],
];
const FIRST_HOURS: Choices<Stage> = [
  [60, NEW],
  [30, OPEN],
  [10, PROCESSING],
];
const FIRST_DAYS: Choices<Stage> = [
  [15, NEW],
  [30, OPEN],
  [15, PROCESSING],
  [15, COLLECTED],
  [10, COLLECTED_READY],
  [5, ANALYZED],
  [10, ANALYZED_READY],
];
const LATER: Choices<Stage> = [
  [4, NEW],
  [18, OPEN],
  [8, PROCESSING],
  [14, COLLECTED],
  [8, COLLECTED_READY],
  [10, ANALYZED],
  [28, ANALYZED_READY],
  [10, GIVEN_UP],
];

export interface StageInput {
  readonly ageDays: number;
  /** Set once the property is let: whether to this file's applicants. */
  readonly isChosen: boolean | null;
}

/** How far a file of that age has come, on a property that is or is not let. */
export function stageOf({ ageDays, isChosen }: StageInput, random: Random): Stage {
  if (isChosen === true) return random.weighted(CHOSEN);
  if (isChosen === false) return random.weighted(NOT_CHOSEN);
  if (ageDays < 0.5) return random.weighted(FIRST_HOURS);
  return random.weighted(ageDays < 4 ? FIRST_DAYS : LATER);
}
