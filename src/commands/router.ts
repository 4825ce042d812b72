import { fold, withoutFullStop } from '../lib/text.ts';
import { awaits, isDecided, isStage } from '../portfolio/lifecycle.ts';
import { rowsReferredTo, unwrapped } from '../portfolio/lookup.ts';
import { followUpIn, pageIn, withoutCorrection } from '../portfolio/phrases/follow-up.ts';
import type { Question } from '../portfolio/phrases/grammar/index.ts';
import { isClosing, isPolite, PHRASES, stripLeadIn } from '../portfolio/phrases/grammar/tables.ts';
import { askedOfPerson } from '../portfolio/phrases/people.ts';
import { type Understood, understandOrNull } from '../portfolio/phrases/understand.ts';
import { isUnlisted, isUnrecorded } from '../portfolio/phrases/unheld.ts';
import { hasKeysOnly, tooLong } from '../portfolio/query/parser.ts';
import type { Condition } from '../portfolio/query/query.ts';
import { alert } from './alert/index.ts';
import {
  askedOfChange,
  changesSetUp,
  commandCalled,
  isCommandMistyped,
  isPartOfRequest,
  isOverfull,
  type MatchedCommand,
  matchPhrase,
  nearestCommand,
  refuseUndo,
  skippedIn,
  unchangedIn,
} from './command-names.ts';
import type { Command } from './command.ts';
import { digest } from './digest/index.ts';
import { UnknownCommandError } from './errors.ts';
import { exportCommand, tableAskedIn } from './export.ts';
import { list, LISTED_DECISIONS, listOfServed, me, PARTICIPLES, pending, search } from './list.ts';
import { asksToTellOther, notificationRequestIn, stopRequestIn } from './notification-requests.ts';
import { overview } from './overview.ts';
import { property } from './property.ts';
import { report, stats } from './report.ts';
import {
  areAlike,
  areNamesOnly,
  askedOfApp,
  denies,
  factOfFile,
  fileIn,
  handedIn,
  helpAskedIn,
  isFile,
  isOfProperty,
  isSearch,
  type MatchContext,
  namesFile,
  orderOnOne,
  withoutGuarantors,
  withoutOrnaments,
  withoutPrefix,
} from './sentences.ts';
import { asksToSet, settings } from './settings.ts';
import { decide, notifications, OTHER, REMINDER, show } from './show/index.ts';
import { handOver, snooze } from './triage/file.ts';
import { unwatch } from './triage/several.ts';
import { reminderIn } from './until.ts';

/** The start of a link, as people paste it or as Slack writes it. */
const LINK = /^<?https?:\/\//iu;

/** “How do I export?”: the rest may name a command. */
const HOW = /^(?:how (?:do|can|could|should|to|does)|comment)\b/iu;

/** A typed text, and what several readings ask of it. */
interface Typed {
  /** Without ornaments, and without what it corrects itself. */
  readonly text: string;
  /** The command that the text begins with. */
  readonly called: MatchedCommand | null;
  /** Whether files may be asked for: without a command, or with one that answers with files. */
  readonly isOfFiles: boolean;
  readonly around: MatchContext;
  /** Whether some file holds each word of a text. */
  readonly isInFiles: (text: string) => boolean;
}

/** One interpretation of a text; `null` leaves it to the next one. */
type Reading = (typed: Typed) => MatchedCommand | null;

/** The first that finds a command decides. Those behind `namedCommand` read texts without one. */
const READINGS: readonly Reading[] = [
  statusOfFile,
  preference,
  requestToStop,
  requestForLater,
  requestForOther,
  questionOfChange,
  requestForHelp,
  exportAsTable,
  ({ text, isOfFiles, around }) => (isOfFiles ? listOfServed(text, around) : null),
  partOfCondition,
  countedList,
  namedCommand,
  fileAlone,
  handedOver,
  orderOnFile,
  ({ text, around }) => factOfFile(askedOfPerson(text), around),
  linkOrQuery,
  ({ text, isInFiles }) => (isInFiles(text) ? null : refuseUndo(text)),
  sentence,
];

/**
 * Several times what any command takes. Reading takes up to 0.1 ms a character, before it is known who asks,
 * and a message can have 40,000.
 */
