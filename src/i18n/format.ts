/** Number formats of one language. */
interface Figures {
  /** At most one decimal. */
  readonly number: (value: number) => string;
  /** 64 becomes `64%`. */
  readonly percent: (value: number) => string;
}

/** Nobody means a number of so many digits; it must not fill the page. */
const HUGE = 1e9;

/** Cached texts of each kind and language. */
const WRITTEN_MAX = 2_000;

export const figuresEn = figuresIn('en-GB', '%');
export const figuresFr = figuresIn('fr-FR', '\u00a0%');

function figuresIn(locale: string, percentSign: string): Figures {
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const huge = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    number: remembered((value) => (Math.abs(value) < HUGE ? decimal : huge).format(value)),
    percent: remembered((value) =>
      Math.abs(value) < HUGE ? share.format(value / 100) : huge.format(value) + percentSign,
    ),
  };
}

function remembered(write: (value: number) => string): (value: number) => string {
  const written = new Map<number, string>();
  return (value) => {
    const known = written.get(value);
    if (known !== undefined) return known;
    const text = write(value);
    if (written.size === WRITTEN_MAX) written.clear();
    written.set(value, text);
    return text;
  };
}

/** The service names no currency; its properties are let in euros. */
const CURRENCY = 'EUR';

export function moneyIn(language: string): (amount: number) => string {
  const style = { style: 'currency', currency: CURRENCY } as const;
  const whole = new Intl.NumberFormat(language, { ...style, maximumFractionDigits: 0 });
  const cents = new Intl.NumberFormat(language, style);
  const huge = new Intl.NumberFormat(language, { ...style, notation: 'scientific' });
  return (amount) => {
    if (Math.abs(amount) >= HUGE) return huge.format(amount);
    return (Number.isInteger(amount) ? whole : cents).format(amount);
  };
}

/** A formatter is slow to make, and a card has many dates. */
const FORMATS_MAX = 100;

export function dayIn(language: string): (epochMs: number, zone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (epochMs, zone) => {
    const format = formats.get(zone) ?? dayFormat(language, zone);
    if (formats.size >= FORMATS_MAX) formats.clear();
    formats.set(zone, format);
    return format.format(epochMs);
  };
}

function dayFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(language, { ...parts, timeZone });
}

export const MONDAY_STYLE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

/** Moments as digests tell them, in a zone. */
interface DigestTimes {
  /** `Mon 23 Nov, 09:00` */
  readonly moment: (epochMs: number, zone: string) => string;
  /** `09:00` */
  readonly time: (epochMs: number, zone: string) => string;
  /** `23 Nov` */
  readonly day: (epochMs: number, zone: string) => string;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export function timesIn(locale: string): DigestTimes {
  const format = (style: Intl.DateTimeFormatOptions) => (epochMs: number, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(epochMs);
  return {
    moment: format({ weekday: 'short', ...DAY, ...TIME }),
    time: format(TIME),
    day: format(DAY),
  };
}

export function joined(parts: readonly string[], and: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${and} ${last}`;
}

export const MOMENT_STYLE = { dateStyle: 'medium', timeStyle: 'short' } as const;
