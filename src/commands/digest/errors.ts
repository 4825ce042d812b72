import type { OptionKey } from '../../digests/options/definitions.ts';
import { definitionOf } from '../../digests/options/lookup.ts';
import { OptionError } from '../../digests/options/parse.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { FailureWords } from '../../lib/text.ts';
import { errorInWords } from '../../portfolio/query/error-messages.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { oneLine } from '../../views/text.ts';
import { UnknownVerbError } from './parse.ts';

/** What the command is called. */
export const CALLED = { en: 'digest', fr: 'point' } as const;

const WORD_LENGTH_MAX = 40;

/** Something about a digest cannot be as somebody wants it. */
export class DigestRefusedError extends Error {
  override readonly name = 'DigestRefusedError';
  readonly said: FailureWords;
  /** The field of a form to correct. */
  readonly field: OptionKey | 'query';

  constructor(said: FailureWords, field: OptionKey | 'query' = 'name') {
    super('a digest is refused');
    this.said = said;
    this.field = field;
  }
}

/** Somebody means one of the digests here, and there are more. */
export class SeveralDigestsError extends DigestRefusedError {}

/** What a person reads who slipped, and what they probably meant to type. */
interface SlipTold {
  readonly said: FailureWords;
  /** After the command's name; `null` when nobody knows. */
  readonly mended: string | null;
}

/**
 * Tells a slip in words; `null` for whatever is no slip of the person's.
 *
 * @param typed all that stood after the command's name; the line that is wrong ends it
 */
export function digestSlip(error: unknown, typed: string, words: Messages): SlipTold | null {
  if (error instanceof DigestRefusedError) return { said: error.said, mended: null };
  if (error instanceof UnknownVerbError) {
    const { word, nearest } = error;
    const said = words.digestCommands.unknownVerb(oneLine(word, WORD_LENGTH_MAX), nearest);
    return { said, mended: nearest === null ? null : nearest + typed.trim().slice(word.length) };
  }
  const isOption = error instanceof OptionError;
  if (!isOption && !(error instanceof QueryError)) return null;
  const before = typed.trim().slice(0, -error.text.length);
  const mended = error.mended === null ? null : before + error.mended;
  const said = isOption ? optionWords(error, words) : errorInWords(error, words.language);
  const copy = `/rental ${CALLED[words.language]} ${mended ?? typed.trim()}`;
  return { said: { ...said, copy }, mended };
}

/** What is wrong with an option. */
export function optionWords(
  error: OptionError,
  { language, digestErrors: digestSlips }: Messages,
): FailureWords {
  const { code, key, valid, nearest, word } = error;
  return digestSlips[code]({
    word: oneLine(word, WORD_LENGTH_MAX),
    option: key === null ? '' : definitionOf(key).names[language][0],
    valid,
    nearest,
  });
}
