import type { Situation, WireApplicant } from '../files-api/schema.ts';
import { candidate, company, guarantor, type Household } from './applicants.ts';
import type { Dwelling } from './dwellings.ts';
import type { Names } from './names.ts';
import type { Choices, Random } from './random.ts';

/** Who asks for a home together, and how they call themselves. */
export interface Applying {
  readonly situation: Situation;
  readonly applicants: readonly WireApplicant[];
}

const BUSINESS: Choices<Situation> = [[1, 'SINGLE']];
const SMALL: Choices<Situation> = [
  [85, 'SINGLE'],
  [15, 'COUPLE'],
];
const MIDDLE: Choices<Situation> = [
  [55, 'SINGLE'],
  [45, 'COUPLE'],
];
const LARGE: Choices<Situation> = [
  [20, 'SINGLE'],
  [45, 'COUPLE'],
  [25, 'ROOMATES'],
  [10, 'SOLID_ROOMATES'],
];

/** Candidates that fit the home; one file in eight lists a guarantor among them (section 1). */
export function household(
  file: Household,
  home: Pick<Dwelling, 'category' | 'rooms'>,
  names: Names,
  random: Random,
): Applying {
  const situation = random.weighted(fitting(home.rooms));
  const shared = situation === 'COUPLE' && random.chance(0.4) ? names.lastName(random) : undefined;
  if (home.category === 'commercial' && random.chance(0.6)) {
    return { situation, applicants: [company(file, names, random)] };
  }
  const applicants = Array.from({ length: howMany(situation, random) }, () =>
    candidate(file, names, random, shared),
  );
  if (random.chance(0.125)) applicants.push(guarantor(file, names, random));
  return { situation, applicants };
}

function fitting(rooms: number): Choices<Situation> {
  if (rooms === 0) return BUSINESS;
  if (rooms === 1) return SMALL;
  return rooms === 2 ? MIDDLE : LARGE;
}

/** Candidates, guarantors not counted. */
function howMany(situation: Situation, random: Random): number {
  switch (situation) {
    case 'SINGLE':
      return 1;
    case 'COUPLE':
      return 2;
    case 'ROOMATES':
      return random.between(3, 4);
    case 'SOLID_ROOMATES':
      return random.between(2, 3);
  }
}
