import { type OptionKey, definitionOf } from '../../digests/options/definitions.ts';
import { OptionError } from '../../digests/options/parse.ts';
import { beginsSchedule, describesDigest } from '../../digests/options/phrases.ts';
import { AROUND, EXCEPT } from '../../digests/options/times.ts';
import type { Language, Messages } from '../../i18n/types.ts';
import { type FailureWords, didYouMean, fold, isTyped } from '../../lib/text.ts';
import { errorInWords } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { oneLine } from '../../views/block-kit.ts';
import { notificationRequestIn } from '../notification-requests.ts';

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

/** The verb that sets up a digest or an alert, by language. */
export const ADD = { en: 'add', fr: 'ajouter' } as const;

/** The verbs of the command. */
export type DigestVerb =
  | 'add'
  | 'offer'
  | 'list'
  | 'edit'
  | 'run'
  | 'preview'
  | 'pause'
  | 'resume'
  | 'remove'
  | 'status'
  | 'snooze'
  | 'take';

/** The text after `digest`, parsed. */
export interface DigestCommandLine {
  readonly verb: DigestVerb;
  readonly rest: string;
  /** Set when `add` was left out and the first word could also be the name of a digest. */
  readonly unknownVerb?: UnknownVerbError;
  /** Set when the rest may be a digest to set up: `post the ready files every morning`. */
  readonly maySetUp?: true;
}

const VERBS: Readonly<Record<DigestVerb, readonly string[]>> = {
  add: [
    'add',
    'new',
    'create',
    'ajouter',
    'ajoute',
    'ajoutez',
    'nouveau',
    'créer',
    'crée',
    'créez',
  ],
  offer: ['offer', 'proposer'],
  list: ['list', 'ls', 'liste', 'lister'],
  edit: ['edit', 'change', 'modifier', 'modifie', 'modifiez', 'changer', 'changez'],
  run: ['run', 'post', 'now', 'lancer', 'lance', 'publier', 'publie'],
  preview: ['preview', 'aperçu'],
  pause: ['pause', 'stop', 'suspendre', 'suspends', 'arrêter', 'arrête', 'arrêtez', 'stopper'],
  resume: ['resume', 'continue', 'reprendre', 'reprends', 'continuer'],
  remove: ['remove', 'delete', 'rm', 'supprimer', 'supprime', 'effacer', 'efface'],
  status: ['status', 'history', 'ledger', 'log', 'état', 'historique', 'journal'],
  snooze: ['snooze', 'veille'],
  take: ['take', 'prendre'],
};

/** All spellings of verbs. */
export const DIGEST_VERBS = Object.values(VERBS).flat();

const QUOTED = /^["“”„«»]([^"“”„«»]*)["“”„«»](?:\s+|$)/u;

/** Shorter words are not verbs with a typo. */
const VERB_LENGTH_MIN = 3;

/** The first word is no verb. */
export class UnknownVerbError extends Error {
  override readonly name = 'UnknownVerbError';
  readonly word: string;
  readonly nearest: string | null;

  constructor(word: string, known: readonly string[]) {
    super('no such verb');
    this.word = word;
    const isOfSentence =
      word.length < VERB_LENGTH_MIN || AROUND.has(fold(word)) || EXCEPT.has(fold(word));
    this.nearest = isOfSentence ? null : didYouMean(word, known);
  }
}

/**
 * The verb of a line and the rest. An empty line lists digests; a time or an option without a verb adds
 * one, also in plain words: `every monday at 9`.
 *
 * @throws {UnknownVerbError} when the line begins with none of these
 */
export function parseDigestCommand(text: string): DigestCommandLine {
  const typed = text.trim();
  const [word = ''] = /^\S*/u.exec(typed) ?? [];
  if (word === '') return { verb: 'list', rest: '' };
  const verb = verbs().find((each) => VERBS[each].some((known) => isTyped(known, word)));
  if (verb !== undefined) {
    const rest = typed.slice(word.length).trim();
    const maySetUp = verb === 'run' && describesDigest(rest) && !/^\d/u.test(rest);
    return maySetUp ? { verb, rest, maySetUp } : { verb, rest };
  }
  if (/^\d|:/u.test(word)) return { verb: 'add', rest: typed };
  const later = notificationRequestIn(typed);
  // “Digest send me the ready files every monday”; without the order it is set up at once.
  if (later?.on === 'schedule' && later.rest !== typed) return { verb: 'offer', rest: later.rest };
  const unknown = new UnknownVerbError(word, DIGEST_VERBS);
  if (describesDigest(typed) || beginsSchedule(typed)) {
    return { verb: 'add', rest: typed, unknownVerb: unknown };
  }
  throw unknown;
}

/** A line as people can copy it: one that was only to be offered, as the one that sets it up. */
export function lineToCopy(typed: string, language: Language): string {
  try {
    const { verb, rest } = parseDigestCommand(typed);
    return verb === 'offer' ? `${ADD[language]} ${rest}` : typed;
  } catch (error) {
    if (error instanceof UnknownVerbError) return typed;
    throw error;
  }
}

/** The name or id of a digest at the start of a line, and the rest. A line of options has no name. */
export function splitDigestName(text: string): { readonly of: string; readonly rest: string } {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined && inside !== undefined) {
    return { of: inside.trim(), rest: text.slice(quoted.length).trim() };
  }
  const [word = ''] = /^\S*/u.exec(text) ?? [];
  if (/^\d|:/u.test(word)) return { of: '', rest: text };
  return { of: word, rest: text.slice(word.length).trim() };
}

/** The same, where a line may begin with one of these names, which may have spaces. */
export function splitKnownName(
  text: string,
  names: readonly string[],
): ReturnType<typeof splitDigestName> {
  const line = `${text.toLowerCase()} `;
  const named = names
    .filter((name) => name !== '' && line.startsWith(`${name.toLowerCase()} `))
    .toSorted((one, other) => one.length - other.length)
    .at(-1);
  return named === undefined
    ? splitDigestName(text)
    : { of: named, rest: text.slice(named.length).trim() };
}

/** Whether a line begins with a verb that posts at once. */
export function postsAtOnce(line: string): boolean {
  const [word = ''] = /^\S*/u.exec(line) ?? [];
  return VERBS.run.some((known) => isTyped(known, word));
}

/** A name without the quotation marks around it. */
export function unquotedName(text: string): string {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  return quoted?.length === text.length && inside !== undefined ? inside.trim() : text;
}

function verbs(): readonly DigestVerb[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  return Object.keys(VERBS) as DigestVerb[];
}
