import { describesDigest } from '../digests/options/phrases.ts';
import { didYouMean } from '../lib/did-you-mean.ts';
import { fold, isTyped, isUuid, withoutFullStop } from '../lib/text.ts';
import { rowsReferredTo } from '../portfolio/lookup/references.ts';
import { type FileLink, unwrapped } from '../portfolio/lookup/resolve.ts';
import { singularIn } from '../portfolio/phrases/fit.ts';
import { withoutCorrection } from '../portfolio/phrases/follow-up.ts';
import type { Question } from '../portfolio/phrases/grammar.ts';
import { CHANGE, isPolite, isSmall, ORDER } from '../portfolio/phrases/tables.ts';
import { type Understood, understandOrNull } from '../portfolio/phrases/understand.ts';
import { isUnlisted, isUnrecorded } from '../portfolio/phrases/unheld.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { Condition } from '../portfolio/query/query.ts';
import { isOfKeys } from '../portfolio/query/tokenizer.ts';
import { withIsoDates } from '../portfolio/query/values.ts';
import { isFlagAlone } from '../portfolio/query/vocabulary/index.ts';
import type { Action } from '../views/message.ts';
import { alert } from './alert/index.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import { digest } from './digest/index.ts';
import { UnknownCommandError } from './errors.ts';
import { exportCommand } from './export/index.ts';
import { commands } from './index.ts';
import { list } from './list.ts';
import { me } from './me.ts';
import { notificationRequestIn, reminderIn, stopRequestIn } from './notification-requests.ts';
import { notifications } from './notifications.ts';
import { overview } from './overview.ts';
import { pending } from './pending.ts';
import { property } from './property.ts';
import { report } from './report.ts';
import { search } from './search.ts';
import { show } from './show/index.ts';
import { stats } from './statistics.ts';

/** Context that a text is matched in. */
interface MatchContext extends Pick<FileLink, 'idIn'> {
  readonly portfolio: Portfolio;
}

/** Maximum of a text in an encrypted button, beside the rest. */
const TYPED_BYTES_MAX = 900;

/** The start of a link, as people paste it or as Slack writes it. */
const LINK = /^<?https?:\/\//iu;

/** “How do I export?”: the rest may name a command. */
const HOW = /^(?:how (?:do|can|could|should|to|does)|comment)\b/iu;

/** The start of a command that was pasted as a whole. */
const PASTED = /^\/?rental(?=\s|$)/i;

/**
 * The command for a text typed after `/rental`, and the rest of the text.
 *
 * @throws {UnknownCommandError} when no command goes by the first word
 */
