import {
  CATEGORIES,
  type WireApplicant,
  type WireFile,
  type WireProduct,
} from '../files-api/schema.ts';
import { dateTime, DAY_MS, HOUR_MS, type Spelling, spellingOf } from './dates.ts';
import { mean, rentalFile } from './files.ts';
import { createNames, type Names } from './names.ts';
import { type Choices, createRandom, type Random } from './random.ts';
import {
  ACCEPTED,
  ANALYZED,
  ANALYZED_READY,
  COLLECTED,
  COLLECTED_READY,
  type FileState,
  GIVEN_UP,
  JUST_ACCEPTED,
  JUST_REJECTED,
  OPEN,
  PROCESSING,
  REJECTED,
  type Stage,
} from './stages.ts';

/** The rental files of an agency, as time goes by. */
export interface Life {
  /**
   * The files as they are at that time, newest first: the same list until something happens.
   * Time does not go back: asked for an earlier one, it gives the files as they were last.
   */
  filesAt(nowMs: number): readonly WireFile[];
  /** Changes one of the files at that time; it goes on with its life from there. */
  change(file: WireFile, to: FileState, nowMs: number): void;
}

const STAGES = { ready: ANALYZED_READY, accepted: JUST_ACCEPTED, rejected: JUST_REJECTED };

/** Something happens only so often after the start, and never in between. */
const STEP_MS = 10 * 60_000;
const STEPS_IN_OFFICE_HOURS = (12 * HOUR_MS) / STEP_MS;

/** Of the files under way, and of all: how many come on, and come in, on a working day. */
const MOVES_A_DAY = 0.2;
const ARRIVALS_A_DAY = 0.02;

/** At night and at weekends people send documents all the same, now and then. */
const QUIET = 0.1;

/**
 * Changes of the files from `startMs` on: people bring documents, files are analyzed and
 * decided, the property is let and its other files are rejected, new files come in. The same seed and
 * start give the same lives, in one stride or in many. The odd files rest as they are.
 */
export function createLife(
  first: readonly WireFile[],
  { seed, startMs }: { readonly seed: number; readonly startMs: number },
): Life {
  const names = createNames(seed);
  const size = first.length;
  let files = first;
  let step = 0;

  return {
    filesAt(nowMs) {
      for (; startMs + (step + 1) * STEP_MS <= nowMs; step += 1) {
        const atMs = startMs + (step + 1) * STEP_MS;
        const random = createRandom(seedOf(seed, step));
        files = arrived(moved(files, atMs, random), size, { atMs, random, names });
      }
      return files;
    },
    change(file, to, nowMs) {
      const random = createRandom(seedOf(seed, nowMs));
      files = files.flatMap((one) => {
        if (one.id !== file.id) return [one];
        if (to === 'gone') return [];
        if (to !== 'archived') return [atStage(STAGES[to], one, nowMs, random)];
        const archived_at = dateTime(nowMs, spellingOf(one.created_at ?? ''));
        return [{ ...one, archived_at, updated_at: archived_at }];
      });
    },
  };
}

/** Seeds that are close give draws that are not. */
function seedOf(seed: number, step: number): number {
  return (seed ^ Math.imul(step + 1, 0x9e3779b1)) >>> 0;
}

function moved(files: readonly WireFile[], atMs: number, random: Random): readonly WireFile[] {
  const count = howMany(files.filter(isOpen).length * MOVES_A_DAY, atMs, random);
  let after = files;
  for (let turn = 0; turn < count; turn += 1) {
    const [file, ...others] = after.filter(isOpen);
    if (file === undefined) return after;
    after = withMoved(after, random.pick([file, ...others]), atMs, random);
  }
  return after;
}

function withMoved(
  files: readonly WireFile[],
  file: WireFile,
  atMs: number,
  random: Random,
): readonly WireFile[] {
  const isLet = file.product?.available === false;
  const next = nextStage(file, random);
  if (next === null) return files;
  const isChosen = next.decision === 'ACCEPTED' && !isLet;
  const stage = next.decision === 'ACCEPTED' && isLet ? REJECTED : next;
  const completed = atStage(stage, file, atMs, random);
  const after = files.map((one) => (one === file ? completed : one));
  return isChosen ? withLet(after, completed, atMs, random) : after;
}

