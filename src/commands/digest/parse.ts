import type { Author } from '../../digests/options/builders.ts';
import { definitionOf, type OptionKey } from '../../digests/options/definitions.ts';
import { OptionError } from '../../digests/options/parse.ts';
import { beginsSchedule, describesDigest, splitInstead } from '../../digests/options/phrases.ts';
import { AROUND, SCHEDULE } from '../../digests/options/times.ts';
import type { Language, Messages } from '../../i18n/types.ts';
import { didYouMean, type FailureWords, fold, isTyped, withoutFullStop } from '../../lib/text.ts';
import { isSmall } from '../../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { errorInWords } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { keyNamed, vocabularyIn } from '../../portfolio/query/vocabulary/index.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Button, Message } from '../../views/message.ts';
import { failureView } from '../../views/notices.ts';
import type { CommandContext } from '../command.ts';
import { countFiles } from '../file-list.ts';
import { notificationRequestIn } from '../notification-requests.ts';

/** The names of the commands in each language. */
export const CALLED = {
  digest: { en: 'digest', fr: 'point' },
  alert: { en: 'alert', fr: 'alerte' },
} as const;

/** What is saved to be posted by itself. */
export type Kind = keyof typeof CALLED;

/** The messages about digests, or about alerts. */
export function textsFor(kind: Kind, { alerts, digestCommands }: Messages) {
  return kind === 'alert' ? alerts : digestCommands;
}

const WORD_LENGTH_MAX = 40;

/** A request about a digest is refused; the person reads why. */
export class DigestRefusedError extends Error {
  override readonly name = 'DigestRefusedError';
  readonly failure: FailureWords;
  /** The field of a form to correct. */
  readonly field: OptionKey | 'query';
  /** The name that was typed, and the most similar one here; `null` without such a one. */
  readonly mistyped: { readonly name: string; readonly nearest: string } | null;

  constructor(
    failure: FailureWords,
    field: OptionKey | 'query' = 'name',
    mistyped: DigestRefusedError['mistyped'] = null,
  ) {
    super('a digest is refused');
    this.failure = failure;
    this.field = field;
    this.mistyped = mistyped;
  }

