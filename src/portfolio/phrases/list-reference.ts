import { fold } from '../../lib/text.ts';
import { type Length, LENGTHS, type Side } from '../query/periods.ts';
import type { Condition } from '../query/query.ts';
import type { Language } from '../query/vocabulary/types.ts';
import { phrases, type Question, setsOf } from './grammar/index.ts';
import {
  DENIALS,
  FOLLOW_UP,
  FOLLOW_UPS,
  isPolite,
  isSmall,
  NUMBERS,
  PHRASES,
  QUESTIONS,
  ROLES,
  VERBS,
} from './grammar/tables.ts';
import { understandOrNull } from './understand.ts';
import { endOf, longest, type Sentence } from './words.ts';

/** Which texts are about the list before them, though no word such as “only” says so. */

/** Questions that a list answers. */
export const OF_LISTS: ReadonlySet<Question> = new Set(['who', 'count']);

/**
 * Whether a text is about the list before it: what it must not hold, its order, a bound, a question
 * about its files. Where no list stands before such a text, it is a request.
 *
 * @param start the place behind polite words
 */
export function refersToList(sentence: Sentence, start: number, text: string): boolean {
  return (
    isExclusion(sentence, start, text) ||
    isOrder(sentence, text) ||
    isAboutList(text) ||
    besideIn(sentence) !== null ||
    isBound(sentence, text) ||
    isPossession(sentence, start, text) ||
    isPlaceOnly(sentence, start, text) ||
    asksForPart(sentence, start, text) ||
    (THE_ONES.test(text.slice(sentence.words[start]?.at)) &&
      understandOrNull(text)?.isWhole === true)
  );
}

/** “The ready ones” */
const THE_ONES = /^(?:and |just )?the (?:\p{L}|[ -]){2,40} ones?\??$/iu;
/** Whether a text is only a bound or a range, of a key that it does not name: “over 15”, “between 70 and 80”. */
export function isBareBound(text: string): boolean {
  const plain = understandOrNull(text);
  if (plain?.isWhole === true && plain.query.conditions.length > 0) return false;
  const { isWhole = false, query } = understandOrNull(`score ${text}`) ?? {};
  const [one, more] = query?.conditions ?? [];
  if (!isWhole || one?.kind !== 'number' || more !== undefined) return false;
  return one.any.every(({ is }) => is !== '=');
}

/** `without the approved`, `pas les maisons`: what a list must not hold, and nothing else. */
function isExclusion(sentence: Sentence, start: number, text: string): boolean {
  if (OF_EVERYTHING.test(sentence.words[start]?.folded ?? '')) return false;
  if (endOf(sentence, start, DENIALS) === null && endOf(sentence, start, PHRASES.lack) === null)
    return false;
  const { question = null, query } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  return question === null && conditions.length > 0 && conditions.every(isDenied);
}

/** “Everything but pending” is of all files, not of those of the list. */
const OF_EVERYTHING = /^(?:any|every)(?:thing|one|body|where)$/u;

/** “Not complete” and “no guarantor” have conditions of their own, which nothing inverts. */
function isDenied(one: Condition): boolean {
  return (
    one.not ||
    one.kind === 'part' ||
    (one.kind === 'flag' && !one.any.includes(true)) ||
    (one.kind === 'number' && one.key === 'completion')
  );
}

/** `sort by score`, `top 3`, unlike “give me 3 files”. */
function isOrder(sentence: Sentence, text: string): boolean {
  const understood = understandOrNull(text);
  const isTop = (understood?.limit ?? null) !== null && !isRequest(sentence);
  return (
    understood !== null &&
    (understood.query.sort !== null || isTop) &&
    understood.query.conditions.length === 0 &&
    !text.includes(':')
  );
}

/** `how many?`, `qui sont-ils ?`: a question about the files of the list, whichever they are. */
function isAboutList(text: string): boolean {
  const { question = null, query } = understandOrNull(text) ?? {};
  const isOfAll = query?.conditions.length === 0 && query.sort === null;
  return question !== null && OF_LISTS.has(question) && isOfAll;
}

/**
 * `under 900`, `since monday`: figures and dates without a noun or a verb, which make a request of
 * their own, as “files under 900” and “received since monday” do.
 */
function isBound(sentence: Sentence, text: string): boolean {
  if (text.includes(':') || isRequest(sentence)) return false;
  if (OF_EVERYTHING.test(sentence.words[0]?.folded ?? '')) return false;
  const { question = null, query, isWhole = false } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  if (conditions.length > 0 && isWhole) {
    const isOfMeasures = conditions.every((one) => isMeasure(one, text));
    return question === null && query?.sort === null && isOfMeasures;
  }
  return isBareBound(text);
}

