import { EXAMPLE_MANAGERS } from './agency.ts';
import type { Dwelling } from './dwellings.ts';
import { CITIES, type Place } from './places.ts';

/** A property that examples in the bot's help look for. */
interface Example {
  readonly number: number;
  readonly street: string;
  readonly streetName: string;
  readonly title: (kind: string) => string;
  readonly managers: readonly string[];
}

/**
 * By index of the property. They answer `show LY-0342`, `property:lyon decision:ready`,
 * `property:"rue de la paix"`, `search lilas t3`, `manager:anna`, and `me` for the workspace admin.
 */
const EXAMPLES: ReadonlyMap<number, Example> = new Map([
  [
    6,
    {
      number: 342,
      street: '12 rue de la Paix',
      streetName: 'rue de la Paix',
      title: (kind) => `${kind} lumineux, rue de la Paix, Lyon`,
      managers: EXAMPLE_MANAGERS,
    },
  ],
  [
    10,
    {
      number: 343,
      street: '8 rue des Lilas',
      streetName: 'rue des Lilas',
      title: (kind) => `${kind} avec balcon, rue des Lilas`,
      managers: [],
    },
  ],
]);

const FIRST_NUMBER = 100;

/** The address that the example has, else `place`. */
export function examplePlace(index: number, place: Place): Place {
  const example = EXAMPLES.get(index);
  if (example === undefined) return place;
  const [city] = CITIES;
  const { street, streetName } = example;
  return { city, district: city.districts[0], street, streetName };
}

/** The title that the example has, else the dwelling's own. */
export function exampleTitle(index: number, { rooms, title }: Dwelling): string {
  const kind = rooms === 1 ? 'Studio' : `T${rooms}`;
  return EXAMPLES.get(index)?.title(kind) ?? title;
}

/** The managers that the example has, else `managers`. */
export function exampleManagers(index: number, managers: readonly string[]): readonly string[] {
  const own = EXAMPLES.get(index)?.managers ?? [];
  return own.length > 0 ? own : managers;
}

/** The number in the reference. An example swaps numbers with the property that would have its. */
export function referenceNumber(index: number): number {
  const usual = FIRST_NUMBER + index;
  const example = EXAMPLES.get(index);
  if (example !== undefined) return example.number;
  for (const [other, { number }] of EXAMPLES) if (number === usual) return FIRST_NUMBER + other;
  return usual;
}