  /** What a form says below the field. */
  get sentence(): string {
    return `${this.failure.happened} ${this.failure.remedy}`.trim();
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
 * What the person reads about a user error, with a button for the line that was probably intended;
 * `null` for any other error.
 *
 * @param typed everything after the name of the command; the wrong line is at its end
 * @param parse reads a line as it is typed
 */
export function userErrorView(
  kind: Kind,
  error: unknown,
  typed: string,
  parse: (line: string) => unknown,
  call: CommandContext,
): Message | null {
  const { words } = call;
  const offer = offerOfProperties(error, typed, parse, call);
  const userError = userErrorWords(error, typed, words, kind, offer);
  if (userError === null) return null;
  const { failure, correction } = userError;
  return failureView(failure, null, correctionButton(kind, correction, words), words);
}

/** @param offer the line that is offered instead, with its condition in place of a free word */
function userErrorWords(
  error: unknown,
  typed: string,
  words: Messages,
  command: Kind,
  offer: LineOffer | null,
): UserErrorWords | null {
  if (error instanceof DigestRefusedError) {
    return { failure: error.failure, correction: renamedLine(typed.trim(), error.mistyped) };
  }
  if (error instanceof UnknownVerbError) {
    const { word } = error;
    const nearest = error.nearest && verbIn(error.nearest, words.language);
    const failure = textsFor(command, words).unknownVerb(oneLine(word, WORD_LENGTH_MAX), nearest);
    return { failure, correction: nearest && nearest + typed.trim().slice(word.length) };
  }
  const isOption = error instanceof OptionError;
  if (!isOption && !(error instanceof QueryError)) return null;
  const line = typed.trim();
  const correction = offer?.line ?? mendedLine(line, error);
  const failure = isOption
    ? optionErrorWords(error, words, offer?.condition)
    : errorInWords(error, words.language);
  if (isOption && error.code === 'no_time') return { failure, correction };
  const copy = `/rental ${CALLED[command][words.language]} ${correction ?? line}`;
  return { failure: { ...failure, copy }, correction };
}

/** A line with the most similar name, after its verb; `null` without one. */
function renamedLine(line: string, mistyped: DigestRefusedError['mistyped']): string | null {
  if (mistyped === null) return null;
  const { name, nearest } = mistyped;
  const at = line.indexOf(name, line.search(/\s/u));
  return at < 0 ? null : line.slice(0, at) + nearest + line.slice(at + name.length);
}

/** Max size of a line that fits, encrypted, into the value of a button. */
export const LINE_BYTES_MAX = 900;
/** Of the command on a button, which clients show about half of. */
export const COMMAND_LENGTH_MAX = 60;
/** Of the text of a button for screen readers. */
const LABEL_LENGTH_MAX = 75;

/** A button that runs the corrected line; `null` without one, and where it would post at once. */
function correctionButton(
  command: Kind,
  correction: string | null,
  { failure, language }: Messages,
): Button | null {
  if (correction === null || Buffer.byteLength(correction) > LINE_BYTES_MAX) return null;
  // A guess does not post.
  if (command === 'digest' && postsAtOnce(correction)) return null;
  const label = oneLine(`/rental ${CALLED[command][language]} ${correction}`, COMMAND_LENGTH_MAX);
  return {
    label,
    spoken: oneLine(failure.runSpoken(label), LABEL_LENGTH_MAX),
    action: { command, args: { typed: correction } },
  };
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

/** The text after `digest`, parsed. */
export interface DigestCommandLine {
  readonly verb: keyof typeof VERBS;
  readonly rest: string;
  /** Set when `add` was left out and the first word could also be the name of a digest. */
  readonly unknownVerb?: UnknownVerbError;
  /** Set when the rest may be a digest to set up: `post the ready files every morning`. */
  readonly maySetUp?: true;
}

/** The verbs of digests and of alerts. */
export const SHARED_VERBS = {
  add: 'add,new,create,ajouter,ajoute,ajoutez,nouveau,nouvelle,créer,crée,créez'.split(','),
  list: 'list,ls,liste,lister'.split(','),
  edit: 'edit,change,move,reschedule,modifier,modifie,modifiez,changer,changez,déplacer,déplace,déplacez,décaler,décale,décalez'.split(
    ',',
  ),
  rename: 'rename,renommer,renomme,renommez,rebaptiser,rebaptise'.split(','),
  pause: 'pause,stop,suspendre,suspends,arrêter,arrête,arrêtez,stopper'.split(','),
  resume: 'resume,continue,reprendre,reprends,continuer'.split(','),
  remove: 'remove,delete,rm,supprimer,supprime,supprimez,effacer,efface'.split(','),
  take: 'take,prendre'.split(','),
} as const;

const VERBS = {
  ...SHARED_VERBS,
  offer: ['offer', 'proposer'],
  run: ['run', 'post', 'now', 'lancer', 'lance', 'publier', 'publie'],
  preview: ['preview', 'aperçu'],
  status: ['status', 'history', 'ledger', 'log', 'état', 'statut', 'historique', 'journal'],
  snooze: ['snooze', 'veille'],
} as const;

/** What verbs are called in French, by what they are in English. */
const IN_FRENCH: ReadonlyMap<string, string> = new Map(
  'add ajouter,new nouveau,create créer,list liste,edit modifier,change changer,move déplacer,rename renommer,stop arrêter,resume reprendre,continue continuer,remove supprimer,delete supprimer,take prendre,offer proposer,run lancer,post publier,preview aperçu,status état,history historique,log journal,snooze veille,test tester'
    .split(',')
    .map((pair) => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
);

/** A spelling of a verb as it is suggested to a reader of a language. */
function verbIn(verb: string, language: Language): string {
  if (language === 'fr') return IN_FRENCH.get(verb) ?? verb;
  return [...IN_FRENCH].find(([, french]) => french === verb)?.[0] ?? verb;
}

/** All spellings of verbs. */
export const DIGEST_VERBS: readonly string[] = Object.values(VERBS).flat();

/** The key of the spellings among which a word is. */
export function keySpelled<Key extends string>(
  spellings: Readonly<Record<Key, readonly string[]>>,
  word: string,
): Key | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  const keys = Object.keys(spellings) as Key[];
  return keys.find((key) => spellings[key].some((known) => isTyped(known, word)));
}

/** A name in quotation marks of any kind. */
export const QUOTED = /^["“”„«»]([^"“”„«»]*)["“”„«»](?:\s+|$)/u;

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
      word.length < VERB_LENGTH_MIN || AROUND.has(fold(word)) || SCHEDULE.except.has(fold(word));
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
  const verb = keySpelled(VERBS, word);
  if (verb !== undefined) {
    const behind = typed.slice(word.length).trim();
    const rest = verb === 'run' && AT_ONCE.test(behind) ? '' : behind;
    const maySetUp = verb === 'run' && describesDigest(rest) && !/^\d/u.test(rest);
    return maySetUp ? { verb, rest, maySetUp } : { verb, rest };
  }
  if (splitInstead(typed) !== null) return { verb: 'edit', rest: typed };
  if (SKIPPED.test(typed)) return { verb: 'snooze', rest: typed.replace(SKIPPED, '$1after $2') };
  if (/^\d|:/u.test(word)) return { verb: 'add', rest: typed };
  const later = notificationRequestIn(typed);
  // “Digest send me the ready files every monday”; without the order it is set up at once.
  if (later?.on === 'schedule' && later.rest !== typed) return { verb: 'offer', rest: later.rest };
  const unknown = new UnknownVerbError(word, DIGEST_VERBS);
  if (describesDigest(typed) || beginsSchedule(typed)) {
    return { verb: 'add', rest: typed, unknownVerb: unknown };
  }
  // “Digest ready files in Lyon every Tuesday”: its query may be a name, so that it is only offered.
  const asked = notificationRequestIn(`send me ${typed}`);
  const isQuery = asked?.on === 'schedule' && understandOrNull(typed)?.hasPhrases === true;
  if (isQuery) return { verb: 'offer', rest: asked.rest };
  throw unknown;
}

/** “Skip the digest tomorrow”: it rests up to the day after. */
const SKIPPED = /^(?:skip|saute[rz]?)\s(.{0,80}\s)?(tomorrow|today|demain|aujourd['’]hui)$/iu;
/** “Run the digest now” names none. */
const AT_ONCE = /^(?:now|right now|at once|maintenant|tout de suite)$/iu;

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

/** What stands in quotation marks at the start of a line, and the rest; `null` without any. */
export function splitQuoted(text: string): { readonly of: string; readonly rest: string } | null {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  return quoted === undefined || inside === undefined
    ? null
    : { of: inside.trim(), rest: text.slice(quoted.length).trim() };
}

/** The name or id of a digest at the start of a line, and the rest. A line of options has no name. */
export function splitDigestName(text: string): { readonly of: string; readonly rest: string } {
  const quoted = splitQuoted(text);
  if (quoted !== null) return quoted;
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
function postsAtOnce(line: string): boolean {
  return VERBS.run.some((known) => isTyped(known, line.split(/\s/u, 1)[0] ?? ''));
}

/** A name without the quotation marks around it. */
export function unquotedName(text: string): string {
  const quoted = splitQuoted(text);
  return quoted?.rest === '' ? quoted.of : text;
}

/** The person as the author of a line of options. */
export function authorOf({ person, words }: CommandContext): Author {
  return { userId: person.userId, language: words.language };
}

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
function offerOfProperties(
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
  return isSmall(word) && !SCHEDULE.each.has(fold(word));
}
