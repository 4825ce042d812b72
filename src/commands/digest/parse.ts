import { actionOn } from '../../digests/compose/parts.ts';
import type { Author } from '../../digests/options/builders.ts';
import type { OptionKey } from '../../digests/options/definitions.ts';
import { OptionError } from '../../digests/options/parse.ts';
import {
  beginsSchedule,
  describesDigest,
  splitInstead,
  termsOrNull,
} from '../../digests/options/phrases.ts';
import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import { AROUND, SCHEDULE } from '../../digests/options/times.ts';
import { wholeQuery } from '../../digests/query.ts';
import type { Language, Messages } from '../../i18n/types.ts';
import { didYouMean, type FailureWords, fold, isTyped, withoutFullStop } from '../../lib/text.ts';
import { type Calendar, UnknownPlaceError } from '../../portfolio/calendar.ts';
import { isSmall } from '../../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { hasKeysOnly, unlessMistaken } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { keyNamed, vocabularyIn } from '../../portfolio/query/vocabulary/index.ts';
import type { Digest, DigestChoice } from '../../store/digest.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Button } from '../../views/message.ts';
import {
  type CommandContext,
  type DigestContext,
  LABEL_LENGTH_MAX,
  mayChange,
} from '../command.ts';
import { countFiles } from '../file-list.ts';
import { notificationRequestIn } from '../notification-requests.ts';

export const CALLED = {
  digest: { en: 'digest', fr: 'point' },
  alert: { en: 'alert', fr: 'alerte' },
} as const;

/** What the commands are called beside their names. */
export const ALIASES: Readonly<Record<Kind, readonly string[]>> = {
  digest: ['digests', 'point', 'points', 'récap', 'recap', 'récaps', 'recaps'],
  alert: ['alerts', 'alerte', 'alertes'],
};

/** Nouns for one, with those that stand for it: `the 9am one`. */
export const NOUNS: ReadonlySet<string> = new Set(
  [...Object.keys(CALLED), ...Object.values(ALIASES).flat(), 'one', 'ones', 'celui', 'celle'].map(
    fold,
  ),
);

/** What is saved to be posted by itself. */
export type Kind = keyof typeof CALLED;

/** The messages about digests, or about alerts. */
export function textsFor(kind: Kind, { alerts, digestCommands }: Messages) {
  return kind === 'alert' ? alerts : digestCommands;
}

/** A request about a digest is refused; the person reads why. */
export class DigestRefusedError extends Error {
  override readonly name = 'DigestRefusedError';
  readonly failure: FailureWords;
  /** The field of a form to correct. */
  readonly field: OptionKey | 'query';
  /** The name that was typed, and the most similar one here; `null` without such a one. */
  readonly mistyped: { readonly name: string; readonly nearest: string } | null;
  /** What to do next; the list of those here where it is empty. */
  readonly next: readonly Button[];

  constructor(
    failure: FailureWords,
    field: OptionKey | 'query' = 'name',
    mistyped: DigestRefusedError['mistyped'] = null,
    next: readonly Button[] = [],
  ) {
    super('a digest is refused');
    this.failure = failure;
    this.field = field;
    this.mistyped = mistyped;
    this.next = next;
  }

  /** What a form says below the field. */
  get sentence(): string {
    return `${this.failure.happened} ${this.failure.remedy}`.trim();
  }
}

/** @throws {DigestRefusedError} for a digest or an alert that only a newer version can read */
export function assertKnown(
  { schedule }: Pick<DigestChoice, 'schedule'>,
  { words }: Pick<CommandContext, 'words'>,
): void {
  if (schedule.isUnknown) throw new DigestRefusedError(words.digestCommands.ofNewer);
}

/**
 * The calendar by which a digest or an alert is due.
 *
 * @throws {DigestRefusedError} where only a newer version can read it, or its time zone or the place of
 * its holidays is not known
 */
export function calendarOf(digest: Digest, call: DigestContext): Calendar {
  assertKnown(digest, call);
  try {
    return call.digests.calendars.calendarOf(digest.schedule);
  } catch (error) {
    if (!(error instanceof UnknownPlaceError)) throw error;
    throw brokenError(digest, call);
  }
}

