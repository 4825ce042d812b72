import { fold } from '../../lib/text.ts';
import { isDecided } from '../lifecycle.ts';
import { parseQuery, queryOrNull } from '../query/parser.ts';
import type { Language } from '../query/vocabulary/types.ts';
import { isFree, linkAt, namesAt, ownIn, roleIn } from './conditions.ts';
import { comingDateAt, dateAt } from './dates.ts';
import { isUnit } from './figures/amounts.ts';
import { PHRASES, TOOK, TOOK_ASKED, TOOK_BEHIND } from './grammar/tables.ts';
import { add, type Parts } from './parts.ts';
import { endOf, longest, type Sentence, sentenceOf, skip, typedOf, wordsIn } from './words.ts';

/** Persons of whom a sentence speaks beside the applicants: who manages files, took or decided them. */

/**
 * `the files of Sophie and me`, `mine and Oliver’s`: those of either, as no file need have both
 * managers.
 */
export function ownersAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words, writer } = sentence;
  if (writer.email === undefined) return null;
  const own = longest(sentence, at, (phrase) => (PHRASES.own.has(phrase) ? phrase : undefined));
  if (own !== null) {
    const link = linkAt(sentence, own.end);
    const place = link === null ? null : skip(sentence, link, PHRASES.small);
    if (link === null || place === null || !isFree(sentence, place)) return null;
    const end = genitiveEnd(sentence, place);
    const isOf = words.slice(link, place).some(({ folded }) => PHRASES.of.has(folded));
    return end === null && !isOf ? null : addOwners(sentence, at, place, end ?? place + 1, parts);
  }
  if (!isFree(sentence, at)) return null;
  const genitive = genitiveEnd(sentence, at);
  const link = linkAt(sentence, genitive ?? at + 1);
  if (link === null) return null;
  if (PHRASES.writer.has(words[link]?.folded ?? ''))
    return addOwners(sentence, link, at, link + 1, parts);
  const last = endOf(sentence, link, PHRASES.own);
  return last === null || genitive === null ? null : addOwners(sentence, link, at, last, parts);
}

/** The place behind `Oliver’s`, whose ending is a word of its own. */
function genitiveEnd({ words }: Sentence, at: number): number | null {
  const ending = words[at + 1];
  return ending?.isAttached === true && ending.folded === GENITIVE ? at + 2 : null;
}

const GENITIVE = 's';

/** Adds the person who writes and another as managers; gives the place behind both. */
function addOwners(
  sentence: Sentence,
  own: number,
  other: number,
  end: number,
  parts: Parts,
): number {
  add(ownIn(sentence, own), false, own, parts);
  add(`manager:"${sentence.words[other]?.text ?? ''}"`, false, other, parts);
  return end;
}

/**
 * `managed by Sophie`, `taken by @Bob`: of those who took a file, only a person whom Slack has marked in
 * the text is known.
 *
 * @throws {QueryError} for the name of one who took a file, which says what may stand there
 */
export function roleAt(
  sentence: Sentence,
  at: number,
  language: Language,
  parts: Parts,
): number | null {
  const not = endOf(sentence, at, PHRASES.not);
  const role = roleIn(sentence, at, not ?? at, not !== null);
  if (role === null) return null;
  parseQuery(role.meaning, language);
  parts.conditions.push(not === null ? role.meaning : `-${role.meaning}`);
  return role.end;
}

/**
 * `Claire took`, `has Claire taken`: who took a file, which the text has to mark.
 *
 * @throws {QueryError} for a name, which says what may stand there
 */
export function takerAt(sentence: Sentence, at: number, language: Language, parts: Parts) {
  const asked = endOf(sentence, at, TOOK_ASKED);
  const place = asked ?? at;
  const word = sentence.words[place];
  const isMarked = word?.kind === 'syntax' && word.text.startsWith('<@');
  if (word === undefined || !(isMarked || isFree(sentence, place))) return null;
  const end = endOf(sentence, place + 1, asked === null ? TOOK : TOOK_BEHIND);
  // “How long did Dupont take”, “Dupont took the flat”
  const isOther = LENGTHS.has(sentence.words[at - 1]?.folded ?? '');
  if (end === null || end < sentence.words.length || isOther) return null;
  const condition = `taken:${word.text}`;
  parseQuery(condition, language);
  parts.conditions.push(condition);
  return end;
}

/** `approved by Sophie`: who decided, which no file says, so that it is no condition on its manager. */
export function deciderAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  // “Approved in Lyon by Sophie”, unlike “approved, managed by Sophie”
  const isBehind = PHRASES.by.has(words[at]?.folded ?? '') && parts.spans.at(-1)?.end === at;
  if (!isBehind || !['decision', '-decision'].some((key) => isMade(key, parts))) return null;
  const first = skip(sentence, at + 1, PHRASES.small);
  if (!isFree(sentence, first)) return null;
  const { end } = namesAt(sentence, first);
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** Whether the values of a key are decisions that were made. */
function isMade(key: string, { choices }: Pick<Parts, 'choices'>): boolean {
  const [made] = queryOrNull(`decision:${choices.get(key)?.join() ?? ''}`)?.conditions ?? [];
  return made?.kind === 'choice' && made.any.every(isDecided);
}

/** Before “did” and “has”, where something else than files was taken. */
const LENGTHS: ReadonlySet<string> = new Set(['long', 'much', 'many']);

/** Whether an ignored text says who has decided: `by Sophie`, unlike `by Monday`. */
export function isDecider(text: string): boolean {
  const [first = '', ...more] = fold(text).split(' ');
  if (!PHRASES.by.has(first) || more.length === 0) return false;
  const sentence = sentenceOf(wordsIn(text, isUnit));
  return comingDateAt(sentence, 0) === null && dateAt(sentence, 0) === null;
}
