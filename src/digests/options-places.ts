import { nearestOf } from '../lib/did-you-mean.ts';
import { fold } from '../lib/text.ts';
import { holidaysOf } from '../portfolio/calendar/holidays.ts';
import { isZone } from '../portfolio/calendar/working-days.ts';

const UTC = 'UTC';
const CITY_AT_END = /[^/]+$/u;

/**
 * The zone that somebody names, whole or by its city, in any case; `null` when there is none, or
 * more than one. An offset is none: it knows no summer time.
 */
export function zoneIn(text: string): string | null {
  const zones = [...Intl.supportedValuesOf('timeZone'), UTC];
  const folded = fold(text);
  const whole = zones.find((zone) => fold(zone) === folded);
  if (whole !== undefined) return whole;
  const cities = zones.filter((zone) => fold(cityOf(zone)) === folded);
  if (cities.length === 1) return cities[0] ?? null;
  // Old names of zones are not in the list, and are understood all the same.
  return /^\p{L}+\/\S+$/u.test(text) && isZone(text) ? text : null;
}

/** The zone that was probably meant. */
export function nearestZone(text: string): string | null {
  const zones = Intl.supportedValuesOf('timeZone');
  const whole = nearestOf(text, zones);
  if (whole !== null) return whole;
  const city = nearestOf(text, zones.map(cityOf));
  return zones.find((zone) => cityOf(zone) === city) ?? null;
}

function cityOf(zone: string): string {
  return CITY_AT_END.exec(zone)?.[0] ?? zone;
}

/** A country or a part of one whose holidays are known, as `FR-67`, or `none`; `null` for others. */
export function holidaysIn(text: string): string | null {
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

/** Words that ask for nothing; folded. */
export const NONE: readonly string[] = ['none', 'off', 'no', 'aucun', 'aucune', 'non', 'sans'];
