import { describesDigest } from '../digests/options/phrases.ts';
import { parseDays, parseTime, partOfDayIn } from '../digests/options/times.ts';
import { didYouMean, fold, isTyped, withoutFullStop } from '../lib/text.ts';
import { asksToUndo } from '../portfolio/phrases/follow-up.ts';
import { phrases, setsOf } from '../portfolio/phrases/grammar/index.ts';
import {
  DATES,
  isException,
  isSmall,
  lengthOf,
  PHRASES,
  stripLeadIn,
} from '../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../portfolio/phrases/understand.ts';
import { isUnlisted } from '../portfolio/phrases/unheld.ts';
import { hasKeysOnly, queryOrNull } from '../portfolio/query/parser.ts';
import type { Command } from './command.ts';
import { isOfSeveral } from './digest/find.ts';
import { digest } from './digest/index.ts';
import { SHARED_VERBS, spellingsOf } from './digest/parse.ts';
import { FollowUpError } from './errors.ts';
import { exportCommand } from './export.ts';
import { commands } from './index.ts';
import { list, me, pending } from './list.ts';
import { notificationRequestIn } from './notification-requests.ts';
import { report, stats } from './report.ts';
import { show } from './show/index.ts';
import { drop, snooze, take, watch } from './triage/file.ts';

export interface MatchedCommand {
  readonly command: Command;
  readonly rest: string;
}

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

/** The command that goes by a word, whatever its case, accents and punctuation. */
export function commandCalled(word: string): Command | undefined {
  return BY_NAME.get(word) ?? BY_NAME.get(fold(word));
}

/** The command whose name is spelled nearly as a word is. */
export function nearestCommand(word: string): Command | null {
  // « Les » is none either.
  if (isSmall(fold(word))) return null;
  // “what” is not the beginning of “what-can-you-do”.
  const words = commands
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .filter((known) => !known.includes('-'));
  return commandCalled(didYouMean(word.toLowerCase(), words) ?? '') ?? null;
}

/**
 * The command that a text begins with, after filler words: `en attente`,
 * `what's pending`, `show all`, `my files`.
 *
 * @param isInFiles whether some file holds a word: such a word is searched for, whatever else it may mean
 * @returns `null` when it begins with none
 */
export function matchPhrase(
  text: string,
  isInFiles: (word: string) => boolean,
): MatchedCommand | null {
  // “What’s on my list”
  const found =
    reportAt(text) ?? commandAt(text) ?? ownIn(text) ?? setUpIn(commandAt(stripLeadIn(text)));
  const isOther = found === null || isOverfull(found) || mayBeOfSaved(found, isInFiles);
  const verbed = isOther ? afterVerb(text, isInFiles) : null;
  const match = verbed ?? found;
  return match && resolveAmbiguity(match, isInFiles);
}

/** A command behind small words; those behind the name of what is set up say nothing: `what alerts do I have`. */
function setUpIn(found: MatchedCommand | null): MatchedCommand | null {
  const isAlone = found?.command.verbs !== undefined && isSmall(found.rest);
  return isAlone ? { ...found, rest: '' } : found;
}

/** `snooze the digest`, unlike `snooze Point`, who applies: an order about files is a verb of digests, too. */
function mayBeOfSaved(
  { command, rest }: MatchedCommand,
  isInFiles: (word: string) => boolean,
): boolean {
  return CHANGING.has(command) && !isInFiles(stripLeadIn(rest).split(/\s/u, 1)[0] ?? '');
}

/** `weekly report`, « bilan hebdo »: the report of the last week or month, not the statistics. */
function reportAt(text: string): MatchedCommand | null {
  const [, period] = BILAN.exec(stripLeadIn(text)) ?? [];
  if (period !== undefined) return { command: report, rest: period };
  const [, rhythm, name, more = ''] = RHYTHM_FIRST.exec(stripLeadIn(text)) ?? [];
  const command = name === undefined ? undefined : commandCalled(name);
  const isReport = command === report || command === stats;
  return isReport ? { command: report, rest: `${rhythm} ${more}`.trim() } : null;
}

