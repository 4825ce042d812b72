import { fold } from '../../lib/text.ts';
import { queryOrNull } from '../query/parser.ts';
import { conditionIn, isFree, possessionsIn } from './conditions.ts';
import { dateAt, isClockAt, nextPeriodAt } from './dates.ts';
import { type Amount, amountAt, isOfTime, isUnit, timeUnitAt } from './figures/amounts.ts';
import { bareBoundAt, figureAt, peopleAt, staleAt, unheldAt } from './figures/index.ts';
import {
  ANSWERS,
  BETWEEN,
  COMPARE_AFTER,
  DECIDED,
  DENIALS,
  isSmall,
  NUMBERS,
  PHRASES,
  QUESTIONS,
  RANGES,
  SORTS,
  VERBS,
} from './grammar/tables.ts';
import { add, type Parts } from './parts.ts';
import { isDecider } from './people.ts';
import { endOf, longest, type Sentence, sentenceOf, skip, typedOf, wordsIn } from './words.ts';

/** What sentences ask for that no field of a file holds. */

/** “earns over 3000”, “more than 200 m²”: no file says so, and it is no rent either. */
export function unknownAmountAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = unheldAt(sentence, at);
  if (end !== null) parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** `80 or more`, `over 80`: a bound without a key, unlike “over 10 rue des Lilas”. */
export function boundAloneAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = bareBoundAt(sentence, at);
  if (end === null || isFree(sentence, end)) return null;
  parts.hasBareBound = true;
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** `two guarantors`; the number of applicants is of no key, and so is ignored. */
export function peopleCountedAt(
  sentence: Sentence,
  at: number,
  { conditions, ignored }: Pick<Parts, 'conditions' | 'ignored'>,
): number | null {
  const found = peopleAt(sentence, at);
  // “Single applicants” are those of a situation.
  if (found === null || (conditionIn(sentence, at)?.end ?? at) >= found.end) return null;
  if (found.meaning === null) ignored.push(typedOf(sentence, at, found.end));
  else conditions.push(found.meaning);
  return found.end;
}

/** `2 rooms`: a number that means something beside its noun only, where a description has both. */
export function countedAt(
  sentence: Sentence,
  at: number,
  { conditions, ignored }: Pick<Parts, 'conditions' | 'ignored'>,
): number | null {
  const { text = '', folded = '' } = sentence.words[at] ?? {};
  const spelled = NUMBERS.get(folded) ?? 0;
  const isSpelled = spelled > 1 || folded === ONE;
  const count = COUNT.test(text) ? text : isSpelled ? String(spelled) : null;
  if (count === null) return null;
  const end = endOf(sentence, at + 1, PHRASES.counted);
  // “3 rooms or more”: no description says so.
  const bound = end === null ? null : endOf(sentence, end, BOUND_AFTER);
  if (bound !== null) ignored.push(typedOf(sentence, at, bound));
  else if (end !== null) conditions.push(`"${count} ${typedOf(sentence, at + 1, end)}"`);
  return bound ?? end;
}

/** `in the 11th arrondissement`, of whichever city; behind its name, as in “Lyon 3e arrondissement”, it is one. */
export function districtAloneAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  const place = skip(sentence, at, PHRASES.small);
  const { text = '' } = words[place] ?? {};
  if (!DISTRICT.test(text) || !PHRASES.districts.has(words[place + 1]?.folded ?? '')) return null;
  // “12 District Road”, unlike “12th district”
  const behind = words[place + 2];
  const isName = behind?.kind === 'word' && !isSmall(behind.folded);
  if (isName && COUNT.test(text)) return null;
  const before = words[at - 1];
  if (place === at && before?.kind === 'word' && !isSmall(before.folded)) return null;
  parts.ignored.push(typedOf(sentence, place, place + 2));
  return place + 2;
}

const DISTRICT = /^\d{1,2}(?:st|nd|rd|th|er|e|[eè]me)?$/u;
const BOUND_AFTER: ReadonlySet<string> = new Set(COMPARE_AFTER.keys());

const COUNT = /^\d{1,2}$/u;
/** “One room”: other words for it are articles. */
const ONE = 'one';

