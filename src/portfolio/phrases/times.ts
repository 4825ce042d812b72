import { fold } from '../../lib/text.ts';
import { queryOrNull } from '../query/parser.ts';
import { dayOfMonth } from '../query/periods.ts';
import { comingDateAt, dateAt, numberedDateAt, unaskedDateAt, vagueDateAt } from './dates.ts';
import { figureAt } from './figures/index.ts';
import { BETWEEN, BORN, FRESH, NEWS, PAST, POLITE, SMALL, VERBS } from './grammar/tables.ts';
import { addVerb, type Parts } from './parts.ts';
import { endOf, longest, type Sentence, skip, typedOf } from './words.ts';

/** Dates and periods of a sentence, those behind a negation, and the words that say of what they are. */

/** `since monday`, `new this week`: a date or a period, or one that no query can name, which is ignored. */
export function timeAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const vague = vagueDateAt(sentence, at);
  if (vague !== null) {
    parts.ignored.push(typedOf(sentence, at, vague));
    return vague;
  }
  const fresh = endOf(sentence, at, FRESH);
  // “new files this week”
  const last = fresh === null ? at : skip(sentence, fresh, SMALL);
  let start = fresh ?? at;
  const isBehind = isBehindVerb(at, parts);
  const isToCome = parts.verbs.at(-1)?.key === 'availability';
  let date = dateAt(sentence, start, isBehind, isToCome);
  for (; date === null && start < last; date = dateAt(sentence, start)) start += 1;
  // “The week of 9”, unlike “the week of 9 November”
  const numbered =
    numberedDateAt(sentence, at) ?? numberedDateAt(sentence, skip(sentence, at, ARTICLES_OF_WEEK));
  const unasked =
    (isToCome ? null : comingDateAt(sentence, at)) ??
    (numbered !== null && numbered > (date?.end ?? at) ? numbered : null) ??
    (date === null ? unaskedDateAt(sentence, at, isBehind) : null);
  if (unasked !== null) parts.ignored.push(typedOf(sentence, at, unasked));
  // “New files of the last 7 days”
  const within = fresh === null ? null : figureAt(sentence, last)?.meaning;
  if (date === null && within?.kind === 'age' && within.isWithin) {
    addVerb({ key: 'created', at }, parts);
    return last;
  }
  if (unasked !== null || date === null) return unasked;
  if (queryOrNull(`created:${date.meaning}`) === null) {
    // “31 February”
    parts.ignored.push(typedOf(sentence, start, date.end));
    return date.end;
  }
  if (fresh !== null) addVerb({ key: 'created', at }, parts);
  // “Available from 1 December” is of that day and later.
  const isOpen = isToCome && fold(typedOf(sentence, start, start + 1)) === FROM;
  const value = isOpen && dayOfMonth(date.meaning) !== null ? `>=${date.meaning}` : date.meaning;
  parts.dates.push({ value, at: start });
  return date.end;
}

const FROM = 'from';
/** Before the number of a week: “la semaine 46”, unlike “la semaine”. */
const ARTICLES_OF_WEEK: ReadonlySet<string> = new Set(['la', 'the', 'en', 'in']);

/** Whether the last phrase before a place is a verb of dates: “created 3/11”, “approved 3/11”. */
function isBehindVerb(place: number, { verbs, spans }: Pick<Parts, 'verbs' | 'spans'>): boolean {
  const [verb, last] = [verbs.at(-1), spans.at(-1)];
  if (verb === undefined) return false;
  return last === undefined || last.end <= verb.at || (last.at === verb.at && last.end <= place);
}

/** The place behind a denied comparison: `nothing over 900`, « pas de loyer à plus de 900 ». */
export function deniedFigureAt(sentence: Sentence, from: number, parts: Parts): number | null {
  for (let at = from; at <= skip(sentence, from, SMALL); at += 1) {
    const found = figureAt(sentence, at);
    if (found === null) continue;
    const { meaning, end } = found;
    // “Not ready for 2 weeks”: those that are not ready, since then.
    if (meaning.kind === 'age' && meaning.key !== null) return null;
    const opposite = oppositeOf(meaning.kind === 'number' ? meaning.query : meaning.value);
    if (opposite === null) return null;
    if (meaning.kind === 'number') parts.conditions.push(opposite);
    else parts.ages.push({ ...meaning, value: opposite, at });
    return end;
  }
  return null;
}

const OPPOSITE_SIGNS: Readonly<Record<string, string>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
};
const COMPARED = /^(.*?)([<>]=?)([^<>]+)$/u;

/** What holds where a comparison does not: `rent:<=900` for `rent:>900`; `null` for equality. */
function oppositeOf(compared: string): string | null {
  // “Not 100 %”
  if (compared === 'completion:100') return 'completion:<100';
  const [, key = '', sign = '', value = ''] = COMPARED.exec(compared) ?? [];
  const opposite = OPPOSITE_SIGNS[sign];
  return opposite === undefined ? null : key + opposite + value;
}

