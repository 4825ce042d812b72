import { didYouMean, fold } from '../../lib/text.ts';
import { holidaysOf, isZone } from '../../portfolio/calendar.ts';
import { NUMBERS } from '../../portfolio/phrases/tables.ts';
import { partOfDayIn, RHYTHM_WORDS } from './schedule-words.ts';

const TIME = /^(\d{1,2})(?:[:h.](\d{2})?)?(am|pm)?$/u;
const HOUR_WORDS = /heures?/u;
const O_CLOCK = /o['’]?clock$/u;
const ENDING = /(?<![,.;!?…])[,.;!?…]+$/u;
const HALF_DAY = /([ap])\.m\.?$/u;
const NOON = 12;
const HOURS = 24;
const MINUTES = 60;
const DAYS_IN_WEEK = 7;

const DAY_NAMES: readonly (readonly string[])[] = [
  ['mon', 'monday', 'mondays', 'lun', 'lundi', 'lundis'],
  ['tue', 'tues', 'tuesday', 'tuesdays', 'mar', 'mardi', 'mardis'],
  ['wed', 'weds', 'wednesday', 'wednesdays', 'mer', 'mercredi', 'mercredis'],
  ['thu', 'thur', 'thurs', 'thursday', 'thursdays', 'jeu', 'jeudi', 'jeudis'],
  ['fri', 'friday', 'fridays', 'ven', 'vendredi', 'vendredis'],
  ['sat', 'saturday', 'saturdays', 'sam', 'samedi', 'samedis'],
  ['sun', 'sunday', 'sundays', 'dim', 'dimanche', 'dimanches'],
];
const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const DAY_GROUPS: readonly {
  readonly names: readonly string[];
  readonly days: readonly number[];
}[] = [
  {
    names:
      'daily|every day|everyday|each day|all|all days|7 days a week|day of the week|days of the week|tous|tous les jours|chaque jour|jour de la semaine|jours de la semaine|quotidien|quotidiennement'.split(
        '|',
      ),
    days: EVERY_DAY,
  },
  {
    names:
      'weekdays|weekday|week days|week day|working days|working day|workdays|workday|business days|business day|semaine|en semaine|jour de semaine|jours de semaine|ouvres|ouvrables|jours ouvres|jour ouvre|jours ouvrables|jour ouvrable'.split(
        '|',
      ),
    days: [1, 2, 3, 4, 5],
  },
  { names: ['weekend', 'weekends', 'week end', 'week ends'], days: [6, 7] },
];
const RANGE = /[-‐‑–—−]|\.{2,3}|…|\s(?:to|through|thru|till|until|au|[aà])\s/iu;

/** The ends of a range as people write it: `20:00-8:00`, `20h à 8h`, `20:00 to 8:00`. */
export function rangeParts(text: string): readonly string[] {
  return text.split(RANGE).map((part) => part.trim());
}

/** A local time as people write it (`9`, `9:00`, `9 h 30`, `9am`), as `HH:MM`; `null` for other text. */
export function parseTime(text: string): string | null {
  const folded = withDigits(text)
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(ENDING, '')
    .replace(HOUR_WORDS, 'h')
    .replace(O_CLOCK, '')
    .replace(HALF_DAY, '$1m');
  if (folded === 'noon' || folded === 'midi') return '12:00';
  if (folded === 'midnight' || folded === 'minuit') return '00:00';
  const [, hour = '', minute = '00', half] = TIME.exec(folded) ?? [];
  if (hour === '' || Number(minute) >= MINUTES) return null;
  const hours = hourOf(Number(hour), half ?? null);
  return hours === null ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

/** `huit heures` and `nine o’clock` with their number in digits. */
export function withDigits(text: string): string {
  return text.replace(SPELLED, (word) => String(NUMBERS.get(fold(word)) ?? word));
}

const SPELLED = /^\p{L}+(?= (?:h|heures?|o['’]?clock)\P{L}*(?:\d|$))/iu;

function hourOf(hour: number, half: string | null): number | null {
  if (half === null) return hour < HOURS ? hour : null;
  if (hour < 1 || hour > NOON) return null;
  return (hour % NOON) + (half === 'pm' ? NOON : 0);
}

/**
 * Days of the week from Monday (1) to Sunday (7), in order: `mon-fri`, `lundis`, `monday to friday`,
 * `daily`, `weekday mornings`; `null` for other text.
 */
export function parseDays(text: string): readonly number[] | null {
  const folded = fold(text);
  const group = DAY_GROUPS.find(({ names }) => names.includes(folded));
  if (group !== undefined) return group.days;
  const part = partOfDayIn(folded);
  if (part !== null) {
    const { before } = part;
    return before !== '' && RHYTHM_WORDS.every.has(before) ? EVERY_DAY : parseDays(before);
  }
  const [from, to, ...more] = rangeParts(text).map(dayNamed);
  if (from === undefined || from === null || to === null || more.length > 0) return null;
  if (to === undefined) return [from];
  const length = ((to - from + DAYS_IN_WEEK) % DAYS_IN_WEEK) + 1;
  return Array.from({ length }, (_, index) => ((from - 1 + index) % DAYS_IN_WEEK) + 1).toSorted(
    (one, other) => one - other,
  );
}

function dayNamed(text: string): number | null {
  const index = DAY_NAMES.findIndex((names) => names.includes(fold(text)));
  return index < 0 ? null : index + 1;
}

const UTC = 'UTC';
const CITY_AT_END = /[^/]+$/u;

/**
 * An IANA time zone from its full name or its city, in any case; `null` when there is none, or more
 * than one. Offsets are not read: they have no summer time.
 */
export function parseZone(text: string): string | null {
  const zones = [...Intl.supportedValuesOf('timeZone'), UTC];
  const folded = fold(text);
  const whole = zones.find((zone) => fold(zone) === folded);
  if (whole !== undefined) return whole;
  const cities = zones.filter((zone) => fold(cityOf(zone)) === folded);
  if (cities.length === 1) return cities[0] ?? null;
  // `supportedValuesOf` lacks the old names of zones, which `Intl` still accepts.
  return /^\p{L}+\/\S+$/u.test(text) && isZone(text) ? text : null;
}

/** The time zone with the most similar name or city. */
export function nearestZone(text: string): string | null {
  const zones = Intl.supportedValuesOf('timeZone');
  const whole = didYouMean(text, zones);
  if (whole !== null) return whole;
  const city = didYouMean(text, zones.map(cityOf));
  return zones.find((zone) => cityOf(zone) === city) ?? null;
}

/** The time zones whose names hold every word of a text, such as `new york`; at most `countMax`. */
export function zonesWith(text: string, countMax: number): readonly string[] {
  const words = fold(text).split(/[\s/_]+/u);
  return [UTC, ...Intl.supportedValuesOf('timeZone')]
    .filter((zone) => words.every((word) => fold(zone).includes(word)))
    .slice(0, countMax);
}

function cityOf(zone: string): string {
  return CITY_AT_END.exec(zone)?.[0] ?? zone;
}

/** A country, or a part of one such as `FR-67`, whose holidays are known; or `none`. */
export function parseHolidays(text: string): string | null {
  const folded = fold(text);
  if (NONE.includes(folded)) return 'none';
  const code = text.toUpperCase();
  try {
    holidaysOf(code);
    return code;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Spellings of “none”, folded. */
export const NONE: readonly string[] = ['none', 'off', 'no', 'aucun', 'aucune', 'non', 'sans'];
