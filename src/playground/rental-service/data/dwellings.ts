import type { Category } from '../files-api/schema.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';

/** Dwelling without its prices. */
export interface Dwelling {
  readonly category: Category;
  /** 0 where it is no dwelling. */
  readonly rooms: number;
  readonly squareMetres: number;
  readonly furnished: boolean;
  readonly title: string;
  /** Price per square metre relative to an ordinary flat of the city. */
  readonly rentFactor: number;
}

/**
 * Every 24 properties hold each category of section 2.6 at least once, whatever the seed: flats,
 * three houses, and one of each rarer kind.
 */
const RARER: ReadonlyMap<number, Category> = new Map([
  [4, 'house'],
  [9, 'house'],
  [11, 'commercial'],
  [14, 'house'],
  [17, 'prestige'],
  [20, 'other'],
  [22, 'land'],
]);

/** Least and most m² of a flat by its rooms. */
const FLATS = [
  [17, 33],
  [33, 50],
  [53, 76],
  [74, 98],
  [96, 128],
] as const;

/** The `index`-th property of the agency, at that place. */
export function dwelling(index: number, place: Place, random: Random): Dwelling {
  const category = RARER.get(index % 24) ?? 'apartment';
  switch (category) {
    case 'house':
      return house(place, random);
    case 'prestige': {
      const squareMetres = random.between(130, 240);
      const title = `Appartement haussmannien d’exception, ${squareMetres} m², ${place.city.name}`;
      return { ...plain(category, squareMetres, 1.5, title), rooms: random.between(5, 8) };
    }
    case 'commercial': {
      const squareMetres = random.between(25, 180);
      return plain(category, squareMetres, 1.2, `Local commercial, ${squareMetres} m², vitrine`);
    }
    case 'other': {
      const squareMetres = random.between(11, 15);
      return plain(category, squareMetres, 0.4, `Box fermé, ${place.streetName}`);
    }
    case 'land': {
      const squareMetres = random.between(200, 1500);
      return plain(category, squareMetres, 0.04, `Terrain clos de ${squareMetres} m²`);
    }
    case 'apartment':
      return flat(place, random);
  }
}

function plain(
  category: Category,
  squareMetres: number,
  rentFactor: number,
  title: string,
): Dwelling {
  return { category, rooms: 0, squareMetres, furnished: false, title, rentFactor };
}

function house(place: Place, random: Random): Dwelling {
  const rooms = random.between(4, 6);
  const squareMetres = rooms * random.between(19, 26);
  const title = random.pick([
    `Maison ${rooms} pièces avec jardin, ${squareMetres} m²`,
    `Maison de ville, ${place.district.name}, ${rooms} pièces`,
    `Maison mitoyenne rénovée, ${squareMetres} m², ${place.streetName}`,
  ]);
  return { ...plain('house', squareMetres, 0.85, title), rooms };
}

function flat(place: Place, random: Random): Dwelling {
  const rooms = random.weighted([
    [28, 1],
    [32, 2],
    [25, 3],
    [11, 4],
    [4, 5],
  ]);
  const [least, most] = FLATS[rooms - 1] ?? FLATS[0];
  const squareMetres = random.between(least, most);
  const furnished = random.chance(rooms === 1 ? 0.6 : 0.25);
  const kind = `${rooms === 1 ? 'Studio' : `T${rooms}`}${furnished ? ' meublé' : ''}`;
  const title = random.pick([
    `${kind} lumineux, ${squareMetres} m², ${place.streetName}`,
    `${kind} proche gare`,
    `${kind} ${place.district.name}, ${squareMetres} m²`,
    `${kind} avec balcon, ${place.city.name}`,
    `${kind} traversant au calme, ${squareMetres} m²`,
    `${kind}, ${random.between(2, 6)}e étage avec ascenseur`,
  ]);
  return { category: 'apartment', rooms, squareMetres, furnished, title, rentFactor: 1 };
}