const TEXT_LENGTH_MAX = 3_000;

/**
 * The command for a text typed after `/rental`, and the rest of the text.
 *
 * @throws {UnknownCommandError} when no command goes by the first word
 * @throws {FollowUpError} for a text that asks to undo something
 * @throws {QueryError} for a text that is longer than any command
 */
export function matchCommand(text: string, around: MatchContext): MatchedCommand {
  if (text.length > TEXT_LENGTH_MAX) throw tooLong(text);
  const typed = withoutPrefix(text);
  const bared = withoutPrefix(withoutOrnaments(typed));
  // Emoji alone ask for nothing that has an answer.
  if (bared === '') return { command: (typed && commandCalled('help')) || overview, rest: '' };
  const lexicon = around.portfolio.latest()?.table.lexicon;
  const isInFiles = (words: string) =>
    fold(words)
      .split(' ')
      .every((word) => lexicon?.numberOf(word) !== undefined);
  // “That’s all” lists nothing; “list decision:ready” is read as nothing else.
  const plain = PHRASES.closing.has(fold(bared)) ? null : matchPhrase(bared, isInFiles);
  if (
    plain !== null &&
    OF_NOW.has(plain.command) &&
    hasKeysOnly(plain.rest) &&
    !asksMore(bared, plain)
  ) {
    return shownOrListed(plain, around, isInFiles);
  }
  const asked = withoutCorrection(bared);
  const named = asked === bared ? plain : matchPhrase(asked, isInFiles);
  // “Digest please”; lists say what they ignore.
  const isAlone = named !== null && !OF_NOW.has(named.command) && isPolite(named.rest);
  const called = isAlone ? { ...named, rest: '' } : named;
  const isOfFiles = called === null || OF_NOW.has(called.command);
  const reading: Typed = { text: asked, called, isOfFiles, around, isInFiles };
  for (const read of READINGS) {
    const found = read(reading);
    if (found !== null) return found;
  }
  const word = firstWordOf(asked);
  throw new UnknownCommandError(asked, nearestCommand(word), asked.slice(word.length).trim());
}

function firstWordOf(text: string): string {
  return /^\S*/u.exec(text)?.[0] ?? '';
}

/** `status of Dupont`, or of a reference that no file has, unlike `status` of the service. */
function statusOfFile({ called, isInFiles }: Typed): MatchedCommand | null {
  if (called?.command.name !== 'status' || !isOverfull(called)) return null;
  const whose = understandOrNull(called.rest)?.rest ?? '';
  const isOfFile = whose !== '' && (isInFiles(whose) || /^\S*\d\S*$/u.test(whose));
  return isOfFile ? { command: show, rest: whose } : null;
}

/** `set the language to French`, `who am I` */
function preference({ text }: Typed): MatchedCommand | null {
  const asked = askedOfApp(text);
  if (asked !== null) return asked;
  return asksToSet(withoutFullStop(text)) ? { command: settings, rest: '' } : null;
}

/** `don’t notify me about Paris`, `unwatch MO-0149` */
function requestToStop({ text, called, isOfFiles }: Typed): MatchedCommand | null {
  const stop = isOfFiles || called?.command === me ? stopRequestIn(text) : null;
  if (stop === null) return null;
  if (stop.of === 'all' || stop.rest === '') return { command: notifications, rest: '' };
  return { command: unwatch, rest: stop.rest };
}

/** `tell Sophie that MO-0149 is ready` */
function requestForOther({ text, isOfFiles }: Typed): MatchedCommand | null {
  return isOfFiles && asksToTellOther(text) ? { command: notifications, rest: OTHER } : null;
}

/** `tell me when something is ready`, `ready every monday at 9`, `remind me about Dupont tomorrow` */
function requestForLater({ text, isOfFiles, isInFiles }: Typed): MatchedCommand | null {
  if (!isOfFiles) return null;
  const later = notificationRequestIn(text);
  if (later?.on === 'schedule') return { command: digest, rest: `offer ${later.rest}` };
  const reminder = asksToTellOther(text) ? null : reminderIn(text, isInFiles);
  if (reminder === null) return later && { command: alert, rest: text };
  const { file, day } = reminder;
  if (file === '') return { command: notifications, rest: REMINDER };
  // A snoozed file comes back on its day.
  return day === null ? { command: show, rest: file } : { command: snooze, rest: text };
}

