import { base, Faker, fr } from '@faker-js/faker';

import type { Random } from './random.ts';

/** First names as tenants of today bear them; faker's run to Childebert and Agneflète. */
const FIRST_NAMES = pool(
  `Léa, Manon, Camille, Chloé, Inès, Sarah, Emma, Jade, Louise, Alice, Fatou, Anaïs, Zoé,
   Clara, Yasmine, Julie, Marion, Élodie, Aurélie, Maëlys, Nadia, Sofia, Océane, Margaux,
   Marie-Laure, Françoise, Nathalie, Karima, Thi Mai, Héloïse, Noémie, Aïcha, Lucas, Hugo,
   Théo, Nathan, Mohamed, Antoine, Clément, Maxime, Rayan, Jules, Raphaël, Yanis, Baptiste,
   Loïc, Gaël, Mehdi, Jérôme, Stéphane, Ibrahim, Paul, Jean-Baptiste, Rémi, Thibault,
   Moussa, João, Kévin, Benoît, François-Xavier, Amadou, Étienne`.split(/,\s+/),
);

/** Two names in a hundred need an apostrophe or a particle. */
const LONGER_LAST_NAMES = ['N’Diaye', "D'Almeida", 'de La Tour', 'Ben Salah', 'Nguyen', 'Traoré'];

const POOL = 400;

export interface Names {
  readonly firstName: (random: Random) => string;
  readonly lastName: (random: Random) => string;
  readonly company: (random: Random) => string;
}

/** French names; faker is asked once, since 100,000 files need half a million of them. */
export function createNames(seed: number): Names {
  const faker = new Faker({ locale: [fr, base], seed });
  const lastNames = pool([
    ...Array.from({ length: POOL }, () => faker.person.lastName()),
    ...LONGER_LAST_NAMES,
  ]);
  const companies = pool(Array.from({ length: POOL }, () => faker.company.name()));
  return {
    firstName: (random) => random.pick(FIRST_NAMES),
    lastName: (random) => random.pick(lastNames),
    company: (random) => random.pick(companies),
  };
}

function pool(names: readonly string[]): readonly [string, ...string[]] {
  const [first, ...others] = names;
  if (first === undefined) throw new Error('faker knows no names');
  return [first, ...others];
}

const ACCENTS = /\p{Diacritic}/gu;
const NOT_IN_AN_ADDRESS = /[^a-z0-9]+/g;

/** A name as it stands in an e-mail address: `Maëlys D'Almeida` gives `maelys.d.almeida`. */
export function mailbox(name: string): string {
  return name.normalize('NFD').replace(ACCENTS, '').toLowerCase().replace(NOT_IN_AN_ADDRESS, '.');
}
