import type { TextsByCode } from './types.ts';

interface Figures {
  /** Every digit of the value. */
  readonly number: (value: number) => string;
  /** 64 becomes `64%`. With two decimals at most, which `flooredPercent` gives. */
  readonly percent: (value: number) => string;
  /** The same with all its decimals. */
  readonly exactPercent: (value: number) => string;
  /** Four decimals at most; more of them are cut off, not rounded, and marked: `66.6666…`. */
  readonly score: (value: number) => string;
}

/** Beyond these a number is in scientific notation, so that it does not fill the page. */
const HUGE = 1e15;
const TINY = 1e-6;
/** Percentages and amounts of so many digits are no percentages. */
const LARGE = 1e9;
/** Digits of a double: fewer would round, and more would be noise. */
const DIGITS_MAX = 17;

/** What a person reads of a score; the details and exports have all of it. */
const SCORE_DECIMALS_MAX = 4;

/** Cached results of each kind and language. */
const WRITTEN_MAX = 2_000;

export const figuresEn = figuresIn('en-GB', '%');
export const figuresFr = figuresIn('fr-FR', '\u00a0%');

function figuresIn(locale: string, percentSign: string): Figures {
  const decimal = new Intl.NumberFormat(locale, { maximumSignificantDigits: DIGITS_MAX });
  const scientific = new Intl.NumberFormat(locale, {
    notation: 'scientific',
    maximumFractionDigits: DIGITS_MAX - 1,
  });
  const short = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const cut = new Intl.NumberFormat(locale, {
    minimumFractionDigits: SCORE_DECIMALS_MAX,
    maximumFractionDigits: SCORE_DECIMALS_MAX,
    roundingMode: 'trunc',
  });
  // Without a negative zero, which the service may send, too.
  const number = remembered((value: number) =>
    (isReadable(value) ? decimal : scientific).format(value + 0),
  );
  return {
    number,
    // Rounded, 69.99999 would stand as 70 among the scores below 70.
    score: remembered((value: number) =>
      isReadable(value) && hasMoreDecimals(value) ? `${cut.format(value)}…` : number(value),
    ),
    percent: remembered((value: number) =>
      Math.abs(value) < LARGE ? share.format(value / 100) : short.format(value) + percentSign,
    ),
    exactPercent: (value) => number(value) + percentSign,
  };
}

/** Significant digits that survive the arithmetic of a rate: 0.29 is 29%, not 28.999…%. */
const RATE_DIGITS = 13;

/**
 * A completion rate in percent, rounded down: 100 means complete.
 *
 * @param completionMax upper end of the rates of the service
 * @param parts of a percent: 1 for whole ones, 100 for two decimals
 */
export function flooredPercent(rate: number, completionMax: 1 | 100, parts: 1 | 100 = 1): number {
  const exact = (rate / completionMax) * 100 * parts;
  const count = Math.floor(Number(exact.toPrecision(RATE_DIGITS)));
  return (rate < completionMax ? Math.min(100 * parts - 1, count) : count) / parts;
}

/**
 * A text for each number, which stands for “#”: one of two texts. French says none as it says one.
 */
export const countedEn =
  (one: string, several: string) =>
  (count: number): string =>
    (count === 1 ? one : several).replace('#', figuresEn.number(count));
export const countedFr =
  (one: string, several: string) =>
  (count: number): string =>
    (count < 2 ? one : several).replace('#', figuresFr.number(count));

/** How many files. */
export const filesEn = countedEn('# file', '# files');
export const filesFr = countedFr('# dossier', '# dossiers');

export const workingDaysEn = countedEn('# working day', '# working days');
export const workingDaysFr = countedFr('# jour ouvré', '# jours ouvrés');

/** The same of a duration, which may be shorter than one. */
export const durationEn = (days: number): string =>
  days < 1 ? 'less than 1 working day' : workingDaysEn(days);
export const durationFr = (days: number): string =>
  days < 1 ? 'moins d’un jour ouvré' : workingDaysFr(days);

function isReadable(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= TINY && size < HUGE);
}

/** Whether a number has more decimals than are shown of a score; of a tiny one, nothing would be left. */
function hasMoreDecimals(value: number): boolean {
  const isTiny = Math.abs(value) < 10 ** -SCORE_DECIMALS_MAX;
  return !isTiny && Number(value.toFixed(SCORE_DECIMALS_MAX)) !== value;
}