/** The place behind a denied date: `but not this week`, `all but those received today`. */
export function deniedDateAt(sentence: Sentence, from: number, parts: Parts): number | null {
  const last = skip(sentence, from, BETWEEN);
  const verb = longest(sentence, last, (phrase) => VERBS.get(phrase));
  // A day from which a property is available is asked for otherwise.
  if (verb?.meaning === 'availability') return null;
  const places = Array.from({ length: last - from + 1 }, (_, index) => from + index);
  for (const at of verb === null ? places : [...places, verb.end]) {
    const date = dateAt(sentence, at, verb !== null);
    if (date === null) continue;
    if (queryOrNull(`-created:${date.meaning}`) === null) return null;
    if (verb !== null) addVerb({ key: verb.meaning, at: last }, parts);
    parts.dates.push({ value: date.meaning, at, isNot: true });
    return date.end;
  }
  return null;
}

/** `what’s new`: what came today, unless a date follows. */
export function newsAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = endOf(sentence, at, NEWS);
  if (end === null) return null;
  // “Nothing new for 10 days”
  const figure = figureAt(sentence, at)?.meaning;
  if (figure?.kind === 'age' && figure.key === 'stale') return null;
  const next = skip(sentence, end, SMALL);
  const isAlone = next === sentence.words.length || endOf(sentence, next, POLITE) !== null;
  const isDated = [end, next].some((place) => dateAt(sentence, place) !== null);
  // “Anything new in Lyon” asks for today, “anything new this week in Lyon” for the week.
  const isLeading = at === 0 && !sentence.words.some((_, place) => dateAt(sentence, place));
  if (!isAlone && !isDated && !isLeading) return null;
  addVerb({ key: 'created', at }, parts);
  if ((isAlone || isLeading) && !isDated) parts.dates.push({ value: 'today', at });
  return end;
}

/** A word that says which date is asked for; `available` is one only before a date. */
export function verbAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const found = longest(sentence, at, (phrase) => VERBS.get(phrase));
  if (found === null) return null;
  const isAvailability = found.meaning === 'availability';
  const date = isAvailability ? dateAt(sentence, found.end, true, true) : null;
  if (found.meaning === 'availability') {
    const vague = vagueDateAt(sentence, found.end);
    if (vague !== null) {
      parts.ignored.push(typedOf(sentence, at, vague));
      return vague;
    }
    // “Available in 2 weeks”: not how old a file is, nor a day that a query can name.
    const length = date === null ? figureAt(sentence, skip(sentence, found.end, SMALL)) : null;
    if (length?.meaning.kind === 'age') {
      parts.ignored.push(typedOf(sentence, at, length.end));
      return length.end;
    }
    if (date === null) return availableAt(sentence, at, found.end, parts);
    // “Available last Monday” is no Monday to come.
    const typed = typedOf(sentence, at, date.end);
    if (
      IN_PAST.test(date.meaning) ||
      fold(typed)
        .split(' ')
        .some((word) => PAST.has(word))
    ) {
      parts.ignored.push(typed);
      return date.end;
    }
  }
  addVerb({ key: found.meaning, at }, parts);
  return found.end;
}

/** `available in Lyon in January`, with the place before the date; `studio libre` without any date. */
function availableAt(sentence: Sentence, at: number, end: number, parts: Parts): number | null {
  const isDated = [end + 1, end + 2, end + 3].some((place) => {
    const date = dateAt(sentence, place);
    const between = typedOf(sentence, end, place).split(' ');
    return (
      date !== null && !IN_PAST.test(date.meaning) && !between.some((word) => PAST.has(fold(word)))
    );
  });
  if (isDated) {
    addVerb({ key: 'availability', at }, parts);
    return end;
  }
  if (!AVAILABLE.has(sentence.words[at]?.folded ?? '')) return null;
  parts.conditions.push('available:yes');
  return end;
}

/** Words that say nothing else without a date. “Available” by itself is a word of queries. */
const AVAILABLE: ReadonlySet<string> = new Set('vacant dispo dispos libre libres'.split(' '));

const IN_PAST = /^(?:[<>]=?)?(?:yesterday|last-)/u;

/** `born after 1990`: no query has dates of birth, and it is no date of the file. */
export function bornAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const born = endOf(sentence, at, BORN);
  const end = born === null ? null : dateAt(sentence, skip(sentence, born, SMALL))?.end;
  const place = end ?? (born === null ? null : dateAt(sentence, born)?.end);
  if (place === null || place === undefined) return null;
  parts.ignored.push(typedOf(sentence, at, place));
  return place;
}
