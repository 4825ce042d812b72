import { type Calendar, dateOf } from '../../../src/portfolio/calendar/working-days.ts';
import type { Entry } from '../../../src/portfolio/entry.ts';
import type {
  Age,
  Comparison,
  Condition,
  Query,
  Sort,
} from '../../../src/portfolio/query/query.ts';
import type { SearchContext } from '../../../src/portfolio/search/execute.ts';

/** The plainest way to say which entries a query finds: slow, and written from DESIGN.md alone. */
export function finds(
  query: Query,
  entry: Entry,
  searchContext: SearchContext,
  calendar: Calendar,
): boolean {
  return query.conditions.every(
    (condition) => condition.not !== holds(condition, entry, searchContext, calendar),
  );
}

/** The plainest way to say how two entries follow each other; ids decide between equal ones. */
export function follows(sort: Sort, one: Entry, other: Entry): number {
  const values: Record<Sort, (entry: Entry) => number | null> = {
    oldest: ({ createdMs }) => createdMs,
    newest: ({ createdMs }) => createdMs && -createdMs,
    score: ({ score }) => score && -score,
    completion: ({ completion }) => completion && -completion,
    updated: ({ updatedMs }) => updatedMs && -updatedMs,
    waiting: ({ createdMs }) => createdMs,
  };
  const [here, there] = [values[sort](one), values[sort](other)];
  const [isReady, isOtherReady] = [one.decision === 'READY', other.decision === 'READY'];
  if (sort === 'waiting' && isReady !== isOtherReady) return isReady ? -1 : 1;
  if (here !== null && there !== null && here !== there) return here - there;
  if ((here === null) !== (there === null)) return here === null ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

function holds(
  condition: Condition,
  entry: Entry,
  searchContext: SearchContext,
  calendar: Calendar,
): boolean {
  switch (condition.kind) {
    case 'words': {
      const texts = [...namesOf(entry), entry.property.title, entry.property.reference];
      return condition.any.some((phrase) => texts.some((text) => hasPhrase(text, phrase)));
    }
    case 'text': {
      const texts = {
        property: [entry.property.title, entry.property.reference],
        applicant: namesOf(entry),
        manager: entry.managers.names,
        tag: entry.tags.names,
      }[condition.key];
      return condition.any.some((phrase) => texts.some((text) => hasPhrase(text, phrase)));
    }
    case 'choice': {
      const value = condition.key === 'category' ? entry.property.category : entry[condition.key];
      return value !== null && condition.any.includes(value);
    }
    case 'number': {
      const value = condition.key === 'rent' ? entry.property.rent : entry[condition.key];
      if (value === null) return false;
      const isShare = condition.key === 'completion' && searchContext.completionMax === 1;
      const shown = isShare ? Number((value * 100).toFixed(6)) : value;
      return condition.any.some((one) => compares(one, (wanted) => shown - wanted));
    }
    case 'age': {
      const since =
        condition.key === 'age' ? entry.createdMs : (entry.updatedMs ?? entry.createdMs);
      if (since === null) return false;
      return condition.any.some((one) =>
        compares(one, (age) => older(since, age, searchContext, calendar)),
      );
    }
    case 'date': {
      const time = condition.key === 'created' ? entry.createdMs : entry.updatedMs;
      if (time === null) return false;
      const date = dateOf(time, searchContext.zone).toString();
      return condition.any.some((one) =>
        compares(one, (wanted) => (date.startsWith(wanted) ? 0 : date < wanted ? -1 : 1)),
      );
    }
    case 'flag':
      return condition.any.includes(entry.archivedMs !== null);
  }
}

/** `difference` is below, at or above zero as the value is below, at or above the wanted one. */
function compares<Value>(
  comparison: Comparison<Value>,
  difference: (wanted: Value) => number,
): boolean {
  switch (comparison.is) {
    case '>':
      return difference(comparison.value) > 0;
    case '>=':
      return difference(comparison.value) >= 0;
    case '<':
      return difference(comparison.value) < 0;
    case '<=':
      return difference(comparison.value) <= 0;
    case '=':
      return difference(comparison.value) === 0;
    case '..':
      return difference(comparison.from) >= 0 && difference(comparison.to) <= 0;
  }
}

function older(
  sinceMs: number,
  age: Age,
  { nowMs, zone }: SearchContext,
  calendar: Calendar,
): number {
  const today = dateOf(nowMs, zone);
  const date = dateOf(sinceMs, zone);
  switch (age.unit) {
    case 'h':
      return nowMs - sinceMs - age.count * 3_600_000;
    case 'd':
      return date.until(today).days - age.count;
    case 'w':
      return date.until(today).days - age.count * 7;
    case 'mo':
      return Temporal.PlainDate.compare(today.subtract({ months: age.count }), date);
    case 'bd': {
      let count = 0;
      for (let day = date.add({ days: 1 }); Temporal.PlainDate.compare(day, today) <= 0;) {
        if (calendar.isWorkingDay(day)) count += 1;
        day = day.add({ days: 1 });
      }
      return count - age.count;
    }
  }
}

/** A name can be said either way round; that one may also say the first name twice does no harm. */
function namesOf({ applicants }: Entry): string[] {
  return applicants.map(({ firstName, lastName }) =>
    firstName && lastName
      ? `${firstName} ${lastName} ${firstName}`
      : `${firstName ?? ''} ${lastName ?? ''}`,
  );
}

function hasPhrase(text: string | null, phrase: string): boolean {
  const words = wordsIn(text ?? '');
  const wanted = wordsIn(phrase);
  return words.some((_, start) =>
    wanted.every((word, index) => {
      const isLast = index === wanted.length - 1;
      const there = words[start + index];
      return isLast ? there?.startsWith(word) : there === word;
    }),
  );
}

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