/** A function that keeps its results. */
function remembered<Key, Value extends object | string>(
  make: (key: Key) => Value,
  keptMax = WRITTEN_MAX,
): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    if (made.size === keptMax) made.clear();
    made.set(key, value);
    return value;
  };
}

/** A sum of two amounts has no more digits than this that mean something. */
const AMOUNT_DIGITS_MAX = 6;

/**
 * Amounts in the currency that the operator has set, an ISO 4217 code; bare numbers with `null`, as
 * the specification names none.
 */
export function moneyIn(locale: string): (amount: number, currency: string | null) => string {
  const formatOf = remembered((currency: string | null) => amountsIn(locale, currency));
  return (amount, currency) => formatOf(currency)(amount);
}

function amountsIn(locale: string, currency: string | null): (amount: number) => string {
  const style = currency === null ? {} : ({ style: 'currency', currency } as const);
  const format = (digits: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { ...style, ...digits });
  const whole = format({ maximumFractionDigits: 0 });
  const parts = format({ minimumFractionDigits: 2, maximumFractionDigits: AMOUNT_DIGITS_MAX });
  const scientific = format({ notation: 'scientific', maximumFractionDigits: 2 });
  return (amount) => {
    if (Number.isInteger(amount) && amount < LARGE) return whole.format(amount);
    return (amount >= TINY && amount < LARGE ? parts : scientific).format(amount);
  };
}

/** A formatter is slow to make, and a card has many dates. */
const FORMATS_MAX = 100;

export function dayIn(language: string): (epochMs: number, zone: string) => string {
  const formatFor = remembered(
    (timeZone: string) => new Intl.DateTimeFormat(language, { ...DAY_STYLE, timeZone }),
    FORMATS_MAX,
  );
  return (epochMs, zone) => formatFor(zone).format(epochMs);
}

/** A day, a range of days or a moment as French writes it: “1er déc. à 09:00”, “1er au 7 juin”. */
export function frenchDate(text: string): string {
  return text.replace(/(?<!\d)1 (?=\p{L})/gu, '1er ').replace(/, (?=\d\d:\d\d$)/u, ' à ');
}

/** A day with its year. */
export const DAY_STYLE = { day: 'numeric', month: 'short', year: 'numeric' } as const;

export const MONDAY_STYLE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

interface DigestTimes {
  /** `Mon 23 Nov, 09:00` */
  readonly moment: (epochMs: number, zone: string) => string;
  /** `09:00` */
  readonly time: (epochMs: number, zone: string) => string;
  /** `23 Nov` */
  readonly day: (epochMs: number, zone: string) => string;
  /** `Mon 23 Nov` */
  readonly dayOfWeek: (epochMs: number, zone: string) => string;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** @param inWords turns what Intl writes into what people of the language do */
export function timesIn(
  locale: string,
  inWords: (text: string) => string = (text) => text,
): DigestTimes {
  const format = (style: Intl.DateTimeFormatOptions) => {
    /** By zone: making one takes longer than an answer has lines. */
    const formatFor = remembered((timeZone: string) => formatIn(locale, style, timeZone));
    return (epochMs: number, timeZone: string) => {
      const { format: written, named } = formatFor(timeZone);
      return `${inWords(written.format(epochMs))}${named}`;
    };
  };
  return {
    moment: format({ weekday: 'short', ...DAY, ...TIME }),
    time: format(TIME),
    day: format(DAY),
    dayOfWeek: format({ weekday: 'short', ...DAY }),
  };
}

/**
 * The format of a zone; where that is not known, such as to an older Node, that of UTC, and times name
 * it: the owner of a digest gets a notice about its zone.
 */
function formatIn(locale: string, style: Intl.DateTimeFormatOptions, timeZone: string) {
  try {
    return { format: new Intl.DateTimeFormat(locale, { ...style, timeZone }), named: '' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
    return { format, named: style.hour === undefined ? '' : ' UTC' };
  }
}

export function joined(parts: readonly string[], and: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${and} ${last}`;
}

export const MOMENT_STYLE = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** The code of what the service sends as null, such as a status. */
export const NOT_GIVEN = 'null';

/** Whether a value of the service has a text, other than that for none. */
export function isKnownValue(texts: TextsByCode, value: string): boolean {
  return value !== NOT_GIVEN && Object.hasOwn(texts, value);
}
