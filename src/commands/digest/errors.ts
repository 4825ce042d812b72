import { type OptionKey, definitionOf } from '../../digests/options/definitions.ts';
import { OptionError } from '../../digests/options/parse.ts';
import type { Messages } from '../../i18n/types.ts';
import type { FailureWords } from '../../lib/text.ts';
import { errorInWords } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { oneLine } from '../../views/block-kit.ts';
import { UnknownVerbError } from './parse.ts';

/** The names of the commands in each language. */
export const CALLED = {
  digest: { en: 'digest', fr: 'point' },
  alert: { en: 'alert', fr: 'alerte' },
} as const;

const WORD_LENGTH_MAX = 40;

/** A request about a digest is refused; the person reads why. */
export class DigestRefusedError extends Error {
  override readonly name = 'DigestRefusedError';
  readonly failure: FailureWords;
  /** The field of a form to correct. */
  readonly field: OptionKey | 'query';

  constructor(failure: FailureWords, field: OptionKey | 'query' = 'name') {
    super('a digest is refused');
    this.failure = failure;
    this.field = field;
  }
}

/** The request is about one digest, and the channel has several. */
export class AmbiguousDigestError extends DigestRefusedError {}

/** A user error in words, and the line that was probably intended. */
interface UserErrorWords {
  readonly failure: FailureWords;
  /** Without the name of the command; `null` when there is no suggestion. */
  readonly correction: string | null;
}

/**
 * A user error in words; `null` for any other error.
 *
 * @param typed everything after the name of the command; the wrong line is at its end
 * @param offer the line that is offered instead, with its condition in place of a free word
 */
export function userErrorWords(
  error: unknown,
  typed: string,
  words: Messages,
  command: keyof typeof CALLED = 'digest',
  offer: { readonly line: string; readonly condition: string } | null = null,
): UserErrorWords | null {
  if (error instanceof DigestRefusedError) return { failure: error.failure, correction: null };
  if (error instanceof UnknownVerbError) {
    const { word, nearest } = error;
    const texts = command === 'alert' ? words.alerts : words.digestCommands;
    const failure = texts.unknownVerb(oneLine(word, WORD_LENGTH_MAX), nearest);
    return {
      failure,
      correction: nearest === null ? null : nearest + typed.trim().slice(word.length),
    };
  }
  const isOption = error instanceof OptionError;
  if (!isOption && !(error instanceof QueryError)) return null;
  const line = typed.trim();
  const correction = offer?.line ?? mendedLine(line, error);
  const failure = isOption
    ? optionErrorWords(error, words, offer?.condition)
    : errorInWords(error, words.language);
  const copy = `/rental ${CALLED[command][words.language]} ${correction ?? line}`;
  return { failure: { ...failure, copy }, correction };
}

/** A line with the suggestion instead of its wrong word; `null` without one. */
function mendedLine(line: string, { text, at, word, nearest }: OptionError | QueryError) {
  if (nearest === null) return null;
  const start = line.length - text.length + at;
  return line.slice(0, start) + nearest + line.slice(start + word.length);
}

/** An error of the option parser, in words. */
export function optionErrorWords(
  error: OptionError,
  { language, digestErrors }: Messages,
  offered: string | null = null,
): FailureWords {
  const { code, key, valid, word } = error;
  const nearest = offered ?? error.nearest;
  return digestErrors[code]({
    word: oneLine(word, WORD_LENGTH_MAX),
    option: key === null ? '' : definitionOf(key).names[language][0],
    valid,
    nearest,
  });
}
