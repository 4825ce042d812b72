const SHORT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

const DAY_MS = 86_400_000;
const WEEKEND: ReadonlySet<string> = new Set(['Sat', 'Sun']);

/** A date and a time, in English as all that the playground itself says. */
export function wordedClock(epochMs: number, zone: string | undefined): string {
  return formatDate(epochMs, 'en-GB', { ...SHORT, timeZone: zone });
}

/** `Europe/Paris` as people say it. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Whether the next day is none of a weekend. */
export function isWorkdayTomorrow(epochMs: number, zone: string | undefined): boolean {
  const style = { weekday: 'short', timeZone: zone } as const;
  return !WEEKEND.has(formatDate(epochMs + DAY_MS, 'en-GB', style));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What `toLocaleString` gives of a moment. That makes a format each time, which takes as long as
 * drawing a message.
 */
export function formatDate(
  epochMs: number,
  locale: string,
  style: Intl.DateTimeFormatOptions,
): string {
  const key = JSON.stringify([locale, style]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, style);
  formats.set(key, format);
  const at = new Date(epochMs);
  return Number.isNaN(at.getTime()) ? String(at) : format.format(at);
}
