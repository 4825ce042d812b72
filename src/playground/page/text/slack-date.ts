import { formatDate } from './clock-text.ts';

export interface Clock {
  readonly nowMs: number;
  /** Of the reader, such as `fr-FR`. */
  readonly locale: string;
  /** The reader's, an IANA time zone; without it, this machine's. */
  readonly zone?: string | undefined;
}

const DAY_MS = 86_400_000;
const HALF_YEAR_MS = 183 * DAY_MS;

/**
 * Fills the tokens of a date as Slack does, in the reader's language and time zone.
 *
 * @param timestampS seconds since 1970, UTC
 * @see https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
export function formatSlackDate(timestampS: number, format: string, clock: Clock): string {
  const at = new Date(timestampS * 1000);
  if (Number.isNaN(at.getTime())) return '';
  return format.replaceAll(/\{(\w+)\}/g, (token, name: string) => word(name, at, clock) ?? token);
}

function word(name: string, at: Date, clock: Clock): string | null {
  const { locale, zone: timeZone } = clock;
  const isNear = Math.abs(at.getTime() - clock.nowMs) < HALF_YEAR_MS;
  const year = { timeZone, ...(isNear ? {} : { year: 'numeric' as const }) };
  switch (name) {
    case 'date_num':
      return calendarDay(at, timeZone);
    case 'date':
    case 'date_pretty':
      return (
        relative(name, at, clock) ??
        formatDate(at.getTime(), locale, { month: 'long', day: 'numeric', ...year })
      );
    case 'date_short':
    case 'date_short_pretty':
      return (
        relative(name, at, clock) ??
        formatDate(at.getTime(), locale, { month: 'short', day: 'numeric', ...year })
      );
    case 'date_long':
    case 'date_long_pretty':
      return (
        relative(name, at, clock) ??
        formatDate(at.getTime(), locale, {
          weekday: 'long',
          month: 'long',
          day: 'numeric',
          ...year,
        })
      );
    case 'time':
      return formatDate(at.getTime(), locale, { hour: 'numeric', minute: '2-digit', timeZone });
    case 'time_secs':
      return formatDate(at.getTime(), locale, {
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
        timeZone,
      });
    case 'ago':
      return ago(at.getTime() - clock.nowMs, locale);
    default:
      return null;
  }
}

function relative(name: string, at: Date, { nowMs, locale, zone }: Clock): string | null {
  if (!name.endsWith('_pretty')) return null;
  const days = Math.round((midnight(at, zone) - midnight(new Date(nowMs), zone)) / DAY_MS);
  if (Math.abs(days) > 1) return null;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

function midnight(at: Date, zone: string | undefined): number {
  return Date.parse(calendarDay(at, zone));
}

/** `2026-11-20`: Swedes write their dates so. */
function calendarDay(at: Date, timeZone: string | undefined): string {
  return formatDate(at.getTime(), 'sv-SE', { timeZone });
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ago(distanceMs: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, unitMs] of UNITS) {
    if (Math.abs(distanceMs) >= unitMs) return words.format(Math.trunc(distanceMs / unitMs), unit);
  }
  return words.format(Math.trunc(distanceMs / 1000), 'second');
}