/** Once a property is let, its other files are rejected. */
function withLet(
  files: readonly WireFile[],
  chosen: WireFile,
  atMs: number,
  random: Random,
): readonly WireFile[] {
  const product = chosen.product && letAt(chosen.product, atMs);
  return files.map((file) => {
    if (file.product_id !== chosen.product_id || 'oddity' in file.meta) return file;
    const isOther = file.id !== chosen.id && isOpen(file);
    return { ...(isOther ? atStage(REJECTED, file, atMs, random) : file), product };
  });
}

function letAt(product: WireProduct, atMs: number): WireProduct {
  const updated_at = dateTime(atMs, spellingOf(product.created_at));
  return { ...product, available: false, disable_spontaneous_applications: true, updated_at };
}

function arrived(
  files: readonly WireFile[],
  size: number,
  when: { readonly atMs: number; readonly random: Random; readonly names: Names },
): readonly WireFile[] {
  const { atMs, random, names } = when;
  const count = howMany(size * ARRIVALS_A_DAY, atMs, random);
  const open = files.flatMap(({ product, meta }) =>
    product?.available && !('oddity' in meta) ? [product] : [],
  );
  const [first, ...others] = new Set(open);
  if (first === undefined) return files;
  const coming = Array.from({ length: count }, () => {
    const product = random.pick([first, ...others]);
    const home = { product, dwelling: dwellingOf(product) };
    return rentalFile({ home, createdMs: atMs, nowMs: atMs, isChosen: null }, names, random);
  });
  return coming.length === 0 ? files : [...coming, ...files];
}

function dwellingOf({ category, meta }: WireProduct) {
  return {
    category: CATEGORIES.find((name) => name === category) ?? 'other',
    rooms: Number(meta['rooms']),
  };
}

/** How much of a day's work falls on this step. */
function howMany(aDay: number, atMs: number, random: Random): number {
  const at = new Date(atMs);
  const isOfficeDay = at.getUTCDay() % 6 !== 0;
  const isOfficeHour = at.getTime() % DAY_MS >= 7 * HOUR_MS && at.getTime() % DAY_MS < 19 * HOUR_MS;
  const expected = (aDay / STEPS_IN_OFFICE_HOURS) * (isOfficeDay && isOfficeHour ? 1 : QUIET);
  return Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
}

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

/** The next state of a file; `null` for one that is over, or in an unknown state. */
function nextStage(file: WireFile, random: Random): Stage | null {
  const choices = choicesAfter(file);
  return choices && random.weighted(choices);
}

/** Whether a file can come any further. */
function isOpen(file: WireFile): boolean {
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

/** Completion in percent from which the form is submitted. */
const SUBMITTED_PERCENT = 80;

/**
 * The file as it is once it has come to a later stage. What people have brought stays: documents
 * are added, never taken back.
 */
function atStage(stage: Stage, file: WireFile, atMs: number, random: Random): WireFile {
  const spelling = spellingOf(file.created_at ?? '');
  const at = dateTime(atMs, spelling);
  const applicants = file.applicants.map((one) => person(stage, one, { atMs, spelling }, random));
  return {
    ...file,
    status: stage.status,
    decision: stage.decision,
    applicants,
    score: mean(applicants, ({ score }) => score, 10),
    completion_rate: mean(applicants, (one) => one.completion_rate, 1),
    updated_at: at,
    pre_application_validated_at:
      file.pre_application_validated_at ?? (file.is_pre_application ? at : null),
  };
}

function person(
  stage: Stage,
  before: WireApplicant,
  when: { readonly atMs: number; readonly spelling: Spelling },
  random: Random,
): WireApplicant {
  const at = dateTime(when.atMs, when.spelling);
  const [least, most] = stage.completion;
  const completed = stage === GIVEN_UP ? least : random.between(least, most);
  const completion = Math.max(before.completion_rate ?? 0, completed);
  const score = random.chance(stage.scored) ? random.between(...stage.scores) : null;
  return {
    ...before,
    status: random.pick(stage.applicants),
    completion_rate: completion,
    form_submitted: before.form_submitted ?? (completion >= SUBMITTED_PERCENT ? at : null),
    score: before.score ?? score,
    updated_at: at,
    physical_guarantors: before.physical_guarantors.map((one) => person(stage, one, when, random)),
  };
}
