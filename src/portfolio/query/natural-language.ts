import { fold } from '../../lib/text.ts';
import { queryOrNull } from './parser.ts';
import type { Query } from './query.ts';
import { keyNamed, sortNamed, unitNamed, valuesNamed } from './vocabulary/index.ts';
import type { Language } from './vocabulary/types.ts';

/** A plain sentence, parsed. */
export interface Talk {
  /** The query as text. */
  readonly text: string;
  /** Whether every word was understood. */
  readonly isWhole: boolean;
  /** Whether it begins with a condition that has a key. */
  readonly beginsWithKey: boolean;
}

/** Filler words of both languages, folded: they add no condition. */
const FILLERS = new Set(
  (
    'a about all an and are at by every everything file files find for from get give in is list me my ' +
    'of on only our please pls s see show than that the their them these those thx to what ' +
    'whats which who whose with applicant applicants property properties rental ' +
    'affiche afficher au aux avec ce ces chez dans de des du dossier dossiers et est la le les liste ' +
    'ma merci mes moi mon nos notre par pour que quel quelle quelles quels qui quoi sont stp svp sur ' +
    'tous tout toute toutes un une vos votre candidat candidats location d l numero number ' +
    'recu recus recue recues received came'
  ).split(' '),
);
const MORE = new Set(
  'since depuis than older over above plus vieux vieille anciennete age old'.split(' '),
);
const LESS = new Set(
  'last past less under below younger within moins dernier derniers derniere dernieres'.split(' '),
);
/** Words for “one” before a unit of time. */
const ONE = new Set('a an one un une'.split(' '));
const THIS = new Set('this cette ce'.split(' '));
const TODAY = new Set(['today', 'aujourd hui', 'd aujourd hui', 'aujourdhui']);
const COMPLETE = new Set('complete complet complets completes'.split(' '));
const INCOMPLETE = new Set('incomplete incomplet incomplets incompletes'.split(' '));
const FIGURES: ReadonlySet<string> = new Set(['rent', 'score', 'completion']);
const FIGURE = /^(\d{1,6})[%€]?$/u;
const KEYS = ['decision', 'status', 'situation', 'category'] as const;
const PHRASE_WORDS_MAX = 3;
const COMPARED_AGE = /^([<>]=?)(\d{1,4})(\p{L}+)$/u;
const COMPARED_RENT = /^([<>]=?)(\d{1,6})€$/u;
const COUNT = /^\d{1,4}$/;
const ENDING = /(?<![.,;!?…])[.,;!?…]+$/u;
const QUOTE = /["“”„«»]/u;

/**
 * Plain words as a query: `ready`, `en attente`, `older than 5 days`, `for Dupont`. Queries stay as
 * they are, and so do words that may be names.
 *
 * @returns `null` when the query would be the same words
 */
export function queryInTalk(text: string): Talk | null {
  if (QUOTE.test(text)) return null;
  const words = text
    .split(/\s+/u)
    .map((word) => word.replace(ENDING, ''))
    .filter((word) => word !== '');
  const asked: string[] = [];
  let left = 0;
  let beginsWithKey = false;
  for (let at = 0; at < words.length;) {
    const understood = phraseAt(words, at);
    const word = words[at] ?? '';
    if (understood !== null) {
      if (understood.asks !== '') {
        beginsWithKey ||= asked.length === 0;
        asked.push(understood.asks);
      }
      at += understood.words;
      continue;
    }
    at += 1;
    asked.push(word);
    if (!word.includes(':')) left += 1;
  }
  const query = asked.join(' ');
  return query === text.trim() ? null : { text: query, isWhole: left === 0, beginsWithKey };
}

/**
 * A text without its filler words: `de dupont`, `in gare`.
 *
 * @returns `null` when it has none, or nothing else
 */
export function withoutFillers(text: string): string | null {
  if (QUOTE.test(text)) return null;
  const words = text.trim().split(/\s+/u);
  const kept = words.filter((word) => !/^\p{L}/u.test(word) || !isFiller(word));
  return kept.length === 0 || kept.length === words.length ? null : kept.join(' ');
}

interface Phrase {
  readonly asks: string;
  readonly words: number;
}

function phraseAt(words: readonly string[], at: number): Phrase | null {
  const word = words[at] ?? '';
  if (word.includes(':')) return null;
  const compared = figureAt(words, at) ?? ageAt(words, at);
  if (compared !== null) return compared;
  for (let count = PHRASE_WORDS_MAX; count >= 1; count -= 1) {
    const phrase = words.slice(at, at + count);
    if (phrase.length < count) continue;
    const asks = asksFor(phrase.join('-'));
    if (asks !== null) return { asks, words: count };
  }
  return isFiller(word) ? { asks: '', words: 1 } : null;
}

/**
 * Number of words of the age phrase that begins with the first word, `older than 5 days`; 0 for
 * none.
 */
export function agePhraseLength(words: readonly string[]): number {
  const bare = words.map((word) => word.replace(ENDING, ''));
  const isFigure = /^\d/u.test(bare[0] ?? '');
  const length = isFigure ? 0 : (ageAt(bare, 0)?.words ?? 0);
  return length > 1 ? length : 0;
}

/** Whether a word, or each part around an apostrophe, is a filler. */
export function isFiller(word: string): boolean {
  const folded = fold(word);
  return folded !== '' && folded.split(' ').every((each) => FILLERS.has(each));
}

function asksFor(phrase: string): string | null {
  const folded = fold(phrase);
  const key = KEYS.find((each) => valuesNamed(each, folded) !== undefined);
  if (key !== undefined) return `${key}:${phrase}`;
  const sort = sortNamed(folded);
  if (sort === 'oldest' || sort === 'newest') return `sort:${sort}`;
  if (keyNamed(folded.replace(/s$/, '')) === 'archived') return 'archived:yes';
  if (TODAY.has(folded)) return 'age:<1d';
  if (COMPLETE.has(folded)) return 'completion:100';
  if (INCOMPLETE.has(folded)) return 'completion:<100';
  return null;
}

/**
 * `older than 5 days`, `depuis 5 jours`, `>5d`, `this week`; an age without a comparison is a
 * minimum.
 */
function ageAt(words: readonly string[], at: number): Phrase | null {
  const after = words[at + 1] ?? '';
  if (THIS.has(fold(words[at] ?? '')) && unitNamed(after) !== undefined) {
    return { asks: `age:<1${after}`, words: 2 };
  }
  const [, sign = '', count = '', unit = ''] = COMPARED_AGE.exec(words[at] ?? '') ?? [];
  if (unitNamed(unit) !== undefined) return { asks: `age:${sign}${count}${unit}`, words: 1 };
  const rent = COMPARED_RENT.exec(words[at] ?? '');
  if (rent !== null) return { asks: `rent:${rent[1]}${rent[2]}`, words: 1 };
  const { end, isCompared, than } = comparisonAt(words, at);
  const [number = '', named = ''] = words.slice(end);
  if (isCompared && unitNamed(number) !== undefined && isOne(words[end - 1] ?? '')) {
    return { asks: `age:${than}1${number}`, words: end + 1 - at };
  }
  const isCounted = COUNT.test(number) && unitNamed(named) !== undefined;
  // `at 8 hours` is a time: only a comparison makes an age of it.
  if (!isCounted || (!isCompared && end > at)) return null;
  return { asks: `age:${than}${number}${named}`, words: end + 2 - at };
}

/** `older than a week`, `plus d’une semaine`, `last week`. */
function isOne(word: string): boolean {
  const [last = ''] = fold(word).split(' ').slice(-1);
  return ONE.has(last) || LESS.has(last);
}

/** `rent under 900`, `note de plus de 80`. */
function figureAt(words: readonly string[], at: number): Phrase | null {
  const key = keyNamed(words[at] ?? '');
  if (key === undefined || !FIGURES.has(key)) return null;
  const { end, isCompared, than } = comparisonAt(words, at + 1);
  const [, figure] = FIGURE.exec(words[end] ?? '') ?? [];
  if (!isCompared || figure === undefined) return null;
  return { asks: `${key}:${than}${figure}`, words: end + 1 - at };
}

/** A comparison, with fillers between its words; “more” by default. */
function comparisonAt(words: readonly string[], at: number) {
  let [end, isMore, isLess] = [at, false, false];
  for (; end < words.length; end += 1) {
    const word = fold(words[end] ?? '');
    if (!MORE.has(word) && !LESS.has(word) && !isFiller(word) && !ONE.has(word)) break;
    isMore ||= MORE.has(word);
    isLess ||= LESS.has(word);
  }
  return { end, isCompared: isMore || isLess, than: isLess ? '<' : '>' };
}

/**
 * The query of a plain sentence in which every word was understood, so that none can be a name.
 *
 * @returns `null` when a word may be a name, or when the text is a query already
 */
export function queryTalked(text: string, language: Language): Query | null {
  const talk = queryInTalk(text);
  return talk?.isWhole === true ? queryOrNull(talk.text, language) : null;
}
