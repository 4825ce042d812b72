import { fold } from '../lib/text.ts';
import { dateOf } from '../portfolio/calendar.ts';
import { lengthOf, NUMBERS } from '../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../portfolio/phrases/understand.ts';
import { daysOfDate, numberedDay, WEEKDAY_NAMES } from '../portfolio/query/periods.ts';
import { dateNamed, TIME_UNITS, unitNamed } from '../portfolio/query/vocabulary/index.ts';
import type { CommandContext } from './command.ts';
import { ASKED, isBefore, wordsOf } from './notification-requests.ts';

/** Up to which day something is to rest: `until friday`, `for two weeks`, « jusqu’au 15 ». */

/** A day as it was typed. */
export interface Until {
  readonly typed: string;
  /** The first such day after today; `null` where the text is not understood, or is over. */
  readonly date: Temporal.PlainDate | null;
  readonly isPast: boolean;
  /** Whether no word says that it is the end: `next week` may be when something is to rest. */
  readonly isBare: boolean;
}

type Reader = Pick<CommandContext, 'now' | 'zone' | 'dateOrder' | 'words'>;

/** Numbers of days and weeks in words, the longest first; a name may be one of the others. */
const COUNTS = ['a couple of', ...NUMBERS.keys()]
  .filter((word) => !/^(?:zero|single|seule?)$/u.test(word))
  .toSorted((one, other) => other.length - one.length)
  .join('|');
/** `3d`, `two weeks`, unlike somebody called As or Am. */
const LENGTH = String.raw`(?:\d{1,3}\s*|(?:${COUNTS})\s+)(?:${TIME_UNITS})`;
const NEXT = String.raw`tomorrow|demain|next\s+\p{L}+|(?:la\s+)?(?:semaine|\p{L}+di|dimanche)\s+prochaine?|(?:le\s+)?mois\s+prochain`;

/** Days that are counted from today, which no query has. */
const COUNTED_DAY = String.raw`${NEXT}|(?:(?:for|in|by|pour|pendant|dans)\s+|d['’])${LENGTH}`;