export function matchCommand(text: string, around: MatchContext): MatchedCommand {
  const typed = text.trim().replace(PASTED, '');
  const bared = withoutOrnaments(typed);
  // Emoji alone ask for nothing that has an answer.
  if (bared === '') return { command: (typed && commandCalled('help')) || overview, rest: '' };
  const snapshot = around.portfolio.latest();
  const lexicon = snapshot?.table.lexicon;
  const isInFiles = (word: string) =>
    fold(word)
      .split(' ')
      .every((part) => lexicon?.numberOf(part) !== undefined);
  const plain = matchPhrase(bared, isInFiles);
  // “List decision:ready” is read as nothing else.
  if (plain !== null && OF_NOW.has(plain.command) && hasKeysOnly(plain.rest)) {
    return shownOrListed(plain, around, isInFiles);
  }
  const asked = withoutCorrection(bared);
  const named = asked === bared ? plain : matchPhrase(asked, isInFiles);
  // “Digest please”; lists say what they ignore.
  const isAlone = named !== null && !OF_NOW.has(named.command) && isPolite(named.rest);
  const called = isAlone ? { ...named, rest: '' } : named;
  if (called?.command.name === 'status' && isOverfull(called)) {
    // “Status of Dupont” asks about a file.
    const whose = understandOrNull(called.rest)?.rest ?? '';
    if (whose !== '' && isInFiles(whose)) return { command: show, rest: whose };
  }
  const isOfNow = called === null || OF_NOW.has(called.command);
  const stop = isOfNow || called.command === me ? stopRequestIn(asked) : null;
  if (stop !== null) {
    return stop.of === 'file' && stop.rest !== ''
      ? { command: show, rest: stop.rest }
      : { command: notifications, rest: '' };
  }
  const later = isOfNow ? notificationRequestIn(asked) : null;
  const reminded = isOfNow && later?.on !== 'schedule' ? reminderIn(asked) : null;
  if (reminded !== null) {
    // A file that is snoozed on its card comes back on its day; “if Dupont is approved” is an event.
    const { query, rest = '' } = understandOrNull(reminded) ?? {};
    const files = rest.split(' ').filter(isInFiles);
    const isOfFile = query?.conditions.every(({ kind }) => kind === 'words' || kind === 'date');
    if (isOfFile && files.length > 0) return { command: show, rest: files.join(' ') };
  }
  if (later?.on === 'event') return { command: alert, rest: asked };
  if (later?.on === 'schedule') return { command: digest, rest: `offer ${later.rest}` };
  // In “all but the closed ones” the command is a part of what denies.
  if (called?.command === list && denies(asked) && !denies(called.rest)) {
    return { command: list, rest: asked };
  }
  if (called !== null && GROUPED.has(called.command.name)) {
    // “Pending per manager”
    const counted = commandOfAll(understandOrNull(asked)?.question);
    const rest = called.command === list || called.command === search ? called.rest : asked;
    if (counted !== null) return { command: counted, rest };
  }
  if (called) return shownOrListed(called, around, isInFiles);
  const bare = stripLeadIn(asked);
  const file = [asked, bare]
    .map((each) => unwrapped(withoutFullStop(each)))
    .find((each) => each !== '' && isFile(each, around));
  if (file !== undefined) return { command: show, rest: file };
  const [word = ''] = /^\S*/.exec(asked) ?? [];
  // “Archivé GR-0101” asks for those that are.
  const isOrder = ORDER.has(fold(word)) && !word.normalize('NFC').toLowerCase().endsWith('é');
  const ordered = isOrder ? stripLeadIn(asked.slice(word.length).trim()) : '';
  if (ordered !== '' && isFile(unwrapped(ordered), around))
    return { command: decide, rest: ordered };
  // A link to something else is no query with a key.
  if (LINK.test(word)) return { command: show, rest: asked };
  // A query without a command before it is for `list`.
  if (/^-?[\p{L}]+:./u.test(word)) return { command: list, rest: asked };
  // Which day a date is depends on the reader; that it is one does not.
  const understood = understandOrNull(withIsoDates(asked, 'day-first'));
  // `list` answers with what is wrong.
  if (understood === null) return { command: list, rest: asked };
  // “Who gets the digest”, “set up an alert”, unlike « le point sur Lyon »
  const asksOfFiles = understood.query.conditions.some(
    (one) => (one.kind !== 'words' && one.kind !== 'date') || isNamed(one, isInFiles),
  );
  const setUp = asksOfFiles
    ? undefined
    : asked
        .split(/\s+/u)
        .map(commandCalled)
        .find((command) => command === digest || command === alert);
  if (setUp !== undefined) return { command: setUp, rest: '' };
  const answer = commandFor(understood, asked, around, isInFiles);
  // “Change the language to French” is of no file.
  const isOfFile = !CHANGE.has(fold(word)) || understood.rest.split(' ').some(isInFiles);
  if (answer !== null && (answer.command !== decide || isOfFile)) return answer;
  if (isPolite(asked) && !isInFiles(asked)) return helpOn('');
  if (HOW.test(asked)) return helpOn(asked.replace(HOW, ''));
  const words = commands.flatMap((known) => [known.name, ...known.aliases]);
  const nearest = commandCalled(didYouMean(word.toLowerCase(), words) ?? '') ?? null;
  // Towns, names and references are searched for, even with words that no file has.
  const free = understood.rest.split(/[ ,]/u).filter((each) => each !== '') ?? [];
  const [first] = free;
  const isHeld = (each: string) =>
    isInFiles(each) ||
    isFlagAlone(each) ||
    (lexicon !== undefined && singularIn(lexicon, each) !== null);
  const isFound = first !== undefined && (isHeld(first) || (nearest === null && free.some(isHeld)));
  const isUnread = snapshot === null && nearest === null && first !== undefined;
  // “Anything but Paris” begins with small words that deny.
  if (isFound || isUnread) return { command: search, rest: denies(asked) ? asked : bare };
  throw new UnknownCommandError(asked, nearest, asked.slice(word.length).trim());
}

