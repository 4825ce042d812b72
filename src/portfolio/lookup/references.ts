import { fold } from '../../lib/text.ts';
import { ascending } from '../search/radix-sort.ts';
import type { Table } from '../search/table.ts';
import { END, endsWith } from '../search/word-index.ts';

/** Max length of a reference; longer texts are none. */
const LENGTH_MAX = 100;
const NONE = new Uint32Array();

/** Places of properties in the table, by reference without spaces; one index per table. */
const closedUp = new WeakMap<Table, ReadonlyMap<string, readonly number[]>>();

/**
 * Rows of the properties with a reference, ignoring case, accents and punctuation: those with the
 * same words, `gr 0101` for `GR-0101`; without any, those with the same letters and digits,
 * `GR0101`.
 */
export function rowsReferredTo(reference: string, table: Table): Uint32Array {
  const wanted = fold(reference);
  if (wanted === '' || reference.length > LENGTH_MAX) return NONE;
  const places = placesOf(wanted, table);
  if (places.size === 0) return NONE;
  const { at } = table.property;
  return ascending(at.length).filter((row) => places.has(at[row] ?? 0));
}

/** Places of those properties. The last text of a place is the reference. */
function placesOf(wanted: string, table: Table): ReadonlySet<number> {
  const { property, lexicon } = table;
  const { words } = property;
  const numbers = wanted.split(' ').map((word) => lexicon.numberOf(word) ?? END);
  const last = numbers.at(-1) ?? END;
  const places = new Set<number>();
  if (!numbers.includes(END)) {
    for (const place of words.packed.holding(last)) {
      if (!words.changed.has(place) && endsWith(words, place, numbers)) places.add(place);
    }
    for (const place of words.changed.keys()) {
      if (endsWith(words, place, numbers)) places.add(place);
    }
  }
  if (places.size > 0 || !/\d/.test(wanted)) return places;
  return new Set(closedUpIn(table).get(wanted.replaceAll(' ', '')));
}

function closedUpIn(table: Table): ReadonlyMap<string, readonly number[]> {
  const known = closedUp.get(table);
  if (known) return known;
  const places = new Map<string, number[]>();
  for (const [place, { reference }] of table.property.distinct.entries()) {
    const letters = fold(reference ?? '').replaceAll(' ', '');
    if (letters === '') continue;
    const alike = places.get(letters);
    if (alike) alike.push(place);
    else places.set(letters, [place]);
  }
  closedUp.set(table, places);
  return places;
}
