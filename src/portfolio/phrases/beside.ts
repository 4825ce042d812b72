import { queryOrNull } from '../query/parser.ts';
import { daysOfDate, daysOfRange, type Days, type Length, periodBeside } from '../query/periods.ts';
import type { Condition, Query } from '../query/query.ts';
import { sentenceOrNull } from './follow-up.ts';
import { besideIn } from './list-reference.ts';

/**
 * The query for the period before or after that of a list, counted from there: “and the week
 * before”, after “approved last week”; `null` for any other text, and where the list has not exactly
 * one period.
 *
 * @param today where the reader is
 */
export function besideQuery(base: Query, text: string, today: Temporal.PlainDate): Query | null {
  const sentence = sentenceOrNull(text);
  const found = sentence && besideIn(sentence);
  const dates = base.conditions.filter((one) => one.kind === 'date' && !one.not);
  const [old] = dates;
  if (found === null || dates.length !== 1) return null;
  const days = old?.kind === 'date' ? daysOf(old, today) : null;
  if (old?.kind !== 'date' || days === null) return null;
  const { length, side } = found;
  const value = valueOf(length, periodBeside(length, days, side));
  const [now] = queryOrNull(`${old.key}:${value}`)?.conditions ?? [];
  if (now === undefined) return null;
  return { ...base, conditions: base.conditions.map((one) => (one === old ? now : one)) };
}

function daysOf(
  { key, any }: Extract<Condition, { kind: 'date' }>,
  today: Temporal.PlainDate,
): Days | null {
  const [date, more] = any;
  if (date === undefined || more !== undefined) return null;
  const side = key === 'availability' ? 'coming' : 'past';
  return date.is === '..'
    ? daysOfRange(date.from, date.to, today, side)
    : daysOfDate(date.value, today, side);
}

/** A value of queries: `2026-10` for a month, `2026-11-09..2026-11-15` for a week. */
function valueOf(length: Length, { first, last }: Days): string {
  const day = first.toString();
  if (length === 'year') return day.slice(0, YEAR_DIGITS);
  if (length === 'month') return day.slice(0, MONTH_DIGITS);
  return length === 'day' ? day : `${day}..${last.toString()}`;
}

const YEAR_DIGITS = 4;
const MONTH_DIGITS = 7;