/** Whether nothing stands in a text but conditions with a key, if anything. */
function hasKeysOnly(text: string): boolean {
  try {
    return text === '' || isOfKeys(text);
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

/** Commands that answer with files: “ready every monday at 9” asks for them later. */
const OF_NOW: ReadonlySet<Command> = new Set([list, search, show, pending, overview]);

/** Commands whose names stand in questions of how many there are for each: “files per property”. */
const GROUPED: ReadonlySet<string> = new Set(['list', 'search', 'pending', 'property', 'status']);

/** Whether a condition is of words that some file holds. */
function isNamed(condition: Condition, isInFiles: (word: string) => boolean): boolean {
  return condition.kind === 'words' && condition.any.some(isInFiles);
}

/** Help on the command that a text names, or on all. */
function helpOn(text: string): MatchedCommand {
  const named = text.split(/\s+/u).find((word) => word !== '' && commandCalled(word) !== undefined);
  return { command: commandCalled('help') ?? overview, rest: named ?? '' };
}

/** Participles without their accents are spelled as orders are: alone, they ask for a list. */
const PARTICIPLES: ReadonlyMap<string, string> = new Map([
  ['refuse', 'decision:declined'],
  ['approuve', 'decision:approved'],
  ['valide', 'decision:approved'],
]);

/** Questions that the card of a file answers. */
const OF_ONE: ReadonlySet<Question> = new Set(['missing', 'contact', 'manager']);

/** The command for a text of phrases: one for its question, or else `list`. */
function commandFor(
  { question, rest, hasPhrases, ignored }: Understood,
  text: string,
  { portfolio }: MatchContext,
  isInFiles: (word: string) => boolean,
): MatchedCommand | null {
  const decided = question === 'decide' ? PARTICIPLES.get(fold(text)) : undefined;
  if (decided !== undefined) return { command: list, rest: decided };
  if (question === 'decide') {
    // “Delete my alerts”: of what is set up here, not of a file.
    const setUp = rest
      .split(' ')
      .map(commandCalled)
      .find((command) => command?.verbs !== undefined);
    return setUp === undefined ? { command: decide, rest } : { command: setUp, rest: '' };
  }
  const ofAll = commandOfAll(question);
  if (ofAll !== null) return { command: ofAll, rest: text };
  if (question !== null && OF_ONE.has(question) && rest !== '') return { command: show, rest };
  if (question === 'card' || question === 'compare') {
    const snapshot = portfolio.latest();
    const named = snapshot === null ? rest : rest.split(' ').filter(isInFiles).join(' ');
    // “Rent of LY-0342” is the same in all files of the property.
    const isShared = snapshot !== null && rowsReferredTo(named, snapshot.table).length > 1;
    if (isShared) return { command: property, rest: named };
    if (named !== '' && question === 'card') return { command: show, rest: named };
  }
  return question !== null ||
    hasPhrases ||
    ignored.some((words) => isUnrecorded(words) || isUnlisted(words))
    ? { command: list, rest: text }
    : null;
}

/** The command for a question that all files together answer; `null` for any other. */
function commandOfAll(question: Question | null | undefined): Command | null {
  if (question === 'figures') return stats;
  return question === 'report' ? report : null;
}

/** `show me the ready files` is a list: it has conditions, and words that are in no file. */
function shownOrListed(
  called: MatchedCommand,
  around: MatchContext,
  isInFiles: (word: string) => boolean,
): MatchedCommand {
  if (called.command !== show || called.rest.split(/\s+/u).every(isInFiles)) return called;
  const understood = understandOrNull(called.rest);
  // “Show me everything but Paris”
  if (understood?.query.conditions.some(({ not }) => not)) {
    return { command: list, rest: called.rest };
  }
  return (understood && commandFor(understood, called.rest, around, isInFiles)) ?? called;
}

/** The action of “Try again”; `null` when the text is too long for a button. */
export function repeatAction({ command, rest }: MatchedCommand): Action | null {
  return canTravel(rest) ? { command: command.name, args: { typed: rest } } : null;
}

/** Whether a text is short enough to go into a button. */
export function canTravel(text: string): boolean {
  return Buffer.byteLength(JSON.stringify(text)) <= TYPED_BYTES_MAX;
}

function isFile(text: string, { idIn, portfolio }: MatchContext): boolean {
  if (isUuid(text) || idIn(text) !== null) return true;
  const snapshot = portfolio.latest();
  if (snapshot === null) return false;
  return snapshot.rows.has(text) || rowsReferredTo(text, snapshot.table).length > 0;
}

/** A command, and the text for it. */
export interface MatchedCommand {
  readonly command: Command;
  readonly rest: string;
}

/** Maximum of words in the name of a command. */
const NAME_WORDS_MAX = 4;

/** Commands by their names, as they are and folded; of two of one name, the one that stands first. */
const BY_NAME: ReadonlyMap<string, Command> = new Map(
  commands
    .flatMap((command) =>
      [command.name, ...command.aliases].map((name) => [name, command] as const),
    )
    .flatMap(([name, command]) =>
      [name, fold(name)].map((spelling) => [spelling, command] as const),
    )
    .filter(([spelling]) => spelling !== '')
    .toReversed(),
);

/** Emoji as they are or as Slack spells them, and punctuation that stands alone. */
const ORNAMENT =
  /(?<!\S)(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cf}|\p{Mn}|[?!.…\u2800])+|(?::[a-z][\w+-]*:)+)(?!\S)/gu;

