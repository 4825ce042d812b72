import { describesDigest } from '../digests/options/phrases.ts';
import { didYouMean, fold, isTyped, isUuid } from '../lib/text.ts';
import { areNames, type FileLink, isInProperties, rowsReferredTo } from '../portfolio/lookup.ts';
import { singularIn, wordLike } from '../portfolio/phrases/fit.ts';
import {
  BY,
  DATES,
  GUARANTORS,
  isException,
  isPolite,
  isSmall,
  NOT_ALONE,
  POSSESSIVES,
  stripLeadIn,
} from '../portfolio/phrases/grammar/tables.ts';
import { factIn, isShort } from '../portfolio/phrases/list-reference.ts';
import { type Understood, understandOrNull } from '../portfolio/phrases/understand.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { isExcluded } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { queryOrNull } from '../portfolio/query/parser.ts';
import { isOfKeys } from '../portfolio/query/tokenizer.ts';
import { isFlagAlone, translated } from '../portfolio/query/vocabulary/index.ts';
import type { Action } from '../views/message.ts';
import type { Command } from './command.ts';
import { digest } from './digest/index.ts';
import { exportCommand } from './export.ts';
import { commands } from './index.ts';
import { list, me, pending } from './list.ts';
import { property } from './property.ts';
import { report, stats } from './report.ts';
import { show } from './show/index.ts';
import { drop, snooze, take, watch } from './triage/file.ts';

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

/** The command that goes by a word, whatever its case, accents and punctuation. */
export function commandCalled(word: string): Command | undefined {
  return BY_NAME.get(word) ?? BY_NAME.get(fold(word));
}

/** The command whose name is spelled nearly as a word is. */
export function nearestCommand(word: string): Command | null {
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
  const found = commandAt(text) ?? commandAt(stripLeadIn(text));
  const verbed = found === null || isOverfull(found) ? afterVerb(text) : null;
  const match = verbed ?? found;
  return match && resolveAmbiguity(match, isInFiles);
}

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
  const done = command === me ? doneByOneself(rest) : null;
  if (done !== null) return { command: list, rest: done };
  // “Report every monday at 9” is to come by itself.
  if (command === report && describesDigest(rest)) {
    return { command: digest, rest: `add report ${rest}` };
  }
  const inside = rest === '' ? null : (commandAt(stripLeadIn(rest)) ?? commandAt(rest));
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

/** The command for one’s own files, where small words that name it stand first: `me my ready files`. */
function ownIn(text: string): MatchedCommand | null {
  const words = text.split(/\s+/u);
  const at = words.findIndex((word) => POSSESSIVES.has(fold(word)));
  const after = words.slice(at + 1);
  const isNamed = after.some((word) => [list, pending].includes(commandCalled(word) ?? me));
  if (at < 0 || !isNamed || !words.slice(0, at).every(isSmall)) return null;
  return { command: me, rest: after.filter((word) => commandCalled(word) !== list).join(' ') };
}

/** The files that the person has taken or watches, behind `my`, which are not those they manage: `my watched files`. */
function doneByOneself(text: string): string | null {
  const words = text.split(/\s+/u).filter((word) => commandCalled(word) !== list);
  const at = words.findIndex((word) => DONE_BY_ONESELF.has(fold(word)));
  const query = DONE_BY_ONESELF.get(fold(words[at] ?? ''));
  if (query === undefined || !words.slice(0, at).every(isSmall)) return null;
  return [query, ...words.slice(at + 1)].join(' ');
}

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
  if (done !== undefined && before === '' && isPart) {
    // « Suivis à Lyon », unlike « suivis par Sophie », whose manager she is
    const isSaid = BY.has(fold(first)) || denotes(text, done);
    return { command: list, rest: isSaid ? text : `${done} ${called.rest}` };
  }
  if (NOT_ALONE.has(fold(first))) return { command: show, rest: others.join(' ') };
  const isOrder = done === undefined && BEFORE_ORDER.test(before);
  return isOrder ? null : { command: show, rest: called.rest };
}

const HANDED =
  /^(?:(?:please|(?:can|could|would|will) you)\s+)*(?:give|hand|pass|donne[rz]?|refile[rz]?|confie[rz]?|transmet(?:s|tre|tez)|passe[rz]?)\s+(?:over\s+)?(?!(?:me|us|moi|nous)\b)(.+?)\s+(?:over\s+)?(?:to|à)\s+(?!(?:me|us|moi|nous)\b)(\S.*)$/iu;

const PUT_ON =
  /^(?:(?:please|(?:can|could|would|will) you)\s+)*(?:put|mets|mettre|mettez)\s+(?!(?:me|moi)\b)(\S+(?:\s\S+)?)\s+(?:on|sur)\s+(\S.*)$/iu;

/** The file of `give Dupont to Sophie` and `put Sophie on Dupont`, and to whom, as typed; `null` for any other text. */
export function handedIn(text: string): { readonly file: string; readonly to: string } | null {
  const [, given, to = ''] = HANDED.exec(text) ?? [];
  const [, who = to, file = given] = PUT_ON.exec(text) ?? [];
  return file === undefined ? null : { file, to: who };
}