/**
 * “When will it be decided”, `in the next two weeks`: no file says so, and it does not ask for those decided or
 * so old. Only a property is available by then.
 */
export function futureAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const asked = endOf(sentence, at, PHRASES.future);
  if (asked === null) return aheadAt(sentence, at, parts);
  let end = skip(sentence, asked, BETWEEN);
  // “Quand sera-t-il décidé”
  if (conditionIn(sentence, end) === null && conditionIn(sentence, end + 1) !== null) end += 1;
  end = conditionIn(sentence, end)?.end ?? asked;
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** `available in the next two weeks`, « d’ici 3 jours » : a length of time from today on, and no age. */
function aheadAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const verb = availabilityEnd(sentence, at);
  const length = lengthAhead(sentence, verb ?? at);
  if (length === null) return null;
  const behind = verb ?? availabilityEnd(sentence, length.end);
  const end = Math.max(behind ?? 0, length.end);
  const { today } = sentence.writer;
  const unit = DAYS_AHEAD.get(length.unit);
  const isHeld = unit !== undefined && length.value <= AHEAD_MAX;
  if (behind === null || today === undefined || !isHeld) {
    parts.ignored.push(typedOf(sentence, at, end));
  } else {
    const last = today.add({ [unit]: Math.ceil(length.value) });
    parts.conditions.push(`availability:<=${last.toString()}`);
  }
  return end;
}

/** Of any unit; longer ones lead to years that no query takes. */
const AHEAD_MAX = 1_000;

/** Units that a date can be counted in: working days depend on holidays. */
const DAYS_AHEAD: ReadonlyMap<Amount['unit'], string> = new Map([
  ['d', 'days'],
  ['w', 'weeks'],
  ['mo', 'months'],
]);

function availabilityEnd(sentence: Sentence, at: number): number | null {
  const verb = longest(sentence, at, (phrase) => VERBS.get(phrase));
  return verb?.meaning === 'availability' ? verb.end : null;
}

/** `within the next two weeks`, « les deux prochaines semaines », `the coming weeks`. */
function lengthAhead(
  sentence: Sentence,
  at: number,
): Pick<Amount, 'value' | 'unit' | 'end'> | null {
  const start = skip(sentence, at, PHRASES.beforeAhead);
  for (const place of [at, start]) {
    const ahead = skip(sentence, place, PHRASES.ahead);
    const coming = endOf(sentence, place, PHRASES.coming) ?? ahead;
    const amount = coming > place ? amountAt(sentence, coming, true) : null;
    if (amount !== null && isOfTime(amount)) return amount;
    const unit = ahead > place ? timeUnitAt(sentence, ahead) : null;
    // “The coming weeks” and “over the next month”, unlike “next month” and “by weeks”
    const isSome = /.s$/u.test(sentence.words[ahead]?.folded ?? '');
    if (unit !== null && (isSome || place > at + 1))
      return { value: 1, unit: isSome ? null : unit.meaning, end: unit.end };
    const { text = '', folded = '' } = sentence.words[place] ?? {};
    const value = NUMBERS.get(folded) ?? Number(text || Number.NaN);
    const behind = skip(sentence, place + 1, PHRASES.ahead);
    const counted = value > 0 && behind > place + 1 ? timeUnitAt(sentence, behind) : null;
    if (counted !== null) return { value, unit: counted.meaning, end: counted.end };
  }
  return null;
}

/** `après 18h`, `à huit heures`: a time of a day, which no query has, and no age. */
export function clockAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = isClockAt(sentence, at)
    ? (endOf(sentence, at, PHRASES.clock) ?? at) + 2
    : (hoursAt(sentence, at) ?? timeAt(sentence, at) ?? appointmentAt(sentence, at));
  if (end === null) return null;
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** `this morning` is read as today: the part of the day is left out, as queries have whole days. */
export function leavePartsOfDay(sentence: Sentence, parts: Parts): void {
  for (const { at, end, of, is } of parts.spans) {
    const isDate = of === 'dates' ? parts.dates[is]?.value !== '' : of === 'conditions';
    for (let place = isDate ? at : end; place < end; place += 1) {
      const last = endOf(sentence, place, PHRASES.partsOfDay);
      if (last !== null) parts.ignored.push(typedOf(sentence, place, last));
    }
  }
}

