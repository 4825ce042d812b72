import type { Age, Comparison, Condition, Query } from './query.ts';
import { AS_SPELLED } from './values.ts';
import { vocabularyIn, wordFor } from './vocabulary/index.ts';
import type { Language } from './vocabulary/types.ts';

/** An unquoted word such as `score>70` would be refused as a missing colon. */
const HAS_SIGN = /[<>=]/;
const NEEDS_QUOTES = /[\s,:]|^[-‐‑–—−]/u;

/** A query as text in a language. Parsing it gives the same query. */
export function formatQuery({ conditions, sort }: Query, language: Language): string {
  const { keys, sorts } = vocabularyIn(language);
  return [
    ...conditions.map((condition) => formatCondition(condition, language)),
    ...(sort === null ? [] : [`${keys.sort[0]}:${sorts[sort][0]}`]),
  ].join(' ');
}

function formatCondition(condition: Condition, language: Language): string {
  const values = formatValues(condition, language).join(',');
  const key = condition.kind === 'words' ? '' : `${vocabularyIn(language).keys[condition.key][0]}:`;
  return `${condition.not ? '-' : ''}${key}${values}`;
}

function formatValues(condition: Condition, language: Language): readonly string[] {
  const { units, flags } = vocabularyIn(language);
  switch (condition.kind) {
    case 'words':
      return condition.any.map((text) => (HAS_SIGN.test(text) ? `"${text}"` : quoted(text)));
    case 'text':
      return condition.any.map(quoted);
    case 'choice':
      return condition.any.map(
        (value) => wordFor(condition.key, value, language) ?? quoted(AS_SPELLED + value),
      );
    case 'number': {
      // A comma after a sign could be a decimal one: a second sign rules that out.
      const hasSign = condition.any.some(({ is }) => is !== '=' && is !== '..');
      return condition.any.map(
        (one) => (hasSign && one.is === '=' ? '=' : '') + formatComparison(one, String),
      );
    }
    case 'age':
      return condition.any.map((one) =>
        formatComparison(one, ({ count, unit }: Age) => `${count}${units[unit][0]}`),
      );
    case 'date':
      return condition.any.map((one) => formatComparison(one, String));
    case 'flag':
      return condition.any.map((flag) => (flag ? flags.yes : flags.no)[0]);
  }
}

function formatComparison<Value>(
  comparison: Comparison<Value>,
  format: (value: Value) => string,
): string {
  if (comparison.is === '..') return `${format(comparison.from)}..${format(comparison.to)}`;
  const operator = comparison.is === '=' ? '' : comparison.is;
  return operator + format(comparison.value);
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text}"` : text;
}
