import type { Choices, Random } from './random.ts';
import {
  ACCEPTED,
  ANALYZED,
  ANALYZED_READY,
  COLLECTED,
  COLLECTED_READY,
  GIVEN_UP,
  JUST_ACCEPTED,
  JUST_REJECTED,
  OPEN,
  PROCESSING,
  REJECTED,
  type Stage,
} from './stages.ts';
import type { WireFile } from './wire.ts';

const AFTER_NEW: Choices<Stage> = [
  [92, OPEN],
  [8, GIVEN_UP],
];
const AFTER_OPEN: Choices<Stage> = [
  [60, PROCESSING],
  [32, OPEN],
  [8, GIVEN_UP],
];
const AFTER_PROCESSING: Choices<Stage> = [
  [45, COLLECTED],
  [55, COLLECTED_READY],
];
const AFTER_COLLECTED: Choices<Stage> = [
  [55, ANALYZED_READY],
  [25, ANALYZED],
  [20, COLLECTED_READY],
];
const AFTER_COLLECTED_READY: Choices<Stage> = [
  [60, ANALYZED_READY],
  [20, ACCEPTED],
  [20, REJECTED],
];
const AFTER_ANALYZED: Choices<Stage> = [
  [85, ANALYZED_READY],
  [15, JUST_REJECTED],
];
const AFTER_ANALYZED_READY: Choices<Stage> = [
  [30, JUST_ACCEPTED],
  [15, ACCEPTED],
  [40, JUST_REJECTED],
  [15, REJECTED],
];

/** Where a file comes next; `null` for one that is over, or that nobody knows the way of. */
export function nextStage(file: WireFile, random: Random): Stage | null {
  const choices = choicesAfter(file);
  return choices && random.weighted(choices);
}

/** Whether a file can come any further. */
export function isUnderWay(file: WireFile): boolean {
  return choicesAfter(file) !== null;
}

function choicesAfter({ status, decision, archived_at, meta }: WireFile): Choices<Stage> | null {
  if (archived_at !== null || 'oddity' in meta) return null;
  switch (`${status} ${decision}`) {
    case 'NEW PENDING':
      return AFTER_NEW;
    case 'OPEN PENDING':
      return AFTER_OPEN;
    case 'PROCESSING PENDING':
      return AFTER_PROCESSING;
    case 'COLLECTED PENDING':
      return AFTER_COLLECTED;
    case 'COLLECTED READY':
      return AFTER_COLLECTED_READY;
    case 'ANALYZED PENDING':
      return AFTER_ANALYZED;
    case 'ANALYZED READY':
      return AFTER_ANALYZED_READY;
    default:
      return null;
  }
}