/** “Not updated for 3 days” says what happened to files, and “incomplete” is no figure. */
function isMeasure(one: Condition, text: string): boolean {
  if (one.kind === 'number') return one.key !== 'completion' || /\d/u.test(text);
  return one.kind === 'date' || (one.kind === 'age' && one.key !== 'stale');
}

/** Whether a noun or a verb makes a sentence of its own. */
export function isRequest({ words, phrases: spans }: Sentence): boolean {
  return (
    // « Montre-moi » is one word.
    words.some(({ folded }) => folded.split(' ').some((part) => FOLLOW_UP.request.has(part))) ||
    spans.some((some) =>
      some.some(
        (phrase) => VERBS.has(phrase) || PHRASES.fresh.has(phrase) || PHRASES.news.has(phrase),
      ),
    )
  );
}

/** `with a guarantor`, « avec des photos »: what the files of a list must have. */
function isPossession(sentence: Sentence, start: number, text: string): boolean {
  if (endOf(sentence, start, PHRASES.have) === null || isRequest(sentence)) return false;
  const { question = null, query } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  return question === null && conditions.length > 0 && conditions.every(isPart);
}

/** `in Lyon`, « à Lyon », `by Sophie`, `managed by Sophie`, without a word for what is there. */
function isPlaceOnly(sentence: Sentence, start: number, text: string): boolean {
  const { folded = '' } = sentence.words[start] ?? {};
  const isManaged = longest(sentence, start, (phrase) => ROLES.get(phrase))?.meaning === 'manager';
  if (!(isManaged || FOLLOW_UP.place.has(folded) || FOLLOW_UP.person.has(folded))) return false;
  const { question = null, query } = (isRequest(sentence) ? null : understandOrNull(text)) ?? {};
  const conditions = query?.conditions ?? [];
  const isOfWords = conditions.every(
    (one) => !one.not && (one.kind === 'words' || (one.kind === 'text' && one.key === 'manager')),
  );
  return question === null && query?.sort === null && conditions.length > 0 && isOfWords;
}

function isPart({ kind }: Condition): boolean {
  return kind === 'part' || kind === 'flag';
}

/**
 * `which ones are complete`, `are any ready`, `how many in Nantes`: a question about some files of
 * the list; “how many ready” and “how many files in Nantes” are of all.
 */
function asksForPart(sentence: Sentence, start: number, text: string): boolean {
  const understood = understandOrNull(text);
  if (understood === null || understood.query.conditions.length === 0) return false;
  if (understood.question !== null && !OF_LISTS.has(understood.question)) return false;
  const which = endOf(sentence, start, FOLLOW_UP.which);
  if (which !== null) return !isRequest(sentence) || isOwnOnly(sentence, which);
  const count = longest(sentence, start, (phrase) =>
    QUESTIONS.get(phrase) === 'count' ? phrase : undefined,
  );
  if (count === null || isRequest(sentence)) return false;
  const { conditions } = understood.query;
  // “How many are ready”, unlike “how many ready”
  if (ARE.has(sentence.words[count.end]?.folded ?? '')) return true;
  const isOfSome =
    [FOLLOW_UP.place, PHRASES.have, PHRASES.lack].some(
      (set) => endOf(sentence, count.end, set) !== null,
    ) || conditions.every((one) => isMeasure(one, text));
  return isOfSome && conditions.every(({ kind }) => kind !== 'choice');
}

const ARE: ReadonlySet<string> = new Set(['are', 'is', 'were', 'was', 'sont', 'est', 'etaient']);

/** « Lesquels sont à moi »: the person who writes is named, and nothing else. */
function isOwnOnly(sentence: Sentence, from: number): boolean {
  const at = sentence.words.findIndex(
    ({ folded }, place) => place >= from && !isSmallOrOwn(folded),
  );
  const own = sentence.words.findIndex((_, place) => endOf(sentence, place, PHRASES.own) !== null);
  return at < 0 && own >= from;
}

function isSmallOrOwn(word: string): boolean {
  return isSmall(word) || PHRASES.own.values().some((phrase) => phrase.split(' ').includes(word));
}

