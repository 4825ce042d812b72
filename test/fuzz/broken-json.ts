import * as fc from 'fast-check';

/** Names that every object has, though nobody wrote them. */
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'prototype',
] as const;

/** A place in a value that is written only once the rest is text: no parser of ours could hold it. */
interface Written {
  readonly [WRITTEN]: string;
}
const WRITTEN = '\u0000written';

const DEPTH = 20_000;

const written = fc
  .constantFrom(
    `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
    `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
    '9'.repeat(10_000),
    '-0',
    '1e999',
    '"\\ud800"',
    '"\\u0000"',
    `{"__proto__":{"id":"U1"},"__proto__":["a"],"constructor":{"prototype":{"polluted":1}}}`,
    `{"id":"a","id":null,"id":{"id":1}}`,
  )
  .map((text): Written => ({ [WRITTEN]: text }));

/** A value that does not belong where it stands. */
const misplaced: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, '', ' ', [], {}, [null], [[]], [{}]),
  fc.constantFrom(...PROTOTYPE_NAMES),
  fc.constantFrom('x'.repeat(100_000), '\u202e', '<!channel>', '%', '%00', '${jndi}', "' OR 1=1"),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  written,
);

type Damage = (parent: Record<string, unknown>, key: string) => void;

const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 5,
    arbitrary: misplaced.map(
      (value): Damage =>
        (parent, key) =>
          put(parent, key, value),
    ),
  },
  fc.constant<Damage>((parent, key) => void delete parent[key]),
  fc.constantFrom(...PROTOTYPE_NAMES).map(
    (name): Damage =>
      (parent, key) =>
        put(parent, name, parent[key]),
  ),
  fc.constant<Damage>((parent, key) => put(parent, key, [parent[key], parent[key]])),
);

/** JSON like `sample`, with a few places of it broken. */
export function brokenJson(sample: unknown): fc.Arbitrary<string> {
  const places = fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 20, arbitrary: places.map((chosen) => textOf(broken(sample, chosen))) },
    { weight: 1, arbitrary: misplaced.map(textOf) },
    { weight: 1, arbitrary: fc.nat().map((end) => cut(textOf(sample), end)) },
  );
}

function broken(sample: unknown, chosen: readonly (readonly [number, Damage])[]): unknown {
  let copy = structuredClone({ whole: sample });
  for (const [place, spoil] of chosen) {
    const all = placesIn(copy);
    const found = all[place % all.length];
    if (found !== undefined) spoil(found.parent, found.key);
    // What was put in is nobody else's: the next damage must not come into what is drawn again.
    copy = structuredClone(copy);
  }
  return copy.whole;
}

interface At {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

/** Every place of a value that something can be put into. */
function placesIn(parent: Record<string, unknown>): At[] {
  return Object.keys(parent).flatMap((key) => {
    const value = parent[key];
    return [{ parent, key }, ...(isHolder(value) ? placesIn(value) : [])];
  });
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(WRITTEN in value);
}

/** As a parser of JSON does it: `__proto__` is a name like any other. */
function put(parent: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

const MARK = /\{"\\u0000written":"((?:[^"\\]|\\.)*)"\}/g;

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replaceAll(MARK, (_, quoted: string) => String(JSON.parse(`"${quoted}"`)));
}

function cut(text: string, end: number): string {
  return text.slice(0, end % (text.length + 1));
}