const BARE = new RegExp(`^(?:${NEXT})$`, 'iu');
/** Before a day, and what else stands before the number of days: `until friday`, `for two weeks`. */
const UNTIL =
  /(?<=^|\s)(until|till?|for|pendant|(?<!for |in )[aà]ux?|(?<!for |in )[aà]|jusqu['’]?(?:[aà](?: la)?|aux?|en)|jusque|après|apres|after)\s(.+)$/iu;
/** Words that are names, or stand before towns and people, as well. */
const WEAK = /^(?:till?|[aà]u?x?|for|pendant|apr[eè]s|after)$/iu;
/** A day that needs no word before it, at the end. */
const ENDING = new RegExp(String.raw`(?<=^|\s)(${COUNTED_DAY}|(?:de\s+)?${LENGTH})$`, 'iu');

/** The day at the end of `LY-0342 until friday`, and what stands before it; `null` for no day. */
export function untilIn(
  text: string,
  reader: Reader,
): { readonly before: string; readonly until: Until | null } {
  const typed = text.trim().replaceAll(/\s+/gu, ' ');
  const found = UNTIL.exec(typed);
  const [, word = '', day = ''] = found ?? [];
  const isAfter = /^a/iu.test(word) && !/^[aà]ux?$|^[aà]$/iu.test(word);
  const until = found === null ? null : { ...untilOf(day, isAfter, reader), isBare: false };
  const isUntil = until !== null && !(WEAK.test(word) && until.date === null && !until.isPast);
  if (isUntil) return { before: typed.slice(0, found?.index).trimEnd(), until };
  const ending = ENDING.exec(typed);
  if (ending === null) return { before: typed, until: null };
  const [, counted = ''] = ending;
  return {
    before: typed.slice(0, ending.index).trimEnd(),
    until: { ...untilOf(counted, false, reader), isBare: BARE.test(counted) },
  };
}

/** @param isAfter whether it ends the day after: `after christmas` */
function untilOf(typed: string, isAfter: boolean, reader: Reader): Omit<Until, 'isBare'> {
  const today = dateOf(reader.now(), reader.zone);
  const [after = ''] = AFTER.exec(typed) ?? [];
  const day = typed.slice(after.length).replace(HOUR, '').trim();
  const named = countedDay(day, today) ?? namedDay(day, today, reader);
  const date = isAfter || after !== '' ? (named?.add({ days: 1 }) ?? null) : named;
  if (date === null) return { typed, date, isPast: false };
  const isPast = Temporal.PlainDate.compare(date, today) <= 0;
  return { typed, date: isPast ? null : date, isPast };
}

const AFTER = /^(?:after|apr[eè]s) /iu;
/** A time of the day, which no rest has: something is back on the morning of its day. */
const HOUR =
  / (?:(?:at|à|vers) )?(?:\d{1,2}(?::\d{2}| ?h(?:\d{2})?| ?[ap]m)|morning|afternoon|evening|matin|soir|après-midi)$/iu;

const TOMORROW = /^(?:tomorrow|demain)$/iu;
const NEXT_PERIOD =
  /^(?:next\s+(week|month)|(?:la\s+)?(semaine)\s+prochaine|(?:le\s+)?(mois)\s+prochain)$/iu;
const END_OF =
  /^(?:the\s+|la\s+)?(?:end\s+of|fin\s+(?:de|du))\s+(?:the\s+|la\s+)?(week|month|semaine|mois)$/iu;
const LASTING = new RegExp(
  String.raw`^(?:(?:for|in|by|pour|pendant|dans|de)\s+|d['’])?(\d{1,3}|${COUNTS})\s*(${TIME_UNITS})$`,
  'iu',
);
/** `the 3rd`, `mardi 8`, « 1er » */
const NUMBERED =
  /^(?:(?:the|le)\s+)?(?:(\p{L}+)\s+(?:the\s+)?)?(\d{1,2})(?:st|nd|rd|th|er)?(?:\s+(?:of the month|du mois))?$/iu;
const COUPLE = 2;
const DAYS_A_WEEK = 7;

/** A day that is counted from today. */
function countedDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate | null {
  if (TOMORROW.test(text)) return today.add({ days: 1 });
  const monday = today.add({ days: DAYS_A_WEEK + 1 - today.dayOfWeek });
  const firstOfNext = today.with({ day: 1 }).add({ months: 1 });
  const [next, ...periods] = NEXT_PERIOD.exec(text) ?? END_OF.exec(text) ?? [];
  if (next !== undefined) {
    return periods.some((period) => period !== undefined && /^mo/iu.test(period))
      ? firstOfNext
      : monday;
  }
  const [, weekday, number] = NUMBERED.exec(text) ?? [];
  const isDay = weekday === undefined || WEEKDAY_NAMES.some((name) => name === dateNamed(weekday));
  if (number !== undefined && isDay) {
    return numberedDay(Number(number), today.add({ days: 1 }), 'coming');
  }
  const [lasting, count = '', unit = ''] = LASTING.exec(text) ?? [];
  if (lasting === undefined) return null;
  const spelled = /^a couple/iu.test(count) ? COUPLE : NUMBERS.get(fold(count));
  const many = spelled ?? Number(count);
  const lengths = { d: { days: many }, w: { weeks: many }, mo: { months: many } } as const;
  const named = unitNamed(unit);
  return named === 'd' || named === 'w' || named === 'mo' ? today.add(lengths[named]) : null;
}

/** The first day of a date after today; its last one where all of it is over. */
function namedDay(text: string, today: Temporal.PlainDate, reader: Reader) {
  // Some months, such as “janvier”, are names of people without their preposition.
  const date = dateIn(text, reader) ?? dateIn(`en ${text}`, reader);
  if (date === null) return null;
  const { first, last } = daysOfDate(date, today, 'coming');
  if (Temporal.PlainDate.compare(first, today) > 0) return first;
  if (date === 'today' || Temporal.PlainDate.compare(last, today) < 0) return last;
  // A weekday on that day is the next one; a month or a year that has begun is no day to come.
  const next = daysOfDate(date, today.add({ days: 1 }), 'coming').first;
  return Temporal.PlainDate.compare(next, today) > 0 ? next : null;
}

/** Feasts that are names of people elsewhere. */
const FEASTS: ReadonlyMap<string, string> = new Map([
  ['noel', '25-december'],
  ['nouvel an', '1-january'],
  ['le nouvel an', '1-january'],
  ['le jour de l an', '1-january'],
]);

/** The one date that a text is, as a value of queries. */
function dateIn(text: string, { words, dateOrder }: Reader): string | null {
  const feast = FEASTS.get(fold(text));
  if (feast !== undefined) return feast;
  // “Next monday”, “the 3rd of December”
  const day = text
    .replace(/^next\s+|\sprochaine?$/iu, '')
    .replace(
      /^(?:(?:the|le)\s+)?(\d{1,2})(?:st|nd|rd|th|er)?\s+(?:of\s+|de\s+|d['’])?(?=\p{L})/iu,
      '$1 ',
    );
  const understood = understandOrNull(day, words.language, { dateOrder });
  const [condition, ...more] = understood?.query.conditions ?? [];
  const isDate = condition?.kind === 'date' && more.length === 0 && understood?.isWhole === true;
  if (!isDate || understood.ignored.length > 0) return null;
  const [date] = condition.any;
  return date?.is === '=' ? date.value : null;
}

const REMINDED_DAY = new RegExp(String.raw`(?<!\S)(?:${COUNTED_DAY})(?![\p{L}\d])`, 'iu');

export interface Reminder {
  /** Words of the file; empty where no file has any. */
  readonly file: string;
  /** As it was typed, or as a value of queries; `null` without one. */
  readonly day: string | null;
}

/**
 * The file and the day of “remind me about Dupont tomorrow”; `null` for any other text, as for “remind
 * me if Dupont is approved”, which is of an event.
 */
export function reminderIn(text: string, isInFiles: (word: string) => boolean): Reminder | null {
  const [counted = null] = REMINDED_DAY.exec(text) ?? [];
  const about = remindedIn(text.replace(REMINDED_DAY, ' '));
  if (about === null) return null;
  const { query, rest = '' } = understandOrNull(about, undefined, DAY_FIRST) ?? {};
  if (query?.conditions.every(({ kind }) => kind === 'words' || kind === 'date') !== true)
    return null;
  const dates = query.conditions.flatMap((one) => (one.kind === 'date' ? one.any : []));
  const [named = null] = dates.flatMap((date) => (date.is === '=' ? [date.value] : []));
  return { file: rest.split(' ').filter(isInFiles).join(' '), day: counted ?? named };
}

const DAY_FIRST = { dateOrder: 'day-first', email: null } as const;

/** What follows an order to remind: `Dupont` of “remind me about Dupont”; `null` without one. */
function remindedIn(text: string): string | null {
  const words = wordsOf(text);
  let at = words.findIndex(
    (word, index) => lengthOf(ASKED.remind, words, index) > 0 || !isBefore(word),
  );
  const remind = at < 0 ? 0 : lengthOf(ASKED.remind, words, at);
  if (remind === 0) return null;
  at += remind;
  at += lengthOf(ASKED.me, words, at) || lengthOf(ASKED.us, words, at);
  return lengthOf(ASKED.when, words, at) > 0
    ? null
    : words.slice(at + lengthOf(ASKED.whether, words, at)).join(' ');
}