/** `who has taken Dupont` changes nothing. */
function questionOfChange({ text, called }: Typed): MatchedCommand | null {
  return called && askedOfChange(text, called);
}

/** `what does pending mean`, `how do I search by town` */
function requestForHelp({ text, isInFiles }: Typed): MatchedCommand | null {
  const asked = helpAskedIn(text, isInFiles);
  return asked === null ? null : helpOn(asked);
}

/** `pending in Excel`, `export everything to Excel` */
function exportAsTable({ text, called, isOfFiles, isInFiles }: Typed): MatchedCommand | null {
  const isExport = called?.command === exportCommand;
  if (!isOfFiles && !isExport) return null;
  const hasName = called?.rest !== '' || commandCalled(firstWordOf(text)) !== undefined;
  const rest = tableAskedIn(text, isExport && hasName ? called.rest : null, isInFiles);
  return rest === null ? null : { command: exportCommand, rest };
}

/** In `all but the closed ones` and `waiting for documents` the command is a part of a condition. */
function partOfCondition({ text, called }: Typed): MatchedCommand | null {
  if (called === null || !(DENIED.has(called.command) || called.command === show)) return null;
  const { command, rest } = called;
  // “Mine or Sophie’s”, “my files and Oliver’s”
  const isOfSeveral =
    PHRASES.or.has(fold(firstWordOf(rest))) ||
    asks(text, (one) => one.kind === 'text' && one.key === 'manager' && one.any.length > 1);
  if (command === me && isOfSeveral) return { command: list, rest: text };
  // “Pending decisions” and “open decisions” are none that were made.
  const isToMake = command === pending || command === show;
  const isPending = isToMake && asks(rest, isMade) && !asks(text, isMade);
  // “Waiting for documents”, “waiting for a guarantor”
  const isOfStage = asks(text, isStage) && !asks(rest, isStage);
  const isPart = command === pending && (isOfStage || restOf(text) < restOf(rest));
  if (isPending || isPart) return { command: pending, rest: text };
  // « Tous sauf les couples et les étudiants »: “all” says that both are left out.
  const isOfAll = command === list ? !areAlike(text, rest) : !denies(rest);
  return DENIED.has(command) && denies(text) && isOfAll ? { command: list, rest: text } : null;
}

function asks(text: string, test: (condition: Condition) => boolean): boolean {
  return understandOrNull(text)?.query.conditions.some(test) === true;
}

function isMade(one: Condition): boolean {
  return one.kind === 'choice' && one.any.some(isDecided);
}

/** How much of a text is no phrase. */
const restOf = (text: string): number => understandOrNull(text)?.rest.length ?? 0;

/** Commands whose names are conditions as well: `everything but pending`, `all but mine`. */
const DENIED: ReadonlySet<Command> = new Set([list, pending, me]);

/** `pending per manager` */
function countedList({ text, called }: Typed): MatchedCommand | null {
  if (called === null || !GROUPED.has(called.command.name)) return null;
  const command = commandOfAll(understandOrNull(text)?.question);
  const isOfList = called.command === list || called.command === search;
  return command && { command, rest: isOfList ? called.rest : text };
}

function namedCommand({ text, called, around, isInFiles }: Typed): MatchedCommand | null {
  if (called !== null && isPartOfRequest(text, called)) return { command: list, rest: text };
  const decided = called?.command === list ? LISTED_DECISIONS.get(fold(called.rest)) : undefined;
  if (decided !== undefined) return { command: list, rest: decided };
  return called && shownOrListed(called, around, isInFiles);
}

/** Whether small words before a command, or its name itself, are a part of what is asked for. */
function asksMore(text: string, called: MatchedCommand): boolean {
  // In “list decision:ready” nothing stands before the name, and no name denies what stands after it.
  const after = text.slice(firstWordOf(text).length).trim();
  return denies(after === called.rest ? after : text) || isPartOfRequest(text, called);
}

