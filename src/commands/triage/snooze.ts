import { z } from 'zod';

import { dateOf } from '../../portfolio/calendar.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { daysOfDate } from '../../portfolio/query/periods.ts';
import { oneLine } from '../../views/block-kit.ts';
import { SNOOZE_FIELD, snoozeForm } from '../../views/files/triage.ts';
import { failureView } from '../../views/notices.ts';
import type { Command, CommandContext } from '../command.ts';
import { FormError } from '../errors.ts';
import { withOwnDates } from '../file-list.ts';
import { type Act, actOn, actOnNamed, argumentsIn, FILE_ID } from './file.ts';

const Args = z.object({ id: FILE_ID, off: z.literal(1).optional() });

/** Asks until when a file is to rest, beginning with what was typed of it. */
function asking(wanted: Wanted | null): Act {
  return async ({ id }, _triage, { words }) => {
    const notUnderstood =
      wanted !== null && wanted.date === null
        ? words.triage.snooze.notUnderstood(oneLine(wanted.typed, DAY_LENGTH_MAX))
        : null;
    const day = wanted?.date?.toString() ?? null;
    return snoozeForm({ command: snooze.name, args: { id } }, { day, notUnderstood }, words);
  };
}

const DAY_LENGTH_MAX = 40;

export const endSnooze: Act = async (entry, triage) => {
  await triage.unsnooze(entry.id);
  return 'unsnoozed';
};

/** @param untilMs epoch milliseconds; `null` until the file changes */
export function snoozeUntil(untilMs: number | null): Act {
  return async (entry, triage, { person: { userId } }) => {
    await triage.snooze(entry, userId, untilMs);
    return null;
  };
}

/** When a snoozed file is back on its day. */
const MORNING = { hour: 6 };

export const snooze: Command = {
  name: 'snooze',
  called: { en: 'snooze', fr: 'reporter' },
  aliases: ['reporter', 'reporte', 'snoozed', 'reportés'],
  group: 'keep',
  summary: {
    en: 'Leave a file out of digests until a day, or until it changes',
    fr: 'Reporter un dossier à un jour, ou jusqu’à ce qu’il change',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['snooze LY-0342'], fr: ['reporter LY-0342'] },

  async *run(text, call) {
    const { file, wanted } = dayIn(text, call);
    if (wanted?.isOver === true) {
      const { passed, past } = call.words.triage.snooze;
      const happened = passed(oneLine(wanted.typed, DAY_LENGTH_MAX));
      yield failureView({ happened, remedy: past }, null, null, call.words);
      return;
    }
    yield* actOnNamed(file, 'snoozed', asking(wanted), call);
  },

  runAction(args, call) {
    const { id, off } = argumentsIn(Args, args);
    return actOn(id, off === 1 ? endSnooze : asking(null), call);
  },

  async *submit(args, filled, call) {
    const { id } = argumentsIn(Args, args);
    const { [SNOOZE_FIELD]: day } = filled;
    const untilMs = typeof day === 'string' ? morningOf(day, call) : null;
    yield* actOn(id, snoozeUntil(untilMs), call);
  },
};