/** A text without a word that asks for some of the list, which is no word of a name: `which ones`, `which` have. */
export function withoutWhich(sentence: Sentence, start: number, text: string): string {
  const end = endOf(sentence, start, FOLLOW_UP.which) ?? sentence.words.length;
  const isHad = PHRASES.have.has(sentence.words[end - 1]?.folded ?? '');
  const next = sentence.words[isHad ? end - 1 : end];
  return next === undefined ? text : text.slice(next.at);
}

/** The period beside that of the list which a text names, and nothing else: `the week before`. */
export function besideIn(sentence: Sentence): Beside | null {
  const found = longest(sentence, 0, (phrase) => BESIDE.get(phrase));
  return found?.end === sentence.words.length ? found.meaning : null;
}

interface Beside {
  /** `null` for that of the period itself: “the one before”. */
  readonly length: Length | null;
  readonly side: Side;
}

const BESIDE: ReadonlyMap<string, Beside> = new Map(
  FOLLOW_UPS.flatMap(({ lengths, before, after }) =>
    LENGTHS.flatMap((length) =>
      lengths[length].flatMap((name) => [
        ...before.map((phrase) => besideNamed(phrase, name, { length, side: 'past' })),
        ...after.map((phrase) => besideNamed(phrase, name, { length, side: 'coming' })),
      ]),
    ),
  ),
);

function besideNamed(phrase: string, name: string, beside: Beside): readonly [string, Beside] {
  const { side } = beside;
  return [fold(phrase.replace('_', name)), phrase.includes('_') ? beside : { length: null, side }];
}

/** How people name a file of the answer before, in one language. Words without case and accents. */
interface RowWords {
  /** From the first one on, each with all its spellings. */
  readonly ordinals: readonly string[];
  readonly last: string;
  /** Before a number: `number 2`. */
  readonly number: string;
  /** Behind an ordinal: `the second one`. */
  readonly file: string;
  /** Before a number or an ordinal: `open 2`. */
  readonly open: string;
}

const ROW_WORDS: Readonly<Record<Language, RowWords>> = {
  en: {
    ordinals: phrases(`
      first 1st, second 2nd, third 3rd, fourth 4th, fifth 5th, sixth 6th, seventh 7th, eighth 8th,
      ninth 9th, tenth 10th
    `),
    last: 'last',
    number: 'number nr',
    file: 'one file row result',
    open: 'open view see show display',
  },
  fr: {
    ordinals: phrases(`
      premier premiere 1er 1ere, deuxieme second seconde 2e 2eme 2nd 2nde, troisieme 3e 3eme,
      quatrieme 4e 4eme, cinquieme 5e 5eme, sixieme 6e 6eme, septieme 7e 7eme, huitieme 8e 8eme,
      neuvieme 9e 9eme, dixieme 10e 10eme
    `),
    last: 'dernier derniere',
    number: 'numero',
    file: 'dossier ligne resultat',
    open: 'ouvre ouvrir ouvrez voir montre montrez affiche affichez',
  },
};

const ROW = setsOf(Object.values(ROW_WORDS));
const ORDINALS: ReadonlyMap<string, number> = new Map(
  Object.values(ROW_WORDS).flatMap(({ ordinals }) =>
    ordinals.flatMap((spellings, at) =>
      spellings.split(' ').map((spelling) => [spelling, at] as const),
    ),
  ),
);

/**
 * The place of a file in the answer before, counted from 0, and from -1 backwards: `the second one`,
 * `open 2`, `le dernier`. A number alone is none: `placeAloneIn`.
 */