/** A reference, a name or a link of a file. */
function fileAlone({ text, around }: Typed): MatchedCommand | null {
  const file = [text, stripLeadIn(text), text.replace(REFERENCE, '')]
    .map((each) => unwrapped(withoutFullStop(each)))
    .find((each) => each !== '' && isFile(each, around));
  return file === undefined ? null : { command: show, rest: file };
}

/** Before a reference: `ref MO-0149`. */
const REFERENCE = /^(?:ref|réf)(?:erence|érence)?(?!\p{L})\.?\s*(?::\s*)?/iu;

/** `approve MO-0149`. `Archivé GR-0101` asks for those that are. */
function orderOnFile({ text, around }: Typed): MatchedCommand | null {
  const word = firstWordOf(text);
  const isOrder =
    PHRASES.order.has(fold(word)) && !word.normalize('NFC').toLowerCase().endsWith('é');
  const rest = isOrder ? stripLeadIn(text.slice(word.length).trim()) : '';
  if (rest === '') return null;
  // “Close Dupont”, unlike “archive Lyon”, which may ask for those that are
  return namesFile(rest, around) ? { command: decide, rest } : null;
}

/** `give Dupont to Sophie`, which is no decision: the form that asks once more to whom; `share Dupont`. */
function handedOver({ text, around }: Typed): MatchedCommand | null {
  const { file: handed = '', to = '' } = handedIn(text) ?? {};
  // « Donne Dupont à Lyon » asks for a file there.
  const hand = isOfProperty(to, around) ? [] : [{ command: handOver, rest: fileIn(handed) }];
  // A reference goes to somebody even where no file has it: the answer says so.
  const isHanded = ({ rest }: MatchedCommand) =>
    namesFile(rest, around) || /^\S*\d\S*$/u.test(rest);
  return hand.find(isHanded) ?? orderOnOne(text, around);
}

/** A link to something else is no query with a key; a query without a command before it is listed. */
function linkOrQuery({ text }: Typed): MatchedCommand | null {
  if (LINK.test(firstWordOf(text))) return { command: show, rest: text };
  return /^-?\p{L}[\p{L}-]*\s?:./u.test(text) ? { command: list, rest: text } : null;
}

/** A question, a request for help, or words to search for. */
function sentence({ text, around, isInFiles }: Typed): MatchedCommand | null {
  const understood = understandOrNull(text);
  // `list` answers with what is wrong, unless the command is it: “lsit decison:ready”.
  if (understood === null)
    return isCommandMistyped(firstWordOf(text), isInFiles) ? null : { command: list, rest: text };
  // “Who gets the digest”, “set up an alert”, unlike « le point sur Lyon »
  const asksOfFiles = understood.query.conditions.some(
    (one) => (one.kind !== 'words' && one.kind !== 'date') || isNamed(one, isInFiles),
  );
  const setUp = text
    .split(/\s+/u)
    .map(commandCalled)
    .find((command) => command === digest || command === alert);
  // “Add Nice to the morning digest”
  if (setUp !== undefined && (!asksOfFiles || changesSetUp(text)))
    return { command: setUp, rest: (setUp === digest && skippedIn(text)) || unchangedIn(text) };
  const answer = commandFor(understood, text, around, isInFiles);
  // “Change the language to French” is of no file.
  const isOfFile =
    !PHRASES.change.has(fold(firstWordOf(text))) || understood.rest.split(' ').some(isInFiles);
  if (answer !== null && (answer.command !== decide || isOfFile)) return answer;
  if (isClosing(text) && !(isInFiles(text) && areNamesOnly(text, around)))
    return { ...helpOn(''), rest: text };
  if (isPolite(text) && !isInFiles(text)) return helpOn('');
  // “Page 3”, “Lyon page 2”
  if (pageIn(text)?.rest === '') return { command: list, rest: text };
  if (followUpIn(text)?.kind === 'refresh') return { command: overview, rest: '' };
  if (HOW.test(text)) return helpOn(text.replace(HOW, ''));
  return isSearch(understood, text, around, isInFiles)
    ? // “Anything but Paris” begins with small words that deny.
      { command: search, rest: denies(text) ? text : withoutLeadIn(text) }
    : null;
}

