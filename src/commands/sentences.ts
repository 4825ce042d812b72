import type { LinkTemplate } from '../lib/http.ts';
import { fold, isUuid } from '../lib/text.ts';
import { rowsReferredTo, unwrapped } from '../portfolio/lookup.ts';
import { partedIn, singularIn, unabbreviatedIn, wordLike } from '../portfolio/phrases/fit.ts';
import {
  isException,
  isPolite,
  NUMBERS,
  PHRASES,
  stripLeadIn,
  VERBS,
} from '../portfolio/phrases/grammar/tables.ts';
import {
  factIn,
  isShort,
  IT,
  placeIn,
  placesIn,
  rowIn,
} from '../portfolio/phrases/list-reference.ts';
import { type Understood, understandOrNull } from '../portfolio/phrases/understand.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { isDenial } from '../portfolio/query/describe.ts';
import { isFlagAlone, keyNamed, translated } from '../portfolio/query/vocabulary/index.ts';
import { areNames, isInProperties } from '../portfolio/search/table.ts';
import { commandCalled, type MatchedCommand, nearestCommand } from './command-names.ts';
import type { Command } from './command.ts';
import { me } from './list.ts';
import { stopRequestIn } from './notification-requests.ts';
import { property } from './property.ts';
import { asksToHideNames } from './settings.ts';
import { decide, show } from './show/index.ts';
import { asksOfService } from './status.ts';
import { drop, handOver, snooze, take, watch } from './triage/file.ts';
import { unsnooze, unwatch } from './triage/several.ts';

/** What a typed sentence asks for that begins with no command, beside the files it describes. */

/** The start of a command that was pasted as a whole. */
const PASTED = /^\/?rental(?=\s|$)/i;

/** What mail programs put before the subject of an answer, or of a message that is passed on. */
const SUBJECT = /^(?:(?:re|fwd?|tr|rép?|objet|sujet|subject)\s?:\s*)+(?=\S)/iu;