/**
 * Makes sure that a digest or an alert can be posted, as far as what is stored of it says.
 *
 * @throws {DigestRefusedError} as `calendarOf` does, and where its query can no longer be read
 */
export function assertRunnable(digest: Digest, call: DigestContext): void {
  calendarOf(digest, call);
  if (unlessMistaken(() => wholeQuery(digest.query, digest.options)) !== null) return;
  throw brokenError(digest, call);
}

/** What is stored of a digest or an alert can no longer be read; who may change it gets its form. */
export function brokenError(digest: Digest, call: CommandContext): DigestRefusedError {
  const { digestCommands } = call.words;
  const isTheirs = mayChange(digest, call);
  const failure = digestCommands.broken(oneLine(digest.name, NAME_LENGTH_MAX), isTheirs);
  if (!isTheirs) return new DigestRefusedError(failure);
  const { edit: label, editSpoken } = textsFor(digest.alert ? 'alert' : 'digest', call.words);
  const spoken = oneLine(editSpoken(digest.name), LABEL_LENGTH_MAX);
  const edit = { label, spoken, action: actionOn(digest, 'edit', 'modal') };
  return new DigestRefusedError(failure, 'name', null, [edit]);
}

/** The request is about one digest, and the channel has several: a button does for each what is asked. */
export class AmbiguousDigestError extends DigestRefusedError {}

/** The verb that sets up a digest or an alert, by language. */
export const ADD = { en: 'add', fr: 'ajouter' } as const;

export interface DigestCommandLine {
  readonly verb: keyof typeof VERBS;
  readonly rest: string;
  /** Set when `add` was left out and the first word could also be the name of a digest. */
  readonly unknownVerb?: UnknownVerbError;
  /** Set when the rest may be a digest to set up: `post the ready files every morning`. */
  readonly maySetUp?: true;
  /** Set when `add` was left out before options alone, which may be for a digest there is: `language:fr`. */
  readonly mayChange?: true;
}

/** Spellings of a verb in each language; the first of them is suggested. */
export type VerbWords = Readonly<Record<Language, readonly string[]>>;

/** The spellings of a verb, from two lists of words. */
export function spelled(en: string, fr: string): VerbWords {
  return { en: en.split(' '), fr: fr.split(' ') };
}

/** The spellings of a verb in all languages. */
export function spellingsOf(words: VerbWords | readonly string[]): readonly string[] {
  return 'en' in words ? [...words.en, ...words.fr] : words;
}

export const SHARED_VERBS = {
  add: spelled('add new create', 'ajouter nouveau créer ajoute ajoutez nouvelle crée créez'),
  list: spelled('list ls', 'liste lister'),
  edit: spelled(
    'edit change move reschedule',
    'modifier changer déplacer décaler modifie modifiez changez déplace déplacez décale décalez',
  ),
  rename: spelled('rename', 'renommer renomme renommez rebaptiser rebaptise'),
  pause: spelled('pause stop', 'suspendre arrêter suspends arrête arrêtez stopper'),
  resume: spelled('resume continue', 'reprendre continuer reprends'),
  remove: spelled('remove delete rm', 'supprimer effacer supprime supprimez efface'),
  take: spelled('take', 'prendre'),
} as const;

const VERBS = {
  ...SHARED_VERBS,
  offer: spelled('offer', 'proposer'),
  run: spelled('run post now', 'lancer publier lance publie'),
  preview: spelled('preview', 'aperçu'),
  status: spelled('status history log ledger', 'état historique journal statut'),
  snooze: spelled('snooze', 'veille'),
} as const;

export const DIGEST_VERBS: readonly string[] = Object.values(VERBS).flatMap(spellingsOf);

/** The key of the spellings among which a word is. */
export function keySpelled<Key extends string>(
  spellings: Readonly<Record<Key, VerbWords | readonly string[]>>,
  word: string,
): Key | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  const keys = Object.keys(spellings) as Key[];
  return keys.find((key) => spellingsOf(spellings[key]).some((known) => isTyped(known, word)));
}

