import type { Language } from '../../i18n/types.ts';
import { didYouMean, fold } from '../../lib/text.ts';
import { holidaysOf, isZone, UnknownPlaceError } from '../../portfolio/calendar.ts';
import { phrases, setsOf } from '../../portfolio/phrases/grammar/index.ts';
import { NUMBERS } from '../../portfolio/phrases/grammar/tables.ts';

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
  const folded = (spokenTime(text) ?? withDigits(text))
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

/** `half past eight`, `half 8`, `quarter to nine pm`, « 9 heures moins le quart », as `8:30`; `null` for others. */
export function spokenTime(text: string): string | null {
  const folded = fold(text);
  const {
    hour = '',
    side = 'past',
    part = '',
    half = '',
  } = (PAST_HOUR.exec(folded) ?? HOUR_AND_PART.exec(folded))?.groups ?? {};
  const hours = HOUR_NAMES[hour] ?? NUMBERS.get(hour) ?? (hour === '' ? Number.NaN : Number(hour));
  if (!Number.isInteger(hours) || hours >= HOURS) return null;
  const minutes = part === 'quarter' || part === 'quart' ? HALF_HOUR / 2 : HALF_HOUR;
  if (side === 'past' || side === 'et') return `${hours}:${minutes}${half}`;
  // “Quarter to midnight”, “quarter to one pm”
  const isFirst = half !== '' && hours === 1;
  const before = isFirst ? NOON : (hours + HOURS - 1) % HOURS;
  return `${before}:${MINUTES - minutes}${half}`;
}

const HALF_HOUR = 30;
const HOUR_NAMES: Readonly<Record<string, number>> = { noon: 12, midi: 12, midnight: 0, minuit: 0 };
const PAST_HOUR =
  /^(?:a )?(?:(?<part>half|quarter) (?<side>past|to)|half) (?<hour>\p{L}+|\d{1,2}) ?(?<half>am|pm)?$/u;
/** The same in French, where the part of an hour stands behind it. */
const HOUR_AND_PART =
  /^(?<hour>midi|minuit|\p{L}+(?= h)|\d{1,2}(?= ?h)) ?(?:h|heures?)? (?<side>et|moins le|moins un) (?<part>demie?|quart)$/u;

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
    if (error instanceof UnknownPlaceError) return null;
    throw error;
  }
}

/** Spellings of “none”, folded. */
export const NONE: readonly string[] = ['none', 'off', 'no', 'aucun', 'aucune', 'non', 'sans'];

/** Phrases without case and accents, separated by commas. */
export type Phrases = string;

/** What people say around the days and times of a schedule, in one language: data only. */
interface ScheduleWords {
  /** Before days that come again. */
  readonly each: Phrases;
  /** Before a day or a time, without a meaning of their own. */
  readonly around: Phrases;
  /** Between two excluded days. */
  readonly or: Phrases;
  /** Before days on which nothing is posted. */
  readonly except: Phrases;
  /** Before and behind days and times beside those that a digest has. */
  readonly also: Phrases;
  readonly alsoAfter: Phrases;
  /** Before and behind a day of one week, which is a date of a query. */
  readonly dated: Phrases;
  readonly datedAfter: Phrases;
  /** Once a week, which needs a day. */
  readonly weekly: Phrases;
  /** Words of rhythms that digests do not have, which `UNSUPPORTED_RHYTHMS` puts together. */
  readonly rhythm: RhythmWords;
  /** Before the last and the first day of a digest, which it does not have. */
  readonly until: Phrases;
  readonly starting: Phrases;
  /** Of a day that comes once: before it, behind it, and by itself. */
  readonly once: Phrases;
  readonly onceAfter: Phrases;
  readonly onceAlone: Phrases;
  readonly parts: Readonly<Record<PartOfDay, Phrases>>;
  /** Before a part of the day that names no days. */
  readonly inPart: Phrases;
  /** What digests do anyway: they are sent, and here. */
  readonly filler: Phrases;
  /** Before a channel. */
  readonly inChannel: Phrases;
}

/** A part of the day, and the time that it stands for where no other is named. */
type PartOfDay = 'morning' | 'afternoon' | 'evening';
const TIME_OF_PART: Readonly<Record<PartOfDay, string>> = {
  morning: '09:00',
  afternoon: '14:00',
  evening: '18:00',
};

interface RhythmWords {
  /** Before a unit of time that comes again. */
  readonly every: Phrases;
  /** Beside numbers in figures. */
  readonly count: Phrases;
  readonly one: Phrases;
  readonly often: Phrases;
  readonly times: Phrases;
  readonly per: Phrases;
  readonly outOf: Phrases;
  readonly ordinal: Phrases;
  readonly ofMonth: Phrases;
  /** Beside the units of ages. */
  readonly unit: Phrases;
  readonly adverb: Phrases;
  readonly monthly: Phrases;
}