/** Orders about one file beside the names of commands; a card answers those that it has a button for. */
const ORDERED: readonly (readonly [RegExp, Command])[] = [
  [
    /^(?:i(?:['’]?ll| will) take|i['’]?m taking|put me on|mets[- ]moi sur|je vais prendre|j(?:e )?prends?|je m['’]occupe d[eu])\s+(.+)$/iu,
    take,
  ],
  [
    /^(?:keep an eye on|keep track of|monitor|track|surveille[rz]?|garde[rz]? un (?:œ|oe)il sur)\s+(.+)$/iu,
    watch,
  ],
  [
    /^(?:share|forward|send|partage[rz]?|envoie[rz]?)\s+(.+?)(?:\s+(?:with|to|avec|à)\s+\S.*)?$/iu,
    show,
  ],
  [
    /^(?:chase(?: up)?|follow up (?:with|on)|nudge|whatsapp|sms|relance[rz]?|recontacte[rz]?|rappelle[rz]?)\s+(.+)$/iu,
    show,
  ],
];

/** The orders that a text may be, each with the file as typed: `keep an eye on Dupont`. */
export function ordersIn(text: string): readonly MatchedCommand[] {
  return ORDERED.flatMap(([pattern, command]) => {
    const file = pattern.exec(text)?.[1];
    return file === undefined ? [] : [{ command, rest: stripLeadIn(file) }];
  });
}

/** “How do I search by town”: how something is done, of no file. */
const HOW_TO =
  /^(?:how (?:do|can|could|should) (?:i|we|you)|how to|comment (?:je|on|faire|puis|peut|peux))\b/iu;

/** “What does ready mean”: help ends with the words for decisions. */
const MEANING =
  /^(?:what do(?:es)? .{1,80} mean|(?:meaning|definition) of|définition d|define|explain|expli(?:que[rz]?|citer?)|what(?:['’]?s| is) the difference|(?:quelle est|c['’]est quoi) la différence)(?!\p{L})|\b(?:veut dire|veulent dire|signifient?)(?!\p{L})/iu;

/** What help is asked on, which may name a command; `null` for a text that asks of files. */
export function helpAskedIn(text: string, isInFiles: (word: string) => boolean): string | null {
  const isHow = HOW_TO.test(text);
  const { question = null, rest = '' } = understandOrNull(text) ?? {};
  if ((!isHow && !MEANING.test(text)) || question !== null) return null;
  if (rest.split(/[ ,]+/u).some(isInFiles)) return null;
  return isHow ? text.replace(HOW_TO, '') : '';
}

/** Words for the person who asks, folded. */
const OF_ONESELF = /\b(?:i|me|my|j|je|moi|mes)\b/u;

/** Emoji as they are or as Slack spells them, and punctuation that stands alone. */
const ORNAMENT =
  /(?<!\S)(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cf}|\p{Mn}|[?!.…\u2800])+|(?::[a-z][\w+-]*:)+)(?!\S)/gu;

/** A text without ornaments; a lone question mark asks for help. */
export function withoutOrnaments(text: string): string {
  return text.trim() === '?' ? '?' : text.replaceAll(ORNAMENT, '').trim();
}

/** Maximum of a text in an encrypted button, beside the rest. */
const TYPED_BYTES_MAX = 900;

/** The action of “Try again”; `null` when the text is too long for a button. */
export function repeatAction({ command, rest }: MatchedCommand): Action | null {
  return canTravel(rest) ? { command: command.name, args: { typed: rest } } : null;
}

/** Whether a text is short enough to go into a button. */
export function canTravel(text: string): boolean {
  return Buffer.byteLength(JSON.stringify(text)) <= TYPED_BYTES_MAX;
}

/** Whether a text asks for files that something does not hold for, or tries to. */
export function denies(text: string): boolean {
  const { query, ignored = [] } = understandOrNull(text) ?? {};
  const isDenied = query?.conditions.some(isExcluded) === true;
  return isDenied || ignored.some(isException);
}

/** Whether a text asks for what a query with one key asks for. */
function denotes(text: string, query: string): boolean {
  const [asked] = queryOrNull(query)?.conditions ?? [];
  const { conditions = [] } = understandOrNull(text)?.query ?? {};
  return conditions.some((one) => 'key' in one && asked && 'key' in asked && one.key === asked.key);
}

/** Whether two texts ask for the same files, with the same words ignored. */
export function areAlike(...texts: readonly [string, string]): boolean {
  const [first, second] = texts.map((text) => {
    const understood = understandOrNull(text);
    return understood && JSON.stringify([understood.query, understood.ignored]);
  });
  return first === second;
}

/** Context that a text is matched in. */
export interface MatchContext extends Pick<FileLink, 'idIn'> {
  readonly portfolio: Portfolio;
}

/** Whether a text is an id, a link or a reference of files. */
export function isFile(text: string, { idIn, portfolio }: MatchContext): boolean {
  if (isUuid(text) || idIn(text) !== null) return true;
  const snapshot = portfolio.latest();
  if (snapshot === null) return false;
  return snapshot.rows.has(text) || rowsReferredTo(text, snapshot.table).length > 0;
}

/** Whether a text is of names of applicants alone. */
export function areNamesOnly(text: string, { portfolio }: MatchContext): boolean {
  const snapshot = portfolio.latest();
  return snapshot !== null && areNames(text, snapshot.table);
}

/** Whether the words of a text stand in properties: a town, unlike a person. */
export function isOfProperty(
  text: string,
  { portfolio }: Pick<MatchContext, 'portfolio'>,
): boolean {
  const snapshot = portfolio.latest();
  return snapshot !== null && isInProperties(text, snapshot.table);
}

/** Whether nothing stands in a text but conditions with a key, if anything. */
export function hasKeysOnly(text: string): boolean {
  try {
    return text === '' || isOfKeys(text);
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

/** Whether a text asks for what a card says, and another names its file. */
function isFactOf(fact: string, named: string, around: MatchContext): boolean {
  if (fact === '' || named === '' || factIn(fact) !== 'card') return false;
  // “Guarantor Martin” may be called so.
  if (GUARANTORS.has(fold(fact))) return false;
  return isFile(named, around) || areNamesOnly(named, around);
}

/** `Dupont score`, `loyer LY-0342`: what a card, or the property of several files, says. */
export function factOfFile(text: string, around: MatchContext): MatchedCommand | null {
  if (!isShort(text)) return null;
  const { question = null, rest: typed = '' } = understandOrNull(text) ?? {};
  if (question !== null) return null;
  // “No guarantor” is of nobody called “No”.
  const free = new Set(fold(typed).split(' '));
  const words = text.split(/\s+/u);
  const isFree = (named: readonly string[]) =>
    fold(named.join(' '))
      .split(' ')
      .every((word) => free.has(word));
  const file = words
    .flatMap((_, at) => [
      [words.slice(0, at), words.slice(at)] as const,
      [words.slice(at), words.slice(0, at)] as const,
    ])
    .find(
      ([fact, named]) => isFree(named) && isFactOf(fact.join(' '), named.join(' '), around),
    )?.[1];
  if (file === undefined) return null;
  const rest = file.join(' ');
  const snapshot = around.portfolio.latest();
  const isShared = snapshot !== null && rowsReferredTo(rest, snapshot.table).length > 1;
  return { command: isShared ? property : show, rest };
}

/** `Dupont` of “the phone of the guarantor of Dupont”: the card of the file has both. */
export function withoutGuarantors(rest: string): string {
  const named = rest.split(' ').filter((word) => !GUARANTORS.has(fold(word)));
  return named.join(' ') || rest;
}

/**
 * Whether the name of a command is a status: of `list` in “open files”, of `show` in “open cases in
 * Lyon”, unlike “open the file of Dupont”.
 */
export function isOfStatus(text: string, { command, rest }: MatchedCommand): boolean {
  const isNoun = command === show ? BEHIND_STATUS.test(rest) : command === list && rest === '';
  const { conditions = [] } = understandOrNull(text)?.query ?? {};
  return isNoun && conditions.some(({ kind }) => kind === 'choice');
}

/** What may stand behind a status: a noun of any number without an article, or where, when and what. */
const BEHIND_STATUS =
  /^(?:(?:rental )?(?:applications|candidates|candidatures|cases|dossiers|files|ones)|in|at|since|with|without)\b/iu;

/** Whether a word resembles the name of a command, and is in no file and no phrase. */
export function isCommandMistyped(word: string, isInFiles: (word: string) => boolean): boolean {
  const isOther = isInFiles(word) || understandOrNull(word)?.hasPhrases !== false;
  return !isOther && nearestCommand(word) !== null;
}

/** Whether towns, names or references are asked for, even with words that no file has. */
export function isSearch(
  { rest, ignored }: Understood,
  text: string,
  { portfolio }: MatchContext,
  isInFiles: (word: string) => boolean,
): boolean {
  const lexicon = portfolio.latest()?.table.lexicon;
  const words = rest.split(/[ ,]-?|^-/u).filter((word) => word !== '');
  const [first] = words;
  // “Mr Well”: polite words may be names.
  if (first === undefined) return ignored.some((word) => isPolite(word) && isInFiles(word));
  const isHeld = (word: string) =>
    // “Students”, of whom files say « étudiant »
    translated([word]).some(isInFiles) ||
    isFlagAlone(word) ||
    (lexicon !== undefined && singularIn(lexicon, word) !== null);
  if (isHeld(first)) return true;
  const isMistyped = nearestCommand(/^\S*/u.exec(text)?.[0] ?? '') !== null;
  if (isMistyped || lexicon === undefined) return !isMistyped;
  // “Grenobel” is answered with what it resembles.
  const isLike = (word: string) => isHeld(word) || wordLike(word, lexicon, () => 0, []) !== null;
  return words.some(isHeld) || (words.length <= LIKE_WORDS_MAX && words.every(isLike));
}

/** Longer texts are sentences, not names. */
const LIKE_WORDS_MAX = 3;