const UNTIL = /\s(until|till|jusqu['’]?(?:[aà]u?|en)|jusque)\s(.+)$/iu;

/** Days that are counted from today, which no query has. */
const TOMORROW = /^(?:tomorrow|demain)$/iu;
const NEXT_WEEK = /^(?:next\s+week|(?:la\s+)?semaine\s+prochaine)$/iu;
const PERIOD =
  /^(?:(?:for|in|pour|dans)\s+)?(an?|one|une?|\d{1,3})\s*(?:(d|days?|j|jours?)|w|weeks?|sem|semaines?)$/iu;
/** Of them, those that need no “until” before them. */
const ENDING =
  /\s(tomorrow|demain|next\s+week|(?:la\s+)?semaine\s+prochaine|(?:for|in|pour|dans)\s+(?:an?|one|une?|\d{1,3})\s*(?:d|days?|j|jours?|w|weeks?|sem|semaines?))$/iu;

/** Until when a file is to rest. */
interface Wanted {
  readonly typed: string;
  /** The first such day after today; `null` where the text is not understood, or is over. */
  readonly date: Temporal.PlainDate | null;
  readonly isOver: boolean;
}

/** The file of `LY-0342 until friday`, and the day; `null` for none. */
function dayIn(text: string, call: CommandContext): { file: string; wanted: Wanted | null } {
  const ending = ENDING.exec(text.trimEnd());
  const [, word = '', until = ending?.[1]] = UNTIL.exec(text) ?? [];
  if (until === undefined) return { file: text, wanted: null };
  const typed = until.trim();
  const wanted = { typed, ...dayOf(typed, call) };
  // “Till” is a name as well.
  const isName = word.toLowerCase() === 'till' && wanted.date === null && !wanted.isOver;
  if (isName) return { file: text, wanted: null };
  const at = UNTIL.exec(text)?.index ?? ending?.index ?? 0;
  return { file: text.slice(0, at).trimEnd(), wanted };
}

function dayOf(text: string, call: CommandContext): Pick<Wanted, 'date' | 'isOver'> {
  const today = dateOf(call.now(), call.zone);
  const date = countedDay(text, today) ?? namedDay(text, today, call);
  if (date === null) return { date, isOver: false };
  const isOver = Temporal.PlainDate.compare(date, today) <= 0;
  return { date: isOver ? null : date, isOver };
}

function countedDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate | null {
  if (TOMORROW.test(text)) return today.add({ days: 1 });
  if (NEXT_WEEK.test(text)) return today.add({ days: DAYS_A_WEEK + 1 - today.dayOfWeek });
  const [found, count = '', days] = PERIOD.exec(text) ?? [];
  if (found === undefined) return null;
  const number = /^\d/u.test(count) ? Number(count) : 1;
  return today.add(days === undefined ? { weeks: number } : { days: number });
}

const DAYS_A_WEEK = 7;

/** The first day of a date after today; its last one where all of it is over. */
function namedDay(text: string, today: Temporal.PlainDate, call: CommandContext) {
  // Some months, such as “janvier”, are names of people without their preposition.
  const date = dateIn(text, call) ?? dateIn(`en ${text}`, call);
  if (date === null) return null;
  const { first, last } = daysOfDate(date, today, 'coming');
  if (Temporal.PlainDate.compare(first, today) > 0) return first;
  if (date === 'today' || Temporal.PlainDate.compare(last, today) < 0) return last;
  // A weekday on that day is the next one; a month or a year that has begun is no day to come.
  const next = daysOfDate(date, today.add({ days: 1 }), 'coming').first;
  return Temporal.PlainDate.compare(next, today) > 0 ? next : null;
}

/** The one date that a text is, as a value of queries. */
function dateIn(text: string, call: CommandContext): string | null {
  const understood = understandOrNull(withOwnDates(text, call), call.words.language);
  const [condition, ...more] = understood?.query.conditions ?? [];
  if (condition?.kind !== 'date' || more.length > 0 || understood?.isWhole !== true) return null;
  const [date] = condition.any;
  return date?.is === '=' ? date.value : null;
}

/**
 * The morning of a day, in epoch milliseconds.
 *
 * @param day `YYYY-MM-DD`
 * @throws {FormError} for a day that is not within the next year
 */
export function morningOf(day: string, { now, zone, words }: CommandContext): number {
  const today = dateOf(now(), zone);
  const date = Temporal.PlainDate.from(day);
  const { past, tooFar } = words.triage.snooze;
  if (Temporal.PlainDate.compare(date, today) <= 0) throw refusal(past);
  if (Temporal.PlainDate.compare(date, today.add({ years: 1 })) > 0) throw refusal(tooFar);
  return date.toZonedDateTime({ timeZone: zone, plainTime: MORNING }).epochMilliseconds;
}

function refusal(sentence: string): FormError {
  return new FormError({ [SNOOZE_FIELD]: sentence });
}