/** Before what is asked for; alone, it is a polite word as any other. */
const PLEASE = /^(?:please|svp|stp|s['’]il (?:vous|te) pla[iî]t)[\s,]+(?=\S)/iu;

/** Where a file is opened: its card has the button. */
const IN_CONSOLE =
  /^(?=open|show|view|ouvr|voir|montre)(.{3,200}?) (?:in|dans) (?:the |la )?console$/iu;

/** A sentence in quotation marks of any kind, and nothing else. */
const QUOTED = /^(?:["“”„«]\s?([^"“”„«»]+?)\s?["“”„»]|['‘’]([^'‘’]+)['‘’])[.!?]?$/u;

/**
 * A typed text without what stands before the request itself, and without the quotation marks around
 * one that was copied with them: “ready in Lyon” is a sentence, and “rue de la Paix” words to search.
 */
export function withoutPrefix(text: string): string {
  const typed = text.trim().replace(PASTED, '').replace(SUBJECT, '').replace(PLEASE, '');
  const [, double = '', sentence = double] = QUOTED.exec(typed) ?? [];
  return understandOrNull(sentence)?.hasPhrases === true
    ? sentence
    : typed.replace(IN_CONSOLE, '$1');
}

const WHO_AM_I = /^(?:who am i|whoami|qui suis[- ]je|je suis qui|chui qui)\s?\??$/iu;
const WHAT_IS_THIS =
  /^(?:what(?:['’]?s| is) (?:this|rental desk)|i(?:['’]?m| am) lost|c['’]est quoi(?: ça| ce truc)?|je suis perdue?)\s?\??$/iu;
const SAVED_VIEWS =
  /^(?:(?:show|list|see|open|affiche[rz]?|montre[rz]?|liste[rz]?)\s+)?(?:(?:my|our|the|mes|nos|les)\s+)?(?:saved (?:views?|searches|queries|lists?)|(?:vues?|recherches|requêtes|listes) enregistrées?)$/iu;
const SAVE_AS =
  /^(?:save|enregistre[rz]?|sauvegarde[rz]?)\s+(.+?)\s+(?:as|sous|comme)\s+["“”«»]?([^"“”«»]+?)["“”«»]?$/iu;

/** What a text asks of the app itself: `who am I`, `is the service up`, `save ready as hot`. */
export function askedOfApp(text: string): MatchedCommand | null {
  if (WHO_AM_I.test(text)) return { command: me, rest: '' };
  const [, query, viewName = ''] = SAVE_AS.exec(text) ?? [];
  const isSaved = query !== undefined || SAVED_VIEWS.test(text);
  const name = isSaved
    ? 'view'
    : asksOfService(text)
      ? 'status'
      : WHAT_IS_THIS.test(text)
        ? 'help'
        : asksToHideNames(text)
          ? 'settings'
          : '';
  const command = commandCalled(name);
  if (command === undefined) return null;
  return { command, rest: query === undefined ? '' : `save "${viewName.trim()}" ${query}` };
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
  return query?.conditions.some(isDenial) === true || ignored.some(isException);
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
export interface MatchContext extends Pick<LinkTemplate, 'idIn'> {
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

/** Whether a text asks for what a card says, and another names its file. */
function isFactOf(fact: string, named: string, around: MatchContext): boolean {
  // “Guarantor Martin” may be called so.
  const isName = fact === '' || PHRASES.guarantors.has(fold(fact));
  if (isName || named === '' || factIn(fact) !== 'card') return false;
  return isFile(named, around) || areNamesOnly(named, around);
}

const isVacant = (word: string): boolean => VERBS.get(fold(word)) === 'availability';
/** `LY-0342` of “is LY-0342 still available”, “is LY-0342 free next month”; `null` for any other text. */
function availabilityAsked(text: string, around: MatchContext): string | null {
  const words = text.split(/[\s?]+/u).filter((word) => word !== '');
  const { query, ignored = [] } = understandOrNull(text) ?? {};
  const [referred, ...more] = words.filter((word) => /\d/u.test(word) && isFile(word, around));
  if (referred === undefined || more.length > 0 || !words.some(isVacant)) return null;
  const isIt = (word: string) => isVacant(word) || fold(word) === fold(referred);
  const isDated = /^(?:is|are|will|est)(?!\p{L})|\?/iu.test(text);
  const isAll = query?.conditions.every((one) =>
    one.kind === 'words' ? !one.not && one.any.every(isIt) : isDated && one.kind === 'date',
  );
  return isAll === true && ignored.every((left) => /^[^\d]*$/u.test(left)) ? referred : null;
}

/** `Dupont score`, `loyer LY-0342`: what a card, or the property of several files, says. */
export function factOfFile(text: string, around: MatchContext): MatchedCommand | null {
  const referred = availabilityAsked(text, around);
  if (referred !== null) return { command: property, rest: referred };
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
  const named = rest.split(' ').filter((word) => !PHRASES.guarantors.has(fold(word)));
  return named.join(' ') || rest;
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
    (lexicon !== undefined &&
      [singularIn, unabbreviatedIn].some((formIn) => formIn(lexicon, word) !== null)) ||
    isPartedName(word);
  if (isHeld(first)) return true;
  const isMistyped = nearestCommand(/^\S*/u.exec(text)?.[0] ?? '') !== null;
  if (isMistyped || lexicon === undefined) return !isMistyped;
  // “Grenobel” and “reday” are answered with what they resemble.
  const phrases = /^\p{L}{5,7}$/u.test(text) && keyNamed(text) === undefined ? undefined : [];
  const isLike = (word: string) =>
    isHeld(word) || wordLike(word, lexicon, () => 0, phrases) !== null;
  return words.some(isHeld) || (words.length <= LIKE_WORDS_MAX && words.every(isLike));
}

/** Longer texts are sentences, not names. */
const LIKE_WORDS_MAX = 3;

const HANDED =
  /^(?:(?:please|(?:can|could|would|will) you)\s+)*(?:give|hand|pass|assign|reassign|donne[rz]?|refile[rz]?|confie[rz]?|attribue[rz]?|affecte[rz]?|transmet(?:s|tre|tez)|passe[rz]?)\s+(?:over\s+)?(?!(?:me|us|moi|nous)\b)(.+?)\s+(?:over\s+)?(?:to|à)\s+(?!(?:me|us|moi|nous)\b)(\S.*)$/iu;

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

/** `unsnooze MO-0149`, « annule le report de Dupont » */
const UNSNOOZED =
  /^(?:unsnooze|stop snoozing|wake(?: up)?|bring back|end the snooze (?:of|on)|r[ée]veille[rz]?|ne (?:plus|pas) reporter|(?:annule|enl[eè]ve|arr[eê]te)[rz]? (?:le report|la veille) d[eu])\s+(.+)$/iu;

/** Orders about one file beside the names of commands; a card answers those that it has a button for. */
const ORDERED: readonly (readonly [RegExp, Command])[] = [
  [
    /^(?:i(?:['’]?ll| will) (?:take|do|handle)|i['’]?m taking|put me on|mets[- ]moi sur|je vais prendre|j(?:e )?prends?|je m['’]occupe d[eu])\s+(.+)$/iu,
    take,
  ],
  [
    /^(?:assign|reassign|give|hand|attribue[rz]?|affecte[rz]?|confie[rz]?)\s+(.+?)\s+(?:to (?:me|myself)|[àa] moi)$/iu,
    take,
  ],
  [
    /^(?:let go of|un-?take|un-?claim|un-?assign|(?:je )?l[âa]che[rz]?|je (?:rends|laisse))\s+(.+)$/iu,
    drop,
  ],
  [/^(?:tag|flag|label)\s+(.+?)\s+(?:as|with)\s+\S.*$/iu, decide],
  [
    /^(?:park|defer|(?:hide|masque[rz]?|cache[rz]?)(?=.*\s(?:for|until|pour|jusqu)))\s+(.+?)((?:\s(?:for|until|till?|next|pour|jusqu\S*)\s.*)?)$/iu,
    snooze,
  ],
  [/^(?:suis|suivez)\s+(\S.*?)(\sjusqu.*)?$/iu, watch],
  [
    /^(?:keep an eye on|keep track of|monitor|track|surveille[rz]?|garde[rz]? un (?:œ|oe)il sur)\s+(.+)$/iu,
    watch,
  ],
  [
    /^(?:share|forward|send|partage[rz]?|envoie[rz]?)\s+(.+?)(?:\s+(?:with|to|avec|à)\s+\S.*|\s+(?:in|into|on|dans|sur)\s+[#<]\S*|\s+an?\s+(?:e-?mail|message|sms|text))?$/iu,
    show,
  ],
  [
    /^(?:chase(?: up)?|follow up (?:with|on)|nudge|whatsapp|sms|relance[rz]?|recontacte[rz]?|rappelle[rz]?)\s+(.+)$/iu,
    show,
  ],
  [UNSNOOZED, unsnooze],
  [
    /^(?:(?:please|(?:can|could|would|will) you)\s+)*(?:put|mets|mettre|mettez)\s+(.+?)\s+(?:on hold|aside|en (?:veille|pause)|de c[ôo]t[ée])(?!\p{L})(.*)$/iu,
    snooze,
  ],
];

/** Whether a text names a file, by its reference, by people alone, or by both. */
export function namesFile(text: string, around: MatchContext): boolean {
  if (text === '') return false;
  if (isFile(unwrapped(text), around) || areNamesOnly(text, around)) return true;
  // “LY-0342 Breton”: where several files have a reference, the choice between them asks for a word more.
  const words = text.split(' ');
  const names = words.filter((word) => !(/\d/u.test(word) && isFile(word, around)));
  return names.length < words.length && areNamesOnly(names.join(' '), around);
}

/** `Dupont` of “the file of Dupont” and “Dupont’s file”. */
export function fileIn(typed: string): string {
  return stripLeadIn(typed).replace(/['’]s (?:file|application|case|dossier)$/iu, '');
}

/** The order about one file that a text is, with what follows the file: `keep an eye on Dupont`. */
export function orderOnOne(text: string, around: MatchContext): MatchedCommand | null {
  for (const [pattern, command] of ORDERED) {
    const [, typed = '', more = ''] = pattern.exec(text) ?? [];
    const file = fileIn(typed);
    if (namesFile(file, around)) return { command, rest: `${file}${more}`.trim() };
  }
  return null;
}

/** An order about files of the answer before. */
export interface Order {
  readonly command: Command;
  /** Its place there; `null` for that of a card: `take it`; several places, or `all`, for a form that asks. */
  readonly row: number | readonly number[] | 'all' | null;
  /** What follows the file: `until monday`. */
  readonly more: string;
}

/** Commands that people order by a verb. */
export const ORDERS: ReadonlySet<Command> = new Set([take, drop, watch, snooze]);

const ORDER =
  /^(?:(?:please|(?:can|could|would|will) you|i['’]?ll|i|je)\s+)*(\p{L}+)(?:\s+|-)(.+?)((?:\s+(?:(?:until|till?|tomorrow|demain|next|jusqu|au|à|pour|for)(?!\p{L}).*|a (?:demain|\p{L}+di|dimanche)|d['’]une? (?:jour|semaine)|(?:de )?\d{1,3}\s?(?:d|days?|w|weeks?|j|jours?|semaines?)))?)$/iu;
/** `snooze until monday`, « reporte à lundi »: of the file of a card. */
const UNTIL =
  /^(\p{L}+)\s+((?:until|till?|tomorrow|demain|next|jusqu|au|à|for|a(?=\s(?:demain|\p{L}+di|dimanche))|(?:de )?\d{1,3}\s?(?:d|days?|w|weeks?|j|jours?|semaines?)$)(?!\p{L}).*)$/iu;
/** « Je les prends tous » */
const ALL_LAST = /^je (?:les|l['’])\s?(\p{L}+) (tous|toutes)$/iu;
/** « Je le prends » */
const ORDER_LAST = /^je (le|la|l['’])\s?(\p{L}+)$/iu;
/** “Can I take it” only asks. */
const MAY = /^(?:can|could|may|should|shall|must|did|do) (?:i|we) /iu;
/** “Taken this” and « suivis » are no orders. */
const DONE = /(?:n|ed|is|és?)$/iu;
/** “Suis” is also a form of “to be”, and so the name of no command. */
const FOLLOW = 'suis';

/**
 * `take it`, `snooze it until monday`, `take the third one`, « prends-le »; `null` for any other text. “Take
 * it?”, which only asks, is answered with the card.
 */
export function orderIn(text: string): Order | null {
  const typed = withoutOrnaments(text);
  const ending = endingIn(typed);
  if (ending !== null) return ending;
  const isQuestion = text.includes('?') || MAY.test(typed);
  // « Donne-la à Oliver »
  const handed = handedIn(typed.replace(/^(\p{L}+)-(?=l[ae] )/u, '$1 '));
  const place = handed && placeOf(handed.file);
  if (place !== null) return { command: isQuestion ? show : handOver, row: place.row, more: '' };
  const asked = typed
    .replace(MAY, '')
    .replace(ALL_LAST, '$1 les $2')
    .replace(ORDER_LAST, '$2 le')
    .replaceAll('?', '')
    .trim();
  const [, only = '', until = ''] = UNTIL.exec(asked) ?? [];
  if (commandCalled(only) === snooze && until !== '')
    return { command: snooze, row: null, more: until };
  const [, verb = '', file = '', more = ''] = ORDER.exec(asked) ?? [];
  const isFollow = fold(verb) === FOLLOW;
  const command = isFollow ? watch : commandCalled(verb);
  if (command === undefined || !ORDERS.has(command)) return null;
  if (DONE.test(verb) && !isFollow) return null;
  const row = placeOf(file)?.row;
  if (row === undefined) return null;
  return isQuestion ? { command: show, row, more: '' } : { command, row, more: more.trim() };
}

/** `stop watching it`, « ne le reporte plus »: what ends for one file of the answer before. */
function endingIn(typed: string): Order | null {
  if (UNWATCHED_IT.test(typed)) return { command: unwatch, row: null, more: '' };
  if (UNSNOOZED_IT.test(typed)) return { command: unsnooze, row: null, more: '' };
  const stop = stopRequestIn(typed);
  const unsnoozed = UNSNOOZED.exec(typed)?.[1];
  const file = stop?.of === 'file' ? stop.rest : (unsnoozed ?? '');
  const row = file === '' ? undefined : placeOf(file)?.row;
  // Several files are none of one card or row.
  if (row !== null && typeof row !== 'number') return null;
  return { command: unsnoozed === undefined ? unwatch : unsnooze, row, more: '' };
}

const UNWATCHED_IT = /^(?:ne l[ea] (?:suis|suivre) plus|arr[eê]te[rz]? de l[ea] suivre)$/iu;
const UNSNOOZED_IT =
  /^(?:(?:don['’]?t|do not|stop) snooz(?:e|ing) (?:it|this)(?: any ?more)?|ne l[ea] reporte[rz]? (?:plus|pas))$/iu;

/** What a text names of the answer before: `it`, `the third one`, `1 and 2`, `them all`; `null` for anything else. */
function placeOf(file: string): Pick<Order, 'row'> | null {
  const words = fold(file).split(' ');
  const polite = words.findIndex((_, at) => at > 0 && isPolite(words.slice(at).join(' ')));
  const named = words.slice(0, polite < 0 ? words.length : polite).join(' ');
  if (ALL_OF_THEM.test(named)) return { row: 'all' };
  if (IT.test(named)) return { row: null };
  // “The last two”, « les deux derniers »
  const [, behind, before = behind ?? ''] = LAST_ROWS.exec(named) ?? [];
  const count = NUMBERS.get(before) ?? Number(before);
  const side = Array.from({ length: count > 1 && count < 10 ? count : 0 }, (_, place) =>
    /last|dernier/u.test(named) ? place - count : place,
  );
  const places = side.length > 0 ? side : placesIn(file);
  const row = places.length > 0 ? places : (rowIn(file) ?? placeIn(file));
  return row === null ? null : { row };
}

const LAST_ROWS =
  /^(?:the |les )?(?:(?:top|last) (\w{1,6})|(\w{1,6}) (?:derniers|dernieres))(?: ones| files| dossiers)?$/u;

const ALL_OF_THEM =
  /^(?:(?:them|these|those|the) )?(?:all|both|lot)(?: of (?:them|these|those))?$|^(?:these|those)(?: files)?$|^(?:les |tous les )?(?:tous|toutes|deux)(?: les (?:deux|dossiers))?$|^(?:ceux|celles) (?:la|ci)$/u;

/** “How do I search by town”: how something is done, of no file. */
const HOW_TO =
  /^(?:how (?:do|can|could|should) (?:i|we|you)|how to|comment (?:je|on|faire|puis|peut|peux))\b/iu;

/** “What does ready mean”: help ends with the words for decisions. */
const MEANING =
  /^(?:what do(?:es)? .{1,80} mean|(?:meaning|definition) of|définition d|define|explain|expli(?:que[rz]?|citer?)|(?:what(?:['’]?s| is) the )?difference between|what(?:['’]?s| is) the difference(?=\W*$)|(?:(?:quelle est|c['’]est quoi) la )?différence entre|(?:quelle est|c['’]est quoi) la différence(?=\W*$))(?!\p{L})|\b(?:veut dire|veulent dire|signifient?)(?!\p{L})/iu;

/** “Digest help”, « point aide » */
const HELP_ON = /^(\S{1,40}) (?:help|aide|\?)$/iu;

/** What help is asked on, which may name a command; `null` for a text that asks of files. */
export function helpAskedIn(text: string, isInFiles: (word: string) => boolean): string | null {
  const [, of = ''] = HELP_ON.exec(text) ?? [];
  if (commandCalled(of)?.verbs !== undefined) return of;
  const isHow = HOW_TO.test(text);
  const { question = null, rest = '' } = understandOrNull(text) ?? {};
  if ((!isHow && !MEANING.test(text)) || question !== null) return null;
  if (rest.split(/[ ,]+/u).some(isInFiles)) return null;
  return isHow ? text.replace(HOW_TO, '') : '';
}
