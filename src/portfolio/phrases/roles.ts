import { conditionIn, isFree, ownIn } from './conditions.ts';
import { NOT_OWN, PHRASES, ROLES } from './grammar/tables.ts';
import { endOf, longest, type Match, type Sentence } from './words.ts';

/** Who manages files or took them, as a phrase says it. */

/**
 * The condition on the person whom a role phrase names: `managed by Sophie`.
 *
 * @param at where the phrase begins, with the negation that may stand before it
 * @param from where it begins without that
 * @param isDenied whether files of these persons are left out: “managed by Sophie and me” is no phrase
 */
export function roleIn(
  sentence: Sentence,
  at: number,
  from: number,
  isDenied: boolean,
): Match<string> | null {
  const found = longest(sentence, from, (phrase) => ROLES.get(phrase));
  const word = found === null ? undefined : sentence.words[found.end];
  if (found === null || word === undefined) return null;
  // “Taken by nobody”
  const known = Math.max(
    conditionIn(sentence, at)?.end ?? 0,
    conditionIn(sentence, from)?.end ?? 0,
    endOf(sentence, at, NOT_OWN) ?? 0,
  );
  const isPerson =
    word.kind === 'syntax' ? word.text.startsWith('<@') : isFree(sentence, found.end);
  if (known > found.end || !isPerson) return null;
  const isName = found.meaning === 'manager';
  const { names, end } = isName
    ? namesAt(sentence, found.end)
    : { names: [word.text], end: found.end + 1 };
  const link = linkAt(sentence, end) ?? end;
  const isAlsoOwn = isName && PHRASES.writer.has(sentence.words[link]?.folded ?? '');
  // “Managed by Sophie and me”
  if (isAlsoOwn && !isDenied) return null;
  const values = isName ? names.map((name) => `"${name}"`) : names;
  const own = isAlsoOwn ? [ownIn(sentence, link).slice('manager:'.length)] : [];
  const meaning = `${found.meaning}:${[...values, ...own].join()}`;
  return { meaning, end: isAlsoOwn ? link + 1 : end };
}

/** The place behind “and” or “or”; `null` for another word. */
export function linkAt({ words }: Sentence, at: number): number | null {
  const link = words[at]?.folded ?? '';
  return PHRASES.and.has(link) || PHRASES.or.has(link) ? at + 1 : null;
}

/**
 * The names from a place on, and the place behind them: `Sophie Martin`, `Sophie and Oliver`, unlike
 * `Sophie lyon`.
 */
export function namesAt(
  sentence: Sentence,
  first: number,
): { names: readonly string[]; end: number } {
  const { words } = sentence;
  const names = [words[first]?.text ?? ''];
  let end = first + 1;
  for (;;) {
    const next = linkAt(sentence, end) ?? end;
    const isName = next > end || [end - 1, end].every((place) => isCapital(words[place]?.text));
    if (!isName || words[end - 1]?.hasComma === true || !isFree(sentence, next)) break;
    const { text = '' } = words[next] ?? {};
    if (next > end) names.push(text);
    else names.push(`${names.pop()} ${text}`);
    end = next + 1;
  }
  return { names, end };
}

function isCapital(word = ''): boolean {
  return /^\p{Lu}/u.test(word);
}