/** A name in quotation marks of any kind. */
const QUOTED = /^["“”„«»]([^"“”„«»]*)["“”„«»](?:\s+|$)/u;

/** Shorter words are not verbs with a typo. */
const VERB_LENGTH_MIN = 3;

export class UnknownVerbError extends Error {
  override readonly name = 'UnknownVerbError';
  readonly word: string;
  /** The most similar verb, in each language. */
  readonly nearest: Readonly<Record<Language, string>> | null;

  constructor(word: string, verbs: Readonly<Record<string, VerbWords>>) {
    super('no such verb');
    this.word = word;
    const isOfSentence =
      word.length < VERB_LENGTH_MIN || AROUND.has(fold(word)) || SCHEDULE.except.has(fold(word));
    this.nearest = isOfSentence ? null : nearestVerb(word, verbs);
  }
}

/** The verb that resembles a word most, as it is called in each language. */
function nearestVerb(word: string, verbs: Readonly<Record<string, VerbWords>>) {
  const nearest = didYouMean(word, Object.values(verbs).flatMap(spellingsOf));
  const found = Object.values(verbs).find((one) => spellingsOf(one).includes(nearest ?? ''));
  if (found === undefined || nearest === null) return null;
  const inLanguage = (all: readonly string[]) => (all.includes(nearest) ? nearest : (all[0] ?? ''));
  return { en: inLanguage(found.en), fr: inLanguage(found.fr) };
}

/**
 * The verb of a line and the rest. An empty line lists digests; a time or an option without a verb adds
 * one, also in plain words: `every monday at 9`.
 *
 * @throws {UnknownVerbError} when the line begins with none of these
 */
export function parseDigestCommand(text: string): DigestCommandLine {
  const typed = text.trim();
  const { of: word, rest: behind } = splitWord(typed);
  if (word === '') return { verb: 'list', rest: '' };
  const verb = keySpelled(VERBS, word);
  if (verb !== undefined) {
    const rest = verb === 'run' && AT_ONCE.test(behind) ? '' : behind;
    const maySetUp = verb === 'run' && describesDigest(rest) && !/^\d/u.test(rest);
    return maySetUp ? { verb, rest, maySetUp } : { verb, rest };
  }
  if (splitInstead(typed) !== null) return { verb: 'edit', rest: typed };
  if (SKIPPED.test(typed)) return { verb: 'snooze', rest: typed.replace(SKIPPED, '$1after $2') };
  if (hasKeysOnly(typed)) return { verb: 'add', rest: typed, mayChange: true };
  if (/^\d|:/u.test(word)) return { verb: 'add', rest: typed };
  const later = notificationRequestIn(typed);
  // “Digest send me the ready files every monday”; without the order it is set up at once.
  if (later?.on === 'schedule' && later.rest !== typed) return { verb: 'offer', rest: later.rest };
  const unknown = new UnknownVerbError(word, VERBS);
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
  const first = splitWord(text);
  return /^\d|:/u.test(first.of) ? { of: '', rest: text } : first;
}

/** The first word of a line, and the rest. */
export function splitWord(text: string): { readonly of: string; readonly rest: string } {
  const [of = ''] = /^\S*/u.exec(text) ?? [];
  return { of, rest: text.slice(of.length).trim() };
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

/**
 * A digest as it is described, and what it is to be set to: `the 9am one to 10:00`; `null` for another
 * line, as for `from monday to friday at 8` and « le vendredi à 17h », which are days and times.
 */
export function splitChange(text: string): ReturnType<typeof splitDigestName> | null {
  const [to, at] = [TO.exec(text)?.[0] ?? '', text.search(TO)];
  const [of, rest] = [text.slice(0, at).trim(), text.slice(at + to.length).trim()];
  if (at < 0 || rest === '') return null;
  const before = termsOrNull(of)?.filter(({ body }) => !AROUND.has(fold(body.text))) ?? [];
  const isRange = before.at(-1)?.role === 'days' && termsOrNull(rest)?.[0]?.role === 'days';
  const isOfDays = before.length > 0 && before.every(({ role }) => role === 'days');
  return isRange || isOfDays ? null : { of, rest };
}

const TO = /(?<!\S)(?:to|à|en|into|as)(?!\S)/iu;

/** Whether a line begins with a verb that posts at once. */
export function postsAtOnce(line: string): boolean {
  return spellingsOf(VERBS.run).some((known) => isTyped(known, line.split(/\s/u, 1)[0] ?? ''));
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
export interface LineOffer {
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
  return isSmall(word) && !SCHEDULE.each.has(fold(word));
}