/** A text without ornaments; a lone question mark asks for help. */
function withoutOrnaments(text: string): string {
  return text.trim() === '?' ? '?' : text.replaceAll(ORNAMENT, '').trim();
}

/** The command that goes by a word, whatever its case, accents and punctuation. */
export function commandCalled(word: string): Command | undefined {
  return BY_NAME.get(word) ?? BY_NAME.get(fold(word));
}

/**
 * The command that a text begins with, after filler words: `en attente`,
 * `what's pending`, `show all`, `my files`.
 *
 * @param isInFiles whether some file holds a word: such a word is searched for, whatever else it may mean
 * @returns `null` when it begins with none
 */
function matchPhrase(text: string, isInFiles: (word: string) => boolean): MatchedCommand | null {
  const found = commandAt(text) ?? commandAt(stripLeadIn(text));
  const verbed = found === null || isOverfull(found) ? afterVerb(text) : null;
  const match = verbed ?? found;
  return match && resolveAmbiguity(match, isInFiles);
}

/** `status digest`: text after a command without arguments. */
function isOverfull({ command, rest }: MatchedCommand): boolean {
  return command.hint.en === '' && rest !== '';
}

function commandAt(text: string): MatchedCommand | null {
  for (let count = NAME_WORDS_MAX; count >= 1; count -= 1) {
    const name = new RegExp(`^\\S+(?:\\s+\\S+){${count - 1}}`, 'u').exec(text)?.[0] ?? '';
    const isWhole = count === 1 || fold(name).includes(' ');
    const command = name !== '' && isWhole ? commandCalled(name.toLowerCase()) : undefined;
    if (command) return { command, rest: text.slice(name.length).trim() };
  }
  return null;
}

/** `save view <name>`: the verb of a command stands before it. French `résumé` is no `resume`. */
function afterVerb(text: string): MatchedCommand | null {
  const [verb = ''] = /^\S*/u.exec(text) ?? [];
  const inside = commandAt(stripLeadIn(text.slice(verb.length).trim()));
  const isVerb = inside?.command.verbs?.some((known) => isTyped(known, verb));
  return inside && isVerb ? { ...inside, rest: `${verb} ${inside.rest}`.trim() } : null;
}

/** Commands for many files at once: `export all files` exports all. */
const OF_MANY: ReadonlySet<Command> = new Set([pending, me, stats, exportCommand]);

/** Chooses between two commands: `show pending` and `pending list` both mean `pending`. */
function resolveAmbiguity(
  found: MatchedCommand,
  isInFiles: (word: string) => boolean,
): MatchedCommand {
  const { command, rest } = found;
  // “Report every monday at 9” is to come by itself.
  if (command === report && describesDigest(rest)) {
    return { command: digest, rest: `add report ${rest}` };
  }
  const inside = rest === '' ? null : (commandAt(stripLeadIn(rest)) ?? commandAt(rest));
  if (inside === null || isInFiles(rest)) return found;
  const isAll = inside.rest === '';
  if (command === show || command === list) {
    if (inside.command === pending) return inside;
    if (isAll && inside.command !== show) return inside;
  }
  if (OF_MANY.has(command) && inside.command === list) {
    // “Export this list” is of a list that stands elsewhere: `export` says so.
    const isOther = isAll && command === exportCommand && stripLeadIn(rest) !== rest;
    return { command, rest: isOther ? rest : inside.rest };
  }
  return found;
}

/** Whether a text asks for files that something does not hold for. */
function denies(text: string): boolean {
  return understandOrNull(text)?.query.conditions.some(({ not }) => not) === true;
}

/** A text without its leading filler words; its last word where there are only those. */
function stripLeadIn(text: string): string {
  const words = text.split(/\s+/u);
  const first = words.findIndex((word) => !isSmall(word));
  return words.slice(first).join(' ');
}