const WORDS: Readonly<Record<Language, ScheduleWords>> = {
  en: {
    each: 'each,every,all',
    around: 'and,at,for,from,on,the,a',
    or: 'or,nor',
    except:
      'except,except for,excepting,excluding,not,but,but not,and not,never,neither,no,without,apart from,other than,save for,skip,skipping',
    also: 'also,and also,add,adding',
    alsoAfter: 'too,also,as well',
    dated: 'this,last,past,since,before,after,of,of the,of this,of last,since last,over the',
    datedAfter: '',
    weekly: 'weekly',
    rhythm: {
      every: 'every,each,once every',
      count: 'other,second,third,alternate,few,couple of',
      one: '',
      often: 'once,twice,thrice',
      times: 'time,times',
      per: 'a,per,each,every,in a',
      outOf: '',
      ordinal: 'first,second,third,fourth,last',
      ofMonth:
        'of the month,of a month,of each month,of every month,of month,in the month,each month,every month',
      unit: 'quarter,fortnight',
      adverb: 'fortnightly,biweekly,bi weekly,hourly,quarterly,yearly,annually',
      monthly: 'monthly,once monthly',
    },
    until:
      'until,till,til,up until,through,ending,ending on,until the end of,till the end of,through the end of',
    starting: 'starting,starting on,starting from,beginning,beginning on,as of',
    once: 'this,next,this coming,the coming',
    onceAfter: 'next',
    onceAlone: 'tomorrow,tonight,next week,next month',
    parts: {
      morning: 'morning,mornings',
      afternoon: 'afternoon,afternoons',
      evening: 'evening,evenings',
    },
    inPart: 'in the,in',
    filler: 'send,post,publish,share,deliver,remind,here,digest,summary,recap',
    inChannel: 'in,into,to,on',
  },
  fr: {
    each: 'chaque,chq,tous,toutes,ts,ttes',
    around: 'de,des,du,et,la,le,les,pour,vers',
    or: 'ou,ni',
    except:
      'sauf,sauf pour,pas,mais pas,et pas,jamais,ni,hors,hormis,excepte,a part,sans,a l exception de,a l exception du,a l exclusion de,en dehors de,en dehors du,sauter,sautez',
    also: 'aussi,et aussi,egalement,et egalement,ajoute,ajoutez,ajouter',
    alsoAfter: 'aussi,egalement,en plus',
    dated:
      'ce,cet,cette,depuis,depuis le,avant,avant le,apres,apres le,de la,de cette,de ce,du dernier',
    datedAfter: 'dernier,derniere,passe,passee',
    weekly: 'hebdomadaire,hebdomadairement',
    rhythm: {
      every: 'chaque,chq,tous les,toutes les,ts les,ttes les,une fois tous les,une fois toutes les',
      count: 'quinze,trente',
      one: 'un,une,1',
      often: '',
      times: 'fois',
      per: 'par,chaque,tous les,toutes les',
      outOf: 'sur',
      ordinal:
        'premier,premiers,premiere,premieres,deuxieme,second,seconde,troisieme,quatrieme,dernier,derniers,derniere',
      ofMonth: 'du mois,de chaque mois,de tous les mois,des mois,chaque mois,tous les mois',
      unit: 'trimestre,trimestres,quinzaine',
      adverb: 'bimensuel,bihebdomadaire,trimestriel,annuel',
      monthly: 'mensuel,mensuellement',
    },
    until:
      'jusqu a,jusqu au,jusqu aux,jusqu en,jusque,jusqu a la fin de,jusqu a la fin du,jusqu a fin',
    starting: 'a partir de,a partir du,a compter de,a compter du,des le',
    once: 'ce,cet',
    onceAfter: 'prochain,prochaine,suivant',
    onceAlone: 'demain,apres demain,ce soir,ce matin,la semaine prochaine,le mois prochain',
    parts: { morning: 'matin,matins', afternoon: 'apres midi,apres midis', evening: 'soir,soirs' },
    inPart: 'le,du,l,de l,en,les',
    filler:
      'recap,recapitulatif,synthese,envoie,envoyer,envoyez,poste,poster,postez,publie,publier,publiez,partage,partager,rappelle,ici',
    inChannel: 'dans,sur,a,vers',
  },
};

/** In either language. */
export const SCHEDULE = setsOf(Object.values(WORDS), phrases);
export const RHYTHM_WORDS = setsOf(
  Object.values(WORDS).map(({ rhythm }) => rhythm),
  phrases,
);
export const AROUND: ReadonlySet<string> = SCHEDULE.each.union(SCHEDULE.around);

/** The times that parts of the day stand for, by their names. */
const PARTS_OF_DAY: ReadonlyMap<string, string> = new Map(
  Object.values(WORDS).flatMap(({ parts }) =>
    Object.entries(parts).flatMap(([part, names]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a record are known.
      phrases(names).map((name) => [fold(name), TIME_OF_PART[part as PartOfDay]] as const),
    ),
  ),
);

/** The time that stands for the part of the day to which a time, as `HH:MM`, is nearest. */
export function nearestPart(time: string): string | undefined {
  const away = (other: string) => Math.abs(minuteOf(other) - minuteOf(time));
  return Object.values(TIME_OF_PART).toSorted((one, other) => away(one) - away(other))[0];
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * MINUTES + minutes;
}

/** The part of the day at the end of a folded phrase: what stands before it, and its time. */
export function partOfDayIn(phrase: string): { before: string; time: string } | null {
  const words = phrase.split(' ');
  for (const count of [1, 2]) {
    const time = PARTS_OF_DAY.get(words.slice(-count).join(' '));
    if (time !== undefined) return { before: words.slice(0, -count).join(' '), time };
  }
  return null;
}