/** Whether an ignored text is a time or a part of a day: `after 6pm`, `morning`. */
export function isTimeOfDay(text: string): boolean {
  if (PHRASES.partsOfDay.has(fold(text))) return true;
  const sentence = sentenceOf(wordsIn(text, isUnit));
  const isHour = isClockAt(sentence, 0) || hoursAt(sentence, 0) !== null;
  return isHour || sentence.words.some((word) => CLEAR_TIME.test(word.text));
}

/** The place behind « entre 14h et 16h », `between 2 and 4 pm`: no age of so many hours. */
function hoursAt(sentence: Sentence, at: number): number | null {
  const opening = longest(sentence, at, (phrase) => RANGES.get(phrase));
  const first = opening && hourAt(sentence, opening.end);
  const closing = first && endOf(sentence, first.end, opening.meaning);
  const last = closing === null ? null : hourAt(sentence, closing);
  return last?.isSure === true ? last.end : null;
}

/** The place behind « rdv de 14h », « visite demain à 15h », `viewing at 3pm`: the reader’s own day, of no file. */
function appointmentAt(sentence: Sentence, at: number): number | null {
  const noun = endOf(sentence, at, PHRASES.appointments);
  if (noun === null) return null;
  const day = skip(sentence, noun, PHRASES.joints);
  const behind = skip(sentence, dateAt(sentence, day)?.end ?? noun, BEFORE_HOUR);
  const hour = hourAt(sentence, behind);
  return hour?.isSure === true ? hour.end : null;
}

const BEFORE_HOUR: ReadonlySet<string> = new Set(['at', 'a', 'de', 'vers']);

/** An hour of a day, and whether it can be nothing else: `14h`, unlike `14`. */
function hourAt({ words }: Sentence, at: number): { end: number; isSure: boolean } | null {
  const [hour, unit] = words.slice(at, at + 2);
  if (hour !== undefined && CLEAR_TIME.test(hour.text)) return { end: at + 1, isSure: true };
  if (hour === undefined || !HOUR.test(hour.text)) return null;
  const isSure = PHRASES.hours.has(unit?.folded ?? '');
  return { end: isSure ? at + 2 : at + 1, isSure };
}

/** The place behind `at 9:30`, and `at 9` at the end of a sentence, where it is no number of a street. */
function timeAt({ words, ...sentence }: Sentence, at: number): number | null {
  const place = endOf({ words, ...sentence }, at, PHRASES.clock);
  const word = place === null ? undefined : words[place];
  if (place === null || word === undefined || at === 0) return null;
  const isEnd = words[place + 1] === undefined || word.hasComma;
  const isHour =
    AT.has(words[at]?.folded ?? '') && place === at + 1 && HOUR.test(word.text) && isEnd;
  return isHour || CLEAR_TIME.test(word.text) ? place + 1 : null;
}

const AT: ReadonlySet<string> = new Set(['at', 'a']);
const HOUR = /^(?:1?\d|2[0-4])$/u;
const CLEAR_TIME = /^(?:[01]?\d|2[0-4])(?:[:h][0-5]\d|[ap]m)$/iu;

/** `files I haven’t looked at`: no file says who has looked at it. */
export function unrecordedAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const verb = endOf(sentence, at, PHRASES.unrecorded);
  if (verb === null) return null;
  // “Declined by who”, unlike “managed by who”
  const isAskedBy = ASKED_BY.has(sentence.words[verb - 1]?.folded ?? '');
  if (isAskedBy && !parts.choices.has('decision')) return null;
  // “Not seen since Monday”: the time is not that of the file.
  const date = dateAt(sentence, verb);
  const figure = figureAt(sentence, verb);
  const isAge = figure?.meaning.kind === 'age' && figure.meaning.key === null;
  const end = date?.meaning.startsWith('>=') ? date.end : isAge ? (figure?.end ?? verb) : verb;
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

const ASKED_BY: ReadonlySet<string> = new Set(['who', 'qui']);

