import Holidays from 'date-holidays';

import { type Calendar, WEEKDAYS } from './working-days.ts';

const DAY_MS = 86_400_000;

/**
 * Calendar of Monday to Friday without the public holidays of a place, computed offline.
 *
 * @param code a country (`FR`), an ISO 3166-2 subdivision of it (`FR-67`), or `none`
 * @throws {RangeError} for an unknown place
 * @see https://github.com/commenthol/date-holidays#supported-countries-states-regions
 */
export function holidaysOf(code: string): Calendar {
  if (code.toLowerCase() === 'none') return WEEKDAYS;
  const source = sourceFor(code);
  const years = new Map<number, ReadonlySet<string>>();

  function holidaysIn(year: number): ReadonlySet<string> {
    const known = years.get(year);
    if (known) return known;
    const days = new Set(
      source
        .getHolidays(year)
        .filter(({ type }) => type === 'public')
        .flatMap(({ date, start, end }) => daysFrom(date, end.getTime() - start.getTime())),
    );
    years.set(year, days);
    return days;
  }

  return {
    isWorkingDay: (date) =>
      WEEKDAYS.isWorkingDay(date) && !holidaysIn(date.year).has(date.toString()),
  };
}

/**
 * The places of a country whose public holidays are known: the country itself and its parts, as
 * `holidaysOf` takes them.
 *
 * @param code of the country or of a place in it
 * @returns `null` for an unknown country
 */
export function holidayRegions(code: string): readonly string[] | null {
  const country = code.slice(0, 2).toUpperCase();
  const directory = new Holidays();
  if (!Object.hasOwn(directory.getCountries(), country)) return null;
  const states = Object.keys(directory.getStates(country) ?? {});
  const regions = states.flatMap((state) =>
    Object.keys(directory.getRegions(country, state) ?? {}).map((region) => `${state}-${region}`),
  );
  return [country, ...[...states, ...regions].map((part) => `${country}-${part}`)];
}

function sourceFor(code: string): Holidays {
  const place = code.toUpperCase();
  if (!holidayRegions(place)?.includes(place)) {
    throw new RangeError(`no public holidays are known for ${code}`);
  }
  const [country = '', state = '', region = ''] = place.split('-');
  return new Holidays(country, state, region);
}

/** Every day of a holiday; `date` begins with the first one, in local time. */
function daysFrom(date: string, lengthMs: number): readonly string[] {
  const first = Temporal.PlainDate.from(date.slice(0, 10));
  const days = Math.max(1, Math.round(lengthMs / DAY_MS));
  return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString());
}
