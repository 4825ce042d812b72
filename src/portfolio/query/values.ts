import { didYouMean, fold } from '../../lib/text.ts';
import { type Asked, refusal } from './errors.ts';
import type { KeyOf } from './keys/index.ts';
import type { Part } from './keys/parts.ts';
import type { Sort } from './query.ts';
import type { Token, ValuePiece } from './tokenizer.ts';
import {
  choiceKeyOf,
  choiceSpellings,
  flagNamed,
  keyWord,
  partNamed,
  personNamed,
  sortNamed,
  spellingsOf,
  valuesNamed,
  vocabularyIn,
} from './vocabulary/index.ts';

/** Prefix of a value in the service's spelling, known or not. */
export const AS_SPELLED = '=';

/**
 * A search text.
 *
 * @throws {QueryError} when it has neither letters nor digits
 */
export function textIn(piece: ValuePiece, asked: Asked): string {
  if (fold(piece.plain) === '') throw refusal('query_empty_word', piece, asked);
  return piece.plain;
}

/** Values of a key that files have, by a word for them. */
export type ServedValues = (key: KeyOf<'choice'>, word: string) => readonly string[];

/**
 * The service's values for a word: those that the specification names, or those of some file.
 *
 * @throws {QueryError} for an unknown word; the error names the key that the word belongs to, if
 *   any
 */
export function choicesIn(
  key: KeyOf<'choice'>,
  piece: ValuePiece,
  { body, values }: Token,
  asked: Asked,
  served: ServedValues,
): readonly string[] {
  const isSpelled = piece.plain.startsWith(AS_SPELLED);
  const word = isSpelled ? piece.plain.slice(AS_SPELLED.length).trim() : piece.plain;
  const named = valuesNamed(key, word);
  if (named !== undefined) return named;
  if (isSpelled && word !== '') return [word];
  const found = served(key, word);
  if (found.length > 0) return found;
  const vocabulary = vocabularyIn(asked.language);
  const valid = choiceSpellings(key, vocabulary).map(([first]) => first);
  const other = values.length === 1 ? choiceKeyOf(word) : undefined;
  if (other !== undefined) {
    const nearest = `${keyWord(other, asked.language)}:${piece.text}`;
    throw refusal('query_unknown_value', body, asked, { valid, nearest });
  }
  const nearest = didYouMean(
    word,
    spellingsOf(asked.language, (each) => choiceSpellings(key, each)),
  );
  throw refusal('query_unknown_value', piece, asked, { valid, nearest });
}

/** @throws {QueryError} for anything but a yes or a no */
export function flagIn(piece: ValuePiece, asked: Asked): boolean {
  const flag = flagNamed(piece.plain);
  if (flag !== undefined) return flag;
  const { yes, no } = vocabularyIn(asked.language).flags;
  const nearest = didYouMean(
    piece.plain,
    spellingsOf(asked.language, ({ flags }) => Object.values(flags)),
  );
  throw refusal('query_unknown_value', piece, asked, { valid: [yes[0], no[0]], nearest });
}

/** A person as Slack writes one, `<@U123>` or `<@U123|name>`, or as a formatted query does. */
const PERSON_ID = /^<?@([UW][A-Z0-9]{2,30})(?:\|[^>]*)?>?$/iu;

/**
 * `me`, `nobody` or the Slack id of a person.
 *
 * @throws {QueryError} for anything else
 */
export function personIn(piece: ValuePiece, asked: Asked): string {
  const named = personNamed(piece.plain) ?? PERSON_ID.exec(piece.plain)?.[1]?.toUpperCase();
  if (named !== undefined) return named;
  const { me, nobody } = vocabularyIn(asked.language).people;
  const valid = [me[0], nobody[0], PERSON_EXAMPLE[asked.language]];
  const nearest = didYouMean(
    piece.plain,
    spellingsOf(asked.language, ({ people }) => Object.values(people)),
  );
  throw refusal('query_unknown_value', piece, asked, { valid, nearest });
}

const PERSON_EXAMPLE = { en: '@name', fr: '@nom' };

/** @throws {QueryError} for anything but a part of a file */
export function partIn(piece: ValuePiece, asked: Asked): Part {
  const part = partNamed(piece.plain);
  if (part !== undefined) return part;
  const valid = Object.values(vocabularyIn(asked.language).parts).map(([first]) => first);
  const nearest = didYouMean(
    piece.plain,
    spellingsOf(asked.language, ({ parts }) => Object.values(parts)),
  );
  throw refusal('query_unknown_value', piece, asked, { valid, nearest });
}

/** @throws {QueryError} for a word that names no order, for none, for several of them and for a negation */
export function sortIn({ not, body, values }: Token, asked: Asked): Sort {
  const valid = Object.values(vocabularyIn(asked.language).sorts).map(([first]) => first);
  const [piece, ...more] = values;
  if (not || more.length > 0 || piece === undefined) {
    throw refusal('query_sort_misused', body, asked, { valid });
  }
  if (piece.plain === '') throw refusal('query_missing_value', body, asked, { valid });
  const sort = sortNamed(piece.plain);
  if (sort !== undefined) return sort;
  const nearest = didYouMean(
    piece.plain,
    spellingsOf(asked.language, ({ sorts }) => Object.values(sorts)),
  );
  throw refusal('query_unknown_value', piece, asked, { valid, nearest });
}

const COMPARED = /^(?:>=|<=|=>|=<|[><=≥≤]) ?-?\d{1,9}$/u;
const FRACTION = /^\d{1,6} ?[%€]?$/u;

/**
 * Merges `<70` and `5` of `<70,5` into a decimal number, as in French. Elsewhere a comma means
 * “or”: in `70,5`, in `<70,>80`, and in formatted queries.
 */
export function withDecimals(pieces: readonly ValuePiece[]): readonly ValuePiece[] {
  const read: ValuePiece[] = [];
  for (const piece of pieces) {
    const before = read.at(-1);
    if (before && COMPARED.test(before.plain) && FRACTION.test(piece.plain)) {
      read[read.length - 1] = {
        text: `${before.text},${piece.text}`,
        at: before.at,
        plain: `${before.plain}.${piece.plain}`,
      };
    } else {
      read.push(piece);
    }
  }
  return read;
}