export function rowIn(text: string): number | null {
  const words = fold(text.replace(/#|n°/iu, 'number ')).split(' ');
  const start = words.findIndex(
    (word) => ROW.number.has(word) || !(ROW.open.has(word) || isSmall(word) || isPolite(word)),
  );
  const isOpened = words.slice(0, start).some((word) => ROW.open.has(word));
  const isNumbered = ROW.number.has(words[start] ?? '');
  const at = isNumbered ? start + 1 : start;
  const word = words[at] ?? '';
  const rest = words.slice(at + 1);
  const end = ROW.file.has(rest[0] ?? '') ? rest.slice(1) : rest;
  const isWhole = end.length === 0 || isPolite(end.join(' '));
  if (start < 0 || !isWhole || words.length === 1) return null;
  if (ROW.last.has(word)) return -1;
  const [, number = '', ending] = /^([1-9]\d?)(th|st|nd|rd|e|eme)?$/u.exec(word) ?? [];
  const isNumber = number !== '' && (isOpened || isNumbered || ending !== undefined);
  const spelled = isNumbered || isOpened ? (NUMBERS.get(word) ?? 0) : 0;
  const place = ORDINALS.get(word) ?? (isNumber ? Number(number) - 1 : spelled - 1);
  return place < 0 ? null : place;
}

/** `3`, `le 3`: a place behind a verb that is of one file, such as `take`. */
export function placeIn(text: string): number | null {
  const [, number] = PLACE_ALONE.exec(text.trim()) ?? [];
  return number === undefined ? null : Number(number) - 1;
}

const PLACE_ALONE = /^(?:the |les? |la )?([1-9]\d?)$/iu;

/** `3`, `le 3`: the place of a row of the list before it, and nothing else; of more rows, it is a figure. */
export function placeAloneIn(text: string): number | null {
  const place = placeIn(
    text
      .trim()
      .replace(/[.!?]$/u, '')
      .replace(ONLY, ''),
  );
  return place === null || place >= ROWS_MAX ? null : place;
}

const ROWS_MAX = 9;
/** “Only 3”, « la 3 seulement » */
const ONLY = /^(?:only|just|seulement|uniquement|juste|que)\s|\s(?:only|seulement|uniquement)$/giu;

/**
 * `1 and 3`, `ouvre la 1 et la 3`, `compare 1, 2`, `the first two`: the places of several rows, and
 * nothing else; empty for any other text.
 */
export function placesIn(text: string): readonly number[] {
  const [, behind, before = behind ?? ''] = FIRST_ROWS.exec(fold(text)) ?? [];
  const count = NUMBERS.get(before) ?? Number(before);
  // “The first two”
  if (count > 1 && count <= ROWS_MAX) return Array.from({ length: count }, (_, place) => place);
  const places = text
    .trim()
    .replace(/[.!?]$/u, '')
    .replace(SEVERAL_SHOWN, '')
    .split(/[,&+]|(?<=\s)(?:and|et)(?=\s)/iu)
    .map((part) => placeIn(part));
  const isAll = places.length > 1 && places.every((place) => place !== null && place < ROWS_MAX);
  return isAll ? places.filter((place) => place !== null) : [];
}

const FIRST_ROWS =
  /^(?:(?:open|only|just|show|show me|compare[rz]?|voir|ouvre|montre|seulement|juste) )?(?:the |les )?(?:first (\w{1,6})|(\w{1,6}) (?:first|premiers|premieres))(?: ones| files| rows| dossiers| lignes)?(?: only| seulement)?$/u;
const SEVERAL_SHOWN =
  /^(?:open|view|see|show|only|just|compare[rz]?|ouvre[rz]?|voir|montre[rz]?|seulement|juste)(?: me| moi|-moi)?\s+/iu;

/** What stands for the file of a card, folded. */
export const IT =
  /^(?:it|this|that|these|those|this one|that one|this file|that file|the file|le|la|l|lui|him|her|them|ca|celui ci|celui la|(?:ceux|celles) (?:ci|la)|ce dossier|le dossier)$/u;

/**
 * What a text asks about the file of a card before it: something that the card says, as in `what is
 * missing` and « son numéro ? », or the other files of its property; `null` for any other text.
 */
export function factIn(text: string): 'card' | 'property' | null {
  if (!isShort(text)) return null;
  if (OF_OTHERS.test(fold(text))) return 'property';
  const words = fold(text).split(' ');
  if (SHARED.has(words[0] ?? '') && IT.test(words.slice(1).join(' '))) return 'card';
  const first = words.findIndex((word) => !OF_FILE.test(word) && !isPolite(word));
  if (ABOUT_IT.test(fold(text))) return 'card';
  const isAsked = (first < 0 ? [0] : [0, first]).some((start) =>
    words.some((_, at) => {
      const end = words.length - at;
      const about = withoutOf(words.slice(end)).join(' ');
      const isOfIt = about === '' || IT.test(about) || isPolite(about);
      return end > start && isOfIt && isFact(words.slice(start, end).join(' '));
    }),
  );
  return isAsked ? 'card' : null;
}

/** Whether a text is short enough for a question about one file: each of its parts is looked at. */
export function isShort(text: string): boolean {
  return text.length <= LENGTH_MAX;
}

const LENGTH_MAX = 80;

/** The place of a file in the list before it that a text asks a fact of: `who manages the second one`. */
export function factOfRowIn(text: string): number | null {
  if (!isShort(text)) return null;
  // “The second one’s score”, unlike “what’s missing”
  const [, whose = '', fact = ''] = GENITIVE.exec(text) ?? [];
  const readings = [text, ...(fact === '' ? [] : [`${fact} of ${whose}`])].map((each) =>
    fold(each).split(' '),
  );
  for (const words of readings) {
    for (const at of words.keys()) {
      const rest = words.slice(at);
      const head = words.slice(0, at).join(' ');
      const isOfFile = head !== '' && (SHARED.has(head) || factIn(head) === 'card');
      // “Score first” is an order.
      const isRow = isOfFile && rest.length > 1;
      const named = withoutOf(rest).join(' ');
      // “Details of 2”
      const isPlace = isRow && OF_WHAT.test(rest[0] ?? '');
      // “Who manages the 3”
      const isArticle = isRow && /^(?:the|le|la)$/u.test(rest[0] ?? '');
      const isPlaced = isPlace || isArticle || (isOfFile && QUESTIONS.get(head) === 'manager');
      const row =
        isRow || isPlaced
          ? (rowIn(`the ${named}`) ?? (isPlaced ? placeAloneIn(named) : null))
          : null;
      if (row !== null) return row;
    }
  }
  return null;
}

const GENITIVE = /^([^'’]{1,40})['’]s\s+(\S.*)$/u;

function isFact(phrase: string): boolean {
  return ['', ' of', ' de', ' d', ' a', ' for', ' on']
    .flatMap((of) => [phrase + of, `le ${phrase}${of}`])
    .some((each) => FACTS.has(QUESTIONS.get(each) ?? 'who'));
}

/** Words without a first one that says of what something is. */
function withoutOf(words: readonly string[]): readonly string[] {
  return OF_WHAT.test(words[0] ?? '') ? words.slice(1) : words;
}

const OF_WHAT = /^(?:of|for|about|on|to|de|du|d|a|au|pour|sur)$/u;

/** Questions that a card answers. */
const FACTS: ReadonlySet<Question> = new Set(['missing', 'contact', 'manager', 'card']);

/** “Is it complete”, « il attend depuis quand »: what only the file of a card can be. */
const ABOUT_IT =
  /^(?:(?:is|was|does|did|how long (?:has|is)|how old is|(?:since )?when (?:is|was|did|has)) (?:it|he|she)|has (?:it|he|she)|who (?:has|took|takes|has taken|owns|watches|is on) (?:it|this|that)|(?:share|forward|post|send) (?:it|this|that)|(?:more|plus de) details?|(?:partage|partagez|publie|publiez|envoie|envoyez) (?:le|la|ca)|qui (?:l a|l a pris|s en occupe|le suit|la suit)|(?:who ?(?:i )?s|who is|is there|any) (?:the |an? |his |her |their )?guarantors?|why (?:isn t|is) (?:it|he|she)|when did (?:they|he|she|the applicants?)|how much (?:is|are|s) (?:the|his|her|their|its)|(?:when|where) (?:is|are) they|(?:il )?y a (?:t il )?une? garante?|qui (?:le|la) gere|c est (?:quoi|meuble|combien|complet|pret|qui (?:le|la|les) garante?s?)|(?:le|la|les|son|sa|ses|leur) [a-z]{3,20} c est (?:combien|quoi|qui)|quand est ce qu (?:il|elle|ils|elles)|pourquoi (?:c est pas|(?:il|elle) n est pas)|depuis quand (?:il|elle) est|(?:depuis )?quand (?:est|a t) (?:il|elle)|(?:est|a t) (?:il|elle)|(?:il|elle) (?:est|attend))(?: |$)/u;

/** Verbs for what a button of the card does. */
const SHARED: ReadonlySet<string> = new Set('share forward partage partager partagez'.split(' '));

/** Before what is asked of a file: `his phone number`, « et sa note ». */
const OF_FILE =
  /^(?:and|et|the|his|her|its|their|my|son|sa|ses|leur|leurs|l|le|la|les|quel|quelle|what|whats|s|is|c|est)$/u;

/** `other candidates`, « qui d’autre a postulé » */
const OF_OTHERS =
  /^(?:and |et )?(?:(?:the |any |les )?(?:others?|autres?)(?: (?:applicants?|candidates?|candidats?|candidatures?|applications?|files?|dossiers?))(?: (?:of|for|on|du|de|pour) (?:(?:the|this|that|ce|cet) )?(?:property|flat|apartment|one|bien|logement|appart|appartement))?|who else(?: (?:has )?applied)?|(?:has|did) any(?:one|body) else(?: appl(?:y|ied))?|qui d autre(?: a postule)?|(?:il )?y a (?:t il )?d autres (?:candidat(?:e?s|ures)|dossiers))$/u;
