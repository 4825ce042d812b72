import * as fc from 'fast-check';

import { RUNS_FACTOR, SEED } from './property-settings.ts';

// What is exported here by name goes before what fast-check exports.
export * from 'fast-check';

const RUNS_USUAL = 100;

fc.configureGlobal({ seed: SEED });

/** Draws as often as `PROPERTY_RUNS` wants. */
export const assert = new Proxy(fc.assert, {
  apply: (target, self, [property, parameters = {}]: [unknown, { numRuns?: number }?]) =>
    Reflect.apply(target, self, [
      property,
      { ...parameters, numRuns: Math.ceil((parameters.numRuns ?? RUNS_USUAL) * RUNS_FACTOR) },
    ]),
});

const SURROGATES_FROM = 0xd8_00;
const SURROGATES = 0x8_00;
const CHARACTERS = 0x11_00_00 - SURROGATES;

/**
 * The characters that fast-check calls `binary`, drawn alike. To find out which of them a text has,
 * it makes a table of all 1,112,064, in a second and 100 MB.
 */
const anyCharacter = fc.nat({ max: CHARACTERS - 1 }).map(characterAt, (text) => {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
  const place = code < SURROGATES_FROM ? code : code - SURROGATES;
  if (place < 0 || text !== characterAt(place)) throw new Error('Not one character');
  return place;
});

export function string(constraints: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string(
    constraints.unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints,
  );
}

const PLAIN_IN_URLS = Array.from(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@",
);
const partOfUrl = string({
  unit: fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...PLAIN_IN_URLS) },
    { weight: 1, arbitrary: anyCharacter.map((character) => encodeURIComponent(character)) },
  ),
});
const queryOfUrl = fc.array(partOfUrl, { maxLength: 3 }).map((parts) => parts.join('?'));

/** What fast-check draws by this name, without the table that it makes for characters in URLs. */
export function webUrl({
  withQueryParameters = false,
  withFragments = false,
}: Pick<fc.WebUrlConstraints, 'withFragments' | 'withQueryParameters'> = {}): fc.Arbitrary<string> {
  const segments = fc.array(partOfUrl.map((part) => `/${part}`));
  return fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.webAuthority(),
      segments,
      withQueryParameters ? fc.option(queryOfUrl) : fc.constant(null),
      withFragments ? fc.option(queryOfUrl) : fc.constant(null),
    )
    .map(([scheme, authority, path, query, fragment]) =>
      [
        `${scheme}://${authority}${path.join('')}`,
        query === null ? '' : `?${query}`,
        fragment === null ? '' : `#${fragment}`,
      ].join(''),
    );
}

/** The same of the query of a URL. */
export function webQueryParameters(): fc.Arbitrary<string> {
  return queryOfUrl;
}

function characterAt(place: number): string {
  return String.fromCodePoint(place < SURROGATES_FROM ? place : place + SURROGATES);
}
