export interface Clock {
  readonly nowMs: number;
  /** Of the reader, such as `fr-FR`. */
  readonly locale: string;
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
  const { locale } = clock;
  const year =
    Math.abs(at.getTime() - clock.nowMs) < HALF_YEAR_MS ? {} : { year: 'numeric' as const };
  switch (name) {
    case 'date_num':
      return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
    case 'date':
    case 'date_pretty':
      return (
        relative(name, at, clock) ??
        at.toLocaleDateString(locale, { month: 'long', day: 'numeric', ...year })
      );
    case 'date_short':
    case 'date_short_pretty':
      return (
        relative(name, at, clock) ??
        at.toLocaleDateString(locale, { month: 'short', day: 'numeric', ...year })
      );
    case 'date_long':
    case 'date_long_pretty':
      return (
        relative(name, at, clock) ??
        at.toLocaleDateString(locale, { weekday: 'long', month: 'long', day: 'numeric', ...year })
      );
    case 'time':
      return at.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });
    case 'time_secs':
      return at.toLocaleTimeString(locale, {
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
      });
    case 'ago':
      return ago(at.getTime() - clock.nowMs, locale);
    default:
      return null;
  }
}

function relative(name: string, at: Date, { nowMs, locale }: Clock): string | null {
  if (!name.endsWith('_pretty')) return null;
  const days = Math.round((midnight(at) - midnight(new Date(nowMs))) / DAY_MS);
  if (Math.abs(days) > 1) return null;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
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

function two(value: number): string {
  return String(value).padStart(2, '0');
}