/** “Hi Claire, …”, “Thanks, Hannah”: who is written to and who writes, in letters, are of no file. */
export function correspondentAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  const greeting = at === 0 ? endOf(sentence, at, PHRASES.greetings) : null;
  const regards = at === 0 ? null : endOf(sentence, at, PHRASES.regards);
  const start = greeting ?? (words[(regards ?? 0) - 1]?.hasComma === true ? regards : null);
  // “Hi, Martin, ready?” asks for a file of Martin.
  if (start === null || (greeting !== null && words[start - 1]?.hasComma === true)) return null;
  let end = start;
  while (end < start + NAME_WORDS_MAX && isNamed(sentence, end)) {
    end += 1;
    if (words[end - 1]?.hasComma === true) break;
  }
  const isBehind = greeting === null ? end === words.length : words[end - 1]?.hasComma === true;
  // “Hello Dupont,” and nothing else
  if (end === start || !isBehind || (greeting !== null && end === words.length)) return null;
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

const NAME_WORDS_MAX = 3;

function isNamed(sentence: Sentence, at: number): boolean {
  return isFree(sentence, at) && /^\p{L}\D*$/u.test(sentence.words[at]?.text ?? '');
}

/** `the Lyon office`, « l’agence de Lyon »: a part of the company, of which no file says that it is its own. */
function branchAt(sentence: Sentence, at: number, { spans }: Parts): boolean {
  const { words } = sentence;
  if (!PHRASES.branches.has(words[at]?.folded ?? '')) return false;
  const isArticle = (place: number) => PHRASES.branchArticles.has(words[place]?.folded ?? '');
  const town = spans.at(-1);
  if (town?.of === 'kept' && town.end === at) return isArticle(town.at - 1);
  return (
    isArticle(at - 1) && PHRASES.of.has(words[at + 1]?.folded ?? '') && isFree(sentence, at + 2)
  );
}

/** `without an identity card`, « pièce d’identité manquante »: no file says which papers it has. */
export function paperAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const before = [PHRASES.lack, PHRASES.have, PHRASES.awaited, DENIALS].map(
    (set) => endOf(sentence, at, set) ?? at,
  );
  const start = Math.max(...before);
  const end = endOf(sentence, skip(sentence, start, PHRASES.small), PHRASES.papers);
  const behind = end === null ? null : endOf(sentence, end, PHRASES.lackAfter);
  if (end === null || (start === at && behind === null)) return null;
  parts.ignored.push(typedOf(sentence, at, behind ?? end));
  return behind ?? end;
}

/** `who declined Dupont`, `files per manager`: a list leaves out who has decided, and how many for each. */
export function unlistedAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const decided = longest(sentence, at, (phrase) => DECIDED.get(phrase));
  if (decided !== null) {
    parts.ignored.push(typedOf(sentence, at, decided.end - 1));
    add(decided.meaning, false, at, parts);
    return decided.end;
  }
  // “How many no this week”
  const answer = ANSWERS.get(sentence.words[at]?.folded ?? '');
  const isCounted = [1, 2, 3].some(
    (count) => QUESTIONS.get(sentence.phrases[at - count]?.[count - 1] ?? '') === 'count',
  );
  const isLast = sentence.words[at + 1] === undefined || dateAt(sentence, at + 1) !== null;
  if (answer !== undefined && isCounted && isLast) {
    add(answer, false, at, parts);
    return at + 1;
  }
  if (branchAt(sentence, at, parts)) {
    parts.ignored.push(typedOf(sentence, at, at + 1));
    return at + 1;
  }
  const denied = endOf(sentence, at, DENIALS) ?? endOf(sentence, at, PHRASES.none);
  const late = endOf(
    sentence,
    denied === null ? at : skip(sentence, denied, PHRASES.files),
    PHRASES.late,
  );
  if (late !== null) {
    parts.ignored.push(typedOf(sentence, at, late));
    if (denied === null) add('decision:awaiting', false, at, parts);
    return late;
  }
  const end = endOf(sentence, at, PHRASES.unlisted);
  if (end === null) return null;
  // “Available next week”
  const { today } = sentence.writer;
  const isToCome = today !== undefined && parts.verbs.at(-1)?.key === 'availability';
  if (isToCome && nextPeriodAt(sentence, at, today) !== null) return null;
  // “Plus petit” of a flat, unlike “plus petit loyer”
  const order = longest(sentence, at, (phrase) => SORTS.get(phrase));
  // “Whose guarantor is missing”, unlike “whose guarantor is Martin”
  const condition = conditionIn(sentence, at);
  const isLack =
    possessionsIn(sentence, end - 1) !== null ||
    // “Who hasn’t paid insurance”
    Array.from({ length: end - at }, (_, index) => possessionsIn(sentence, at + index)).some(
      (lacked) => (lacked?.end ?? 0) > end,
    ) ||
    (condition?.end ?? 0) > end;
  // “Compared to last month” asks for a report.
  const question = longest(sentence, at, (phrase) => QUESTIONS.get(phrase));
  if (isLack || (question?.end ?? 0) > end || (order !== null && order.end > end)) return null;
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** Periods that end today or later, so that a change since they began is a change in them. */
const CURRENT = /^(?:>=(.+)|(today|this-\w+))$/u;

