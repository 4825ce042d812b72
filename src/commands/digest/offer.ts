import { OptionError } from '../../digests/options/parse.ts';
import { EACH } from '../../digests/options/times.ts';
import type { Messages } from '../../i18n/types.ts';
import { fold, withoutFullStop } from '../../lib/text.ts';
import { isSmall } from '../../portfolio/phrases/grammar/tables.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { keyNamed, vocabularyIn } from '../../portfolio/query/vocabulary/index.ts';
import type { CommandContext } from '../command.ts';
import { countFiles } from '../file-list.ts';

/** Free words of one line that are looked up. */
const WORDS_MAX = 6;

/** Whether some property has a word, as far as the files are known. */
export function propertiesHave(word: string, call: CommandContext): boolean {
  return fits(ofProperty(queryOf(word)), call);
}

/** Whether some file has a word, as far as the files are known. */
export function filesHave(word: string, call: CommandContext): boolean {
  return fits(queryOf(word), call);
}

function queryOf(word: string): Query {
  return { conditions: [{ kind: 'words', not: false, any: [word] }], sort: null };
}

function fits(query: Query, call: CommandContext): boolean {
  const snapshot = call.portfolio.latest();
  return snapshot === null || countFiles(query, snapshot, call) > 0;
}

/** A query whose free words are asked of properties: `Lyon` is `property:Lyon`. */
export function ofProperty({ conditions, sort }: Query): Query {
  return {
    conditions: conditions.map((condition) =>
      condition.kind === 'words' ? { ...condition, kind: 'text', key: 'property' } : condition,
    ),
    sort,
  };
}

/** A line with its free words as conditions, and the first of these. */
interface LineOffer {
  readonly line: string;
  readonly condition: string;
}

/**
 * A line whose free words are all of properties, with them as conditions: `9am ready Lyon` becomes `9am
 * ready property:Lyon`. `null` for another error, and for a word that no property has, which may be a
 * person.
 *
 * @param parse reads a line as it is typed
 */
export function offerOfProperties(
  error: unknown,
  typed: string,
  parse: (line: string) => unknown,
  call: CommandContext,
): LineOffer | null {
  let line = typed.trim();
  let wrong = error;
  let first: string | null = null;
  for (let count = 0; count < WORDS_MAX; count += 1) {
    if (!(wrong instanceof OptionError) || wrong.code !== 'free_word') return null;
    const at = line.length - wrong.text.length + wrong.at;
    const word = withoutFullStop(wrong.word);
    if (!/^[\p{L}\p{M}\p{N}’'-]+$/u.test(word) || !propertiesHave(word, call)) return null;
    const condition = `${propertyKey(call.words)}:${word}`;
    first ??= condition;
    const after = line.slice(at + wrong.word.length);
    line = `${withoutSmallEnd(line.slice(0, at))}${condition}${after}`;
    try {
      parse(line);
      return { line, condition: first };
    } catch (next) {
      wrong = next;
    }
  }
  return null;
}

function propertyKey({ language }: Messages): string {
  const names = Object.values(vocabularyIn(language).keys);
  return names.find(([name]) => keyNamed(name) === 'property')?.[0] ?? 'property';
}

/** A text without the small words at its end: `the ready files of ` becomes `the ready `. */
function withoutSmallEnd(text: string): string {
  const words = text.split(' ');
  let end = words.length - 1;
  while (end > 0 && isDropped(words[end - 1] ?? '')) end -= 1;
  return [...words.slice(0, end), ''].join(' ');
}

function isDropped(word: string): boolean {
  return isSmall(word) && !EACH.has(fold(word));
}