/** A text without the small words before it, unless they belong to what they stand before: `with or without`. */
function withoutLeadIn(text: string): string {
  const bare = stripLeadIn(text);
  return areAlike(text, bare) ? bare : text;
}

/** Commands that answer with files: “ready every monday at 9” asks for them later. */
const OF_NOW: ReadonlySet<Command> = new Set([list, search, show, pending, overview]);

/** Commands whose names stand in questions of how many there are for each: “files per property”. */
const GROUPED: ReadonlySet<string> = new Set(['list', 'search', 'pending', 'property', 'status']);

/** Whether a condition is of words that some file holds. */
function isNamed(condition: Condition, isInFiles: (word: string) => boolean): boolean {
  return condition.kind === 'words' && condition.any.some(isInFiles);
}

function helpOn(text: string): MatchedCommand {
  const named = text.split(/\s+/u).find((word) => word !== '' && commandCalled(word) !== undefined);
  return { command: commandCalled('help') ?? overview, rest: named ?? '' };
}

/** Questions that the card of a file answers. */
const OF_ONE: ReadonlySet<Question> = new Set(['missing', 'contact', 'manager']);

/** The command for a text of phrases: one for its question, or else `list`. */
function commandFor(
  { question, rest, hasPhrases, ignored, query }: Understood,
  text: string,
  around: MatchContext,
  isInFiles: (word: string) => boolean,
): MatchedCommand | null {
  const { portfolio } = around;
  const decided = question === 'decide' ? PARTICIPLES.get(fold(text)) : undefined;
  if (decided !== undefined) return { command: list, rest: decided };
  if (OF_LIST.has(question) && awaits(query)) return { command: pending, rest: text };
  if (question === 'decide') {
    // “Delete my alerts”: of what is set up here, not of a file.
    const setUp = rest
      .split(' ')
      .map(commandCalled)
      .find((command) => command?.verbs !== undefined);
    return setUp === undefined
      ? { command: decide, rest }
      : { command: setUp, rest: unchangedIn(text) };
  }
  const ofAll = commandOfAll(question);
  if (ofAll !== null) return { command: ofAll, rest: text };
  // « Pièces manquantes à Lyon » is of a town, not of one file.
  const isOfTown = question === 'missing' && !/\d/u.test(rest) && isOfProperty(rest, { portfolio });
  if (isOfTown) return { command: list, rest: `completion:<100 ${rest}` };
  const snapshot = portfolio.latest();
  const named = snapshot === null ? rest : rest.split(' ').filter(isInFiles).join(' ');
  // “Who manages MO-0149” asks about all files of the property.
  const isOfSeveral = snapshot !== null && rowsReferredTo(named, snapshot.table).length > 1;
  if (question === 'manager' && isOfSeveral) return { command: list, rest: text };
  if (question !== null && OF_ONE.has(question) && rest !== '') {
    // “Phone of the guy for LY-0342”; of a mistyped name, no other is shown.
    const isReferred = named !== '' && isFile(named, { portfolio, idIn: () => null });
    // “Email Jade Morin to ask for her payslips”
    const isCalled = question === 'contact' && / /u.test(named) && areNamesOnly(named, around);
    return { command: show, rest: withoutGuarantors(isReferred || isCalled ? named : rest) };
  }
  if (question === 'card' || question === 'compare') {
    // “Rent of LY-0342” is the same in all files of the property.
    if (isOfSeveral) return { command: property, rest: named };
    if (named !== '' && question === 'card') return { command: show, rest: named };
  }
  return question !== null ||
    hasPhrases ||
    ignored.some((words) => isUnrecorded(words) || isUnlisted(words)) ||
    // “Week 46”: a list says what it ignores.
    (rest === '' && ignored.some((words) => /[\s-]/u.test(words)) && !isPolite(text))
    ? { command: list, rest: text }
    : null;
}

/** Questions of the files found, with the list itself. */
const OF_LIST: ReadonlySet<Question | null> = new Set([null, 'count', 'who']);

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
  // “Show me everything but Paris”
  if (denies(called.rest)) return { command: list, rest: called.rest };
  const understood = understandOrNull(called.rest);
  const asked = understood && commandFor(understood, called.rest, around, isInFiles);
  return asked ?? { ...called, rest: withoutLeadIn(called.rest) };
}