/** “not updated since Monday”: the last change was before. */
export function untouchedAt(
  sentence: Sentence,
  at: number,
  { conditions, ignored }: Parts,
): number | null {
  const stale = staleAt(sentence, at);
  const date = stale === null ? null : dateAt(sentence, stale);
  if (date === null) return null;
  const [, since, current] = CURRENT.exec(date.meaning) ?? [];
  const condition = `updated:<${since ?? current}`;
  // Whether a file was changed in October, and again since, is unknown.
  if (queryOrNull(condition) === null) ignored.push(typedOf(sentence, at, date.end));
  else conditions.push(condition);
  return date.end;
}

/** Whether an ignored text asks for what no list has: `average score`, `income over 3000`, `free in 2 weeks`. */
export function isUnlisted(text: string): boolean {
  const folded = fold(text);
  const isAmount = PHRASES.unheld.values().some((phrase) => folded.startsWith(`${phrase} `));
  return (
    isAmount ||
    PHRASES.unlisted.has(folded) ||
    VERBS.get(folded.split(' ')[0] ?? '') === 'availability'
  );
}

/** Whether an ignored text asks who has looked at a file, or decided it. */
export function isUnrecorded(text: string): boolean {
  const words = fold(text).split(' ');
  const isOfLook = words.some((_, at) => PHRASES.unrecorded.has(words.slice(0, at + 1).join(' ')));
  if (WHO_DECIDED.has(words.join(' '))) return true;
  // “By town” asks for figures.
  // Nor is “by the way” somebody.
  const isOther = [PHRASES.unlisted, PHRASES.polite].some((set) => set.has(words.join(' ')));
  return isOfLook || (isDecider(text) && !isOther);
}

/** What `unlistedAt` leaves out of “who declined Dupont”. */
const WHO_DECIDED: ReadonlySet<string> = new Set(
  DECIDED.keys().map((phrase) => phrase.split(' ').slice(0, -1).join(' ')),
);

/** Whether an ignored text asks to compare: a list has the files of both sides, and no figures of either. */
export function isComparison(text: string): boolean {
  const words = fold(text);
  const isAsked = PHRASES.unlisted.has(words) && /^compar|^par rapport/u.test(words);
  return (
    isAsked || PHRASES.versus.union(PHRASES.than).has(words) || QUESTIONS.get(words) === 'compare'
  );
}

/** Whether an ignored text asks for an average or a sum of amounts, which no answer has. */
export function isOfAmounts(text: string): boolean {
  return PHRASES.unlisted.has(fold(text)) && AMOUNTS.test(fold(text));
}

const AMOUNTS =
  /\b(?:average|avg|mean|median|total|sum|moyenn?e?|somme)\b.*\b(?:rents?|prices?|deposits?|scores?|loyers?|cautions?|prix|notes?)\b|^(?:loyers?|notes?|scores?) moyenn?e?s?$/u;

/** Whether an ignored text is an “or”: the conditions on both sides of it must hold. */
export function isUnsupportedOr(text: string): boolean {
  const word = fold(text);
  return PHRASES.or.has(word) && !DENIALS.has(word) && !PHRASES.versus.has(word);
}
