import Holidays from 'date-holidays';

import { type Calendar, WEEKDAYS } from './working-days.ts';

const CODE = /^[A-Z]{2}(?:-[A-Z0-9]{1,3}){0,2}$/i;
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

function sourceFor(code: string): Holidays {
  const [country = '', state, region] = CODE.test(code) ? code.toUpperCase().split('-') : [];
  const directory = new Holidays();
  const states = state === undefined ? null : directory.getStates(country);
  const regions = region === undefined ? null : directory.getRegions(country, state ?? '');
  const isKnown =
    Object.hasOwn(directory.getCountries(), country) &&
    (state === undefined || (states !== null && Object.hasOwn(states, state))) &&
    (region === undefined || (regions !== null && Object.hasOwn(regions, region)));
  if (!isKnown) throw new RangeError(`no public holidays are known for ${code}`);
  return new Holidays(country, state ?? '', region ?? '');
}

/** Every day of a holiday; `date` begins with the first one, in local time. */
function daysFrom(date: string, lengthMs: number): readonly string[] {
  const first = Temporal.PlainDate.from(date.slice(0, 10));
  const days = Math.max(1, Math.round(lengthMs / DAY_MS));
  return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString());
}
