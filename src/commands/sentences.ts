import { fold, isUuid } from '../lib/text.ts';
import { areNames, type FileLink, isInProperties, rowsReferredTo } from '../portfolio/lookup.ts';
import { partedIn, singularIn, wordLike } from '../portfolio/phrases/fit.ts';
import {
  GUARANTORS,
  isException,
  isPolite,
  stripLeadIn,
} from '../portfolio/phrases/grammar/tables.ts';
import { factIn, isShort } from '../portfolio/phrases/list-reference.ts';
import { type Understood, understandOrNull } from '../portfolio/phrases/understand.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { isExcluded } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { isOfKeys } from '../portfolio/query/tokenizer.ts';
import { isFlagAlone, translated } from '../portfolio/query/vocabulary/index.ts';
import { type MatchedCommand, nearestCommand } from './command-names.ts';
import type { Command } from './command.ts';
import { list } from './list.ts';
import { property } from './property.ts';
import { show } from './show/index.ts';
import { take, watch } from './triage/file.ts';

/** What a typed sentence asks for that begins with no command, beside the files it describes. */

/** The start of a command that was pasted as a whole. */
const PASTED = /^\/?rental(?=\s|$)/i;

/** What mail programs put before the subject of an answer, or of a message that is passed on. */
const SUBJECT = /^(?:(?:re|fwd?|tr|rép?|objet|sujet|subject)\s?:\s*)+(?=\S)/iu;

/** Before what is asked for; alone, it is a polite word as any other. */
const PLEASE = /^(?:please|svp|stp|s['’]il (?:vous|te) pla[iî]t)[\s,]+(?=\S)/iu;

/** A typed text without what stands before the request itself. */
export function withoutPrefix(text: string): string {
  return text.trim().replace(PASTED, '').replace(SUBJECT, '').replace(PLEASE, '');
}

/** Emoji as they are or as Slack spells them, and punctuation that stands alone. */
const ORNAMENT =
  /(?<!\S)(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cf}|\p{Mn}|[?!.…\u2800])+|(?::[a-z][\w+-]*:)+)(?!\S)/gu;

/** A text without ornaments; a lone question mark asks for help. */
export function withoutOrnaments(text: string): string {
  return text.trim() === '?' ? '?' : text.replaceAll(ORNAMENT, '').trim();
}

/** Whether a text asks for files that something does not hold for, or tries to. */
export function denies(text: string): boolean {
  const { query, ignored = [] } = understandOrNull(text) ?? {};
  const isDenied = query?.conditions.some(isExcluded) === true;
  return isDenied || ignored.some(isException);
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
export function areNamesOnly(
  text: string,
  { portfolio }: Pick<MatchContext, 'portfolio'>,
): boolean {
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
  const isPartedName = (word: string) => {
    const parted = lexicon && partedIn(lexicon, word);
    return typeof parted === 'string' && areNamesOnly(parted, { portfolio });
  };
  const isHeld = (word: string) =>
    // “Students”, of whom files say « étudiant »
    translated([word]).some(isInFiles) ||
    isFlagAlone(word) ||
    (lexicon !== undefined && singularIn(lexicon, word) !== null) ||
    isPartedName(word);
  if (isHeld(first)) return true;
  const isMistyped = nearestCommand(/^\S*/u.exec(text)?.[0] ?? '') !== null;
  if (isMistyped || lexicon === undefined) return !isMistyped;
  // “Grenobel” is answered with what it resembles.
  const isLike = (word: string) => isHeld(word) || wordLike(word, lexicon, () => 0, []) !== null;
  return words.some(isHeld) || (words.length <= LIKE_WORDS_MAX && words.every(isLike));
}

/** Longer texts are sentences, not names. */
const LIKE_WORDS_MAX = 3;

const HANDED =
  /^(?:(?:please|(?:can|could|would|will) you)\s+)*(?:give|hand|pass|donne[rz]?|refile[rz]?|confie[rz]?|transmet(?:s|tre|tez)|passe[rz]?)\s+(?:over\s+)?(?!(?:me|us|moi|nous)\b)(.+?)\s+(?:over\s+)?(?:to|à)\s+(?!(?:me|us|moi|nous)\b)(\S.*)$/iu;

/** The same in French, without the accent, which is an article in English. */
const HANDED_UNACCENTED =
  /^(?:donne[rz]?|refile[rz]?|confie[rz]?|transmet(?:s|tre|tez)|passe[rz]?)\s+(?!(?:moi|nous)\b)(\S+(?:\s\S+){0,3}?)\s+a\s+(?!(?:moi|nous)\b)(\S.*)$/iu;

const PUT_ON =
  /^(?:(?:please|(?:can|could|would|will) you)\s+)*(?:put|mets|mettre|mettez)\s+(?!(?:me|moi)\b)(\S+(?:\s\S+)?)\s+(?:on|sur)\s+(\S.*)$/iu;

/** The file of `give Dupont to Sophie` and `put Sophie on Dupont`, and to whom, as typed; `null` for any other text. */
export function handedIn(text: string): { readonly file: string; readonly to: string } | null {
  const [, given, to = ''] = HANDED.exec(text) ?? HANDED_UNACCENTED.exec(text) ?? [];
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