/** « Bilan de la semaine », which « rapport » says as well. */
const BILAN = /^bilan (?:de la |du )(semaine|mois)$/iu;
const RHYTHM_FIRST = /^(weekly|monthly)\s+(\p{L}+)(?:\s+(.*))?$/iu;
const RHYTHM = /^(?:weekly|monthly|hebdo|hebdomadaires?|mensuel(?:le)?s?)(?!\p{L})/iu;

/** `status digest`: text after a command without arguments. */
export function isOverfull({ command, rest }: MatchedCommand): boolean {
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
function afterVerb(text: string, isInFiles: (word: string) => boolean): MatchedCommand | null {
  const [verb = ''] = /^\S*/u.exec(text) ?? [];
  const typed = text.slice(verb.length).trim();
  // “Post the ready digest every morning” is to be set up.
  const isNew = notificationRequestIn(text)?.on === 'schedule';
  const inside =
    commandAt(stripLeadIn(typed)) ?? (isNew ? null : describedAt(typed, verb, isInFiles));
  const isVerb = inside?.command.verbs?.some((known) => isTyped(known, verb));
  if (inside === null || isVerb !== true) return null;
  const isAdded = spellingsOf(SHARED_VERBS.add).some((known) => isTyped(known, verb));
  // « Le récap du vendredi »: the noun shows that the day beside it says which one, not when.
  const isWhich = inside.command === digest && !isAdded;
  const rest = isWhich ? whichQuoted(inside.rest) : inside.rest;
  return { ...inside, rest: `${verb} ${rest}`.trim() };
}

/** The rest with what says which digest is meant in quotation marks: `du vendredi`, `du lundi matin`, unlike `de 9h à 8h`. */
function whichQuoted(rest: string): string {
  const [of = '', ...words] = rest.split(' ');
  const count = [2, 1].find((length) => {
    const phrase = words.slice(0, length).join(' ');
    const isTime = parseTime(phrase) !== null && !/^\d+$/u.test(phrase);
    return isTime || parseDays(phrase) !== null || partOfDayIn(fold(phrase))?.before === '';
  });
  const isRange = BEFORE_END.has(fold(words[count ?? 0] ?? '-'));
  if (count === undefined || isRange || !BEFORE_WHICH.has(fold(of))) return rest;
  return [`"récap ${[of, ...words.slice(0, count)].join(' ')}"`, ...words.slice(count)].join(' ');
}

/** Between the name of a digest in French and which one it is, and before the end of a range. */
const BEFORE_WHICH: ReadonlySet<string> = new Set(['du', 'de']);
const BEFORE_END: ReadonlySet<string> = new Set(['a', 'vers']);

/**
 * A digest, an alert or a saved view behind a few words that describe it, which are put in quotation
 * marks: `the 8:30 digest until monday`. Words before a new one are its options.
 */
function describedAt(
  text: string,
  verb: string,
  isInFiles: (word: string) => boolean,
): MatchedCommand | null {
  const words = text.split(/\s+/u);
  const at = words.findIndex((word) => commandCalled(word)?.verbs !== undefined);
  const noun = words[at] ?? '';
  const command = commandCalled(noun);
  // “Stop sending digests”, “all but the Lyon digest”
  const isOfOthers = /s$/iu.test(noun) || isOfSeveral(words.slice(0, at).join(' '));
  if (command === undefined || isOfOthers) return null;
  const before = stripLeadIn(words.slice(0, at).join(' '));
  const described = `${before} ${noun}`.trim().split(' ');
  if (described.length > DESCRIBED_MAX || described.some((word) => DESCRIBES_NOT.test(word)))
    return null;
  // “Remove Hugo Point”, who applies
  if (isInFiles(described.join(' '))) return null;
  const isNew = spellingsOf(SHARED_VERBS.add).some((known) => isTyped(known, verb));
  // The noun shows that a day beside it says which one, not when.
  const quoted = isNew || before === '' ? before : `"${described.join(' ')}"`;
  return { command, rest: [quoted, ...words.slice(at + 1)].join(' ').trim() };
}

/** What people say to leave out one post of a digest: data only. */
const SKIPPED = setsOf(
  [
    { skip: 'skip,no', tomorrow: 'tomorrow,tomorrow s,tomorrows', today: 'today,today s,todays' },
    { skip: 'saute,sauter,sautez,pas de', tomorrow: 'demain', today: 'aujourd hui' },
  ],
  phrases,
);

/** The line that leaves out a post of the digest that a text names: `skip tomorrow’s 9am digest`; empty for others. */
export function skippedIn(text: string): string {
  const words = withoutFullStop(text).split(/\s+/u);
  const skip = lengthOf(SKIPPED.skip, words, 0);
  const day = (['tomorrow', 'today'] as const).find((each) =>
    words.some((_, at) => lengthOf(SKIPPED[each], words, at) > 0),
  );
  if (skip === 0 || day === undefined) return '';
  const named = words
    .slice(skip)
    .filter(
      (word) => !SKIPPED[day].has(fold(word)) && !isSmall(word) && commandCalled(word) !== digest,
    );
  return ['skip', ...(named.length === 0 ? [] : [`"${named.join(' ')} digest"`]), day].join(' ');
}

/** How people ask to change what is set up, in words that no verb of it takes: data only. */
const CHANGES = setsOf(
  [
    {
      verbs:
        'add,put,include,limit,restrict,remove,delete,no,make,change,only,just,keep,stop,move,cancel,drop,pause,skip,turn,exclude,two,more,fewer,send,post,mute',
      nouns: 'digest,digests,alert,alerts',
      of: 'of,for',
    },
    {
      verbs:
        'ajoute,ajouter,ajoutez,mets,mettre,limite,limiter,limitez,supprime,supprimer,supprimez,enleve,enlever,enlevez,retire,retirer,retirez,pas de,plus de,change,changer,modifie,modifier,que,seulement,garde,arrete,coupe,annule,deplace,decale,deux,envoie,envoyez,publie,fais',
      nouns: 'recap,recaps,alerte,alertes',
      of: 'du,de',
    },
  ],
  phrases,
);

/** Whether a text changes what is set up, whatever it names of files: `add Nice to the morning digest`. */
export function changesSetUp(text: string): boolean {
  const words = fold(text).split(' ');
  const at = words.findLastIndex((word) => CHANGES.nouns.has(word));
  const behind = words[at + 1];
  const isWhich = at === 2 || behind === undefined || CHANGES.of.has(behind);
  return at > 1 && isWhich && lengthOf(CHANGES.verbs, words, 0) > 0;
}

/** Before an order, unlike “who” of “who set up the digest”. */
const ASKED_TO =
  /^(?:(?:can|could|will|would) (?:you|we|i)|let['’]?s|(?:tu|on) peux?t?|peux-tu|pouvez-vous|je (?:veux|voudrais))\s+/iu;

/** “Put an alert on Lyon” changes none that is set up. */
const NEW_ONE =
  /(?<!\p{L})(?:an?|une?) (?:new |nouvelle? )?(?:digest|alert|r[ée]cap|alerte)(?!\p{L})/iu;

/** The line that lists what is set up, and says that nothing was changed where a text asks for a change. */
export function unchangedIn(text: string): string {
  const words = text.replace(ASKED_TO, '').split(/\s+/u);
  const isChange = lengthOf(CHANGES.verbs, words, 0) > 0 && !NEW_ONE.test(text);
  return isChange ? `list ${text}` : '';
}

/** Words, keys and quotation marks that do not describe the noun behind them: `the time of the digest`. */
const DESCRIBES_NOT =
  /^(?:of|from|for|with|in|on|to|me|us|sending|posting|getting|receiving|de|du|des|dans|au|aux|[dm]['’].*)$|["“”„«»]|\p{L}:/iu;
const DESCRIBED_MAX = 4;

/** Commands for many files at once: `export all files` exports all. */
const OF_MANY: ReadonlySet<Command> = new Set([pending, me, stats, exportCommand]);

/** Chooses between two commands: `show pending` and `pending list` both mean `pending`. */
function resolveAmbiguity(
  found: MatchedCommand,
  isInFiles: (word: string) => boolean,
): MatchedCommand {
  const { command, rest } = found;
  const done = command === me ? doneByOneself(rest) : null;
  if (done !== null) return done;
  const sent = command === me ? (reportAt(rest) ?? digestIn(rest, isInFiles)) : null;
  if (sent !== null) return sent;
  if (command === stats && RHYTHM.test(rest)) return { command: report, rest };
  // “Report every monday at 9” is to come by itself.
  if (command === report && describesDigest(rest)) {
    return { command: digest, rest: `add report ${rest}` };
  }
  const inside = hasKeysOnly(rest) ? null : (commandAt(stripLeadIn(rest)) ?? commandAt(rest));
  if (inside === null || isInFiles(rest)) return found;
  const isAll = inside.rest === '';
  // “My alerts” are none of one’s files.
  if (command === me && inside.command.verbs !== undefined) return inside;
  if (command === show || command === list) {
    const owned = ownIn(rest);
    if (owned !== null) return owned;
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

/** `daily update`, behind “my”: what comes by itself, and asks for no files. */
function digestIn(text: string, isInFiles: (word: string) => boolean): MatchedCommand | null {
  const isOfFiles =
    understandOrNull(text)?.hasPhrases !== false || text.split(/\s+/u).some(isInFiles);
  const isSent = !isOfFiles && notificationRequestIn(text)?.on === 'schedule';
  return isSent ? { command: digest, rest: `offer ${text}` } : null;
}

/** The command for one’s own files, where small words that name it stand first: `me my ready files`. */
function ownIn(text: string): MatchedCommand | null {
  const words = text.split(/\s+/u);
  const at = words.findIndex((word) => PHRASES.possessive.has(fold(word)));
  const after = words.slice(at + 1);
  const isNamed = after.some((word) => [list, pending].includes(commandCalled(word) ?? me));
  if (at < 0 || !isNamed || !words.slice(0, at).every(isSmall)) return null;
  return { command: me, rest: after.filter((word) => commandCalled(word) !== list).join(' ') };
}

/** The files that the person has taken or watches, behind `my`, which are not those they manage: `my watched files`. */
function doneByOneself(text: string): MatchedCommand | null {
  const words = text.split(/\s+/u).filter((word) => commandCalled(word) !== list);
  const at = words.findIndex((word) => DONE_BY_ONESELF.has(fold(word)));
  const query = DONE_BY_ONESELF.get(fold(words[at] ?? ''));
  if (query === undefined || !words.slice(0, at).every(isSmall)) return null;
  const rest = words.slice(at + 1).join(' ');
  // Without more, the command lists them, and says where there are none.
  const command = rest === '' ? OWN_LISTS.get(query) : undefined;
  return command === undefined
    ? { command: list, rest: `${query} ${rest}`.trim() }
    : { command, rest };
}

/** Commands that list without a file what the person has taken or watches. */
const OWN_LISTS: ReadonlyMap<string, Command> = new Map([
  ['taken:me', take],
  ['watched:me', watch],
]);

/** The query for the files that something was done with, in place of an order to do it. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['taken', '-taken:nobody'],
  ['pris', '-taken:nobody'],
  ['watched', '-watched:nobody'],
  ['suivis', '-watched:nobody'],
  ['snoozed', 'snoozed:yes'],
  ['reportes', 'snoozed:yes'],
]);

/** The same of what the person has done. */
const DONE_BY_ONESELF: ReadonlyMap<string, string> = new Map([
  ...['taken', 'pris'].map((word) => [word, 'taken:me'] as const),
  ...['watched', 'watchlist', 'suivis', 'suivi'].map((word) => [word, 'watched:me'] as const),
  ...['snoozed', 'reportes'].map((word) => [word, 'snoozed:yes'] as const),
]);

/** What stands before an order, folded: `please`, `could you`, `je le`. */
const BEFORE_ORDER = /^(?:(?:please|(?:can|could|would|will) you|i|je|le|la|les|now) )*$/u;

const CHANGING: ReadonlySet<Command> = new Set([take, drop, watch, snooze]);

/**
 * What answers a text that names a change of a file without ordering it: `who has taken
 * Dupont`, `did I watch Dupont`, `ne prends pas Dupont`, `which files are snoozed`.
 *
 * @returns `null` for an order, and for any other command
 */
export function askedOfChange(text: string, called: MatchedCommand): MatchedCommand | null {
  if (!CHANGING.has(called.command)) return null;
  const words = fold(text.slice(0, text.length - called.rest.length)).split(' ');
  const done = DONE.get(words.at(-1) ?? '');
  const before = words
    .slice(0, -1)
    .map((word) => `${word} `)
    .join('');
  if (called.rest === '') {
    // “What have I taken” asks for one’s own.
    const isOwn = before === '' || OF_ONESELF.test(before);
    return isOwn || done === undefined ? null : { command: list, rest: done };
  }
  const [first = '', ...others] = called.rest.split(/\s+/u);
  // “Taken by me”, “snoozed in Lyon”
  const isPart = isSmall(first) || DATES.has(fold(first));
  // « Les dossiers pris par Hannah », whom the answer asks to be marked
  if (done !== undefined && understandOrNull(text) === null) return { command: list, rest: text };
  if (done !== undefined && before === '' && isPart) {
    // « Suivis à Lyon », unlike « suivis par Sophie », whose manager she is
    const isSaid = PHRASES.by.has(fold(first)) || denotes(text, done);
    return { command: list, rest: isSaid ? text : `${done} ${called.rest}` };
  }
  if (PHRASES.not.has(fold(first))) return { command: show, rest: others.join(' ') };
  const isOrder = done === undefined && BEFORE_ORDER.test(before);
  return isOrder ? null : { command: show, rest: called.rest };
}

/** Words for the person who asks, folded. */
const OF_ONESELF = /\b(?:i|me|my|j|je|moi|mes)\b/u;

/** Whether a text asks for what a query with one key asks for. */
function denotes(text: string, query: string): boolean {
  const [asked] = queryOrNull(query)?.conditions ?? [];
  const { conditions = [] } = understandOrNull(text)?.query ?? {};
  return conditions.some((one) => 'key' in one && asked && 'key' in asked && one.key === asked.key);
}

/**
 * `undo`, `go back`: no list and no form is taken back by words.
 *
 * @throws {FollowUpError} that says what can be done
 */
export function refuseUndo(text: string): null {
  if (asksToUndo(withoutFullStop(text))) throw new FollowUpError('undo', '');
  return null;
}

/**
 * Whether the name of a command is a part of what is asked: of `list` in “open files” and “who can see
 * these files”, of `show` in “open cases in Lyon”, unlike “open the file of Dupont”.
 */
export function isPartOfRequest(text: string, { command, rest }: MatchedCommand): boolean {
  const [first = ''] = fold(rest)
    .replace(/^rental /u, '')
    .split(' ');
  const isNoun =
    command === show ? PHRASES.behindStatus.has(first) : command === list && rest === '';
  if (!isNoun) return false;
  const { query, ignored = [] } = understandOrNull(text) ?? {};
  const isOfStatus = query?.conditions.some(({ kind }) => kind === 'choice') === true;
  return isOfStatus || (command === list && ignored.some(isUnlisted));
}

/** Whether a word resembles the name of a command, and is in no file and no phrase. */
export function isCommandMistyped(word: string, isInFiles: (word: string) => boolean): boolean {
  const isOther =
    isInFiles(word) || isException(word) || understandOrNull(word)?.hasPhrases !== false;
  return !isOther && nearestCommand(word) !== null;
}
