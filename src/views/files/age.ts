import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';

import type { Messages } from '../../i18n/messages.ts';

/** Age of a file. */
interface Aged {
  /** Epoch milliseconds; `null` when it is not known. */
  readonly createdAt: number | null;
  /** Age in working days; `null` where only calendar days are shown. */
  readonly workingDays: number | null;
}

interface Moment {
  readonly now: number;
  readonly words: Messages;
}

const DAY_MS = 86_400_000;
/** Up to here days tell more than months. */
const DAYS_MAX = 60;

/** “7 days (5 working days)”, torn at most between the two; nothing when it is not known. */
export function drawnAge(aged: Aged, moment: Moment): string[] {
  const age = ageOf(aged, moment);
  const { file } = moment.words;
  if (age === null) return [];
  if (age === 0) return [file.todayShort];
  const { workingDays } = aged;
  const parts = [age, ...(workingDays === null ? [] : [`(${file.workingDays(workingDays)})`])];
  return [parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' ')];
}

/**
 * The one figure that a line has room for: “5 working days” where known and at least one,
 * else “7 days”; nothing when it is not known.
 */
export function waitedAge(aged: Aged, moment: Moment): string[] {
  const { workingDays } = aged;
  if (workingDays === null || workingDays < 1)
    return drawnAge({ ...aged, workingDays: null }, moment);
  return [moment.words.file.workingDays(workingDays).replaceAll(' ', '\u00a0')];
}

/** “7 days old, 5 working days”; nothing when it is not known. */
export function spokenAge(aged: Aged, moment: Moment): string[] {
  const age = ageOf(aged, moment);
  const { file } = moment.words;
  if (age === null) return [];
  if (age === 0) return [file.today];
  return [
    file.age(age),
    ...(aged.workingDays === null ? [] : [file.workingDays(aged.workingDays)]),
  ];
}

/** In words; 0 within the first day, `null` when it is not known. */
function ageOf({ createdAt }: Aged, { now, words: { locale } }: Moment): string | 0 | null {
  if (createdAt === null) return null;
  const days = Math.floor((now - createdAt) / DAY_MS);
  if (days < 1) return 0;
  // The library's words for what is counted already: counting, it asks the machine for its zone.
  if (days < DAYS_MAX) return locale.formatDistance('xDays', days);
  return formatDistanceStrict(createdAt, now, { locale, roundingMethod: 'floor' });
}
