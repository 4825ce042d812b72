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
  return new Date(epochMs).toLocaleString('en-GB', { ...SHORT, ...inZone(zone) });
}

/** `Europe/Paris` as people say it. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Whether the next day is none of a weekend. */
export function isWorkdayTomorrow(epochMs: number, zone: string | undefined): boolean {
  const weekday = new Date(epochMs + DAY_MS).toLocaleDateString('en-GB', {
    weekday: 'short',
    ...inZone(zone),
  });
  return !WEEKEND.has(weekday);
}

function inZone(timeZone: string | undefined): Intl.DateTimeFormatOptions {
  return timeZone === undefined ? {} : { timeZone };
}
