import { type Days, daysOfDate, daysOfRange, isAbsolute, type Side } from './periods.ts';
import type { Comparison, Condition } from './query.ts';

/** From one value to another; a bound itself may be left out. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}

/** Days from which relative dates are counted: those of a year, for each has another weekday. */
const SOME_YEAR = Array.from({ length: 366 }, (_, day) =>
  Temporal.PlainDate.from('2028-01-01').add({ days: day }),
);
const MS_A_DAY = 86_400_000;

/**
 * Whether two conditions on the number or the date of one key hold for no value together, on any day:
 * “this month” and “last month”, unlike “this month” and “Monday”.
 */
export function areApart(one: Condition, other: Condition): boolean {
  if (one.not || other.not) return false;
  if (one.kind === 'number' && other.kind === 'number') {
    return areAllApart(one.any.map(intervalOf), other.any.map(intervalOf));
  }
  if (one.kind !== 'date' || other.kind !== 'date') return false;
  const dates = [...one.any, ...other.any].flatMap((each) =>
    each.is === '..' ? [each.from, each.to] : [each.value],
  );
  const areMixed = dates.some(isAbsolute) && !dates.every(isAbsolute);
  if (areMixed) return false;
  const side = one.key === 'availability' ? 'coming' : 'past';
  const days = dates.every(isAbsolute) ? SOME_YEAR.slice(0, 1) : SOME_YEAR;
  return days.every((today) => {
    const intervals = ({ any }: typeof one) => any.map((each) => daysIn(each, today, side));
    return areAllApart(intervals(one), intervals(other));
  });
}

function areAllApart(some: readonly Interval[], others: readonly Interval[]): boolean {
  return some.every((one) =>
    others.every((other) => {
      const from = Math.max(one.from, other.from);
      const to = Math.min(one.to, other.to);
      return from > to || (from === to && (one.isOpen || other.isOpen));
    }),
  );
}

function intervalOf(comparison: Comparison<number>): Interval {
  switch (comparison.is) {
    case '>':
    case '>=':
      return { from: comparison.value, to: Infinity, isOpen: comparison.is === '>' };
    case '<':
    case '<=':
      return { from: -Infinity, to: comparison.value, isOpen: comparison.is === '<' };
    case '=':
      return { from: comparison.value, to: comparison.value, isOpen: false };
    case '..':
      return { from: comparison.from, to: comparison.to, isOpen: false };
  }
}

/** The days of a comparison, numbered. */
function daysIn(comparison: Comparison<string>, today: Temporal.PlainDate, side: Side): Interval {
  const { first, last }: Days =
    comparison.is === '..'
      ? daysOfRange(comparison.from, comparison.to, today, side)
      : daysOfDate(comparison.value, today, side);
  const [from, to] = [first, last].map(
    (day) => Date.UTC(day.year, day.month - 1, day.day) / MS_A_DAY,
  );
  const days = intervalOf(
    comparison.is === '..'
      ? { is: '..', from: from ?? 0, to: to ?? 0 }
      : {
          is: comparison.is,
          value: (comparison.is === '>' || comparison.is === '<=' ? to : from) ?? 0,
        },
  );
  return comparison.is === '=' ? { ...days, to: to ?? 0 } : days;
}
