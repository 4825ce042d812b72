import { generateMersenne53Randomizer } from '@faker-js/faker';

/** Choices that come out the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly fraction: () => number;
  /** A whole number; both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** Each item as often as its weight says. */
  readonly weighted: <Item>(choices: Choices<Item>) => Item;
  /** A version 4 UUID. */
  readonly uuid: () => string;
  /** String of `length` lowercase hexadecimal digits. */
  readonly hexadecimals: (length: number) => string;
}

/** Weights need not add up to anything. */
export type Choices<Item> = readonly [readonly [number, Item], ...(readonly [number, Item])[]];

const NIBBLES = '0123456789abcdef';
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The choices of one seed, from the Mersenne twister that faker uses. */
export function createRandom(seed: number): Random {
  const twister = generateMersenne53Randomizer(seed);
  const fraction = () => twister.next();
  const between = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1));

  /** Eight hexadecimals from one draw: ids are most of what is drawn for 100,000 files. */
  function word(): string {
    const bits = Math.floor(fraction() * 2 ** 32);
    return pair(bits >>> 24) + pair(bits >>> 16) + pair(bits >>> 8) + pair(bits);
  }

  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    weighted(choices) {
      let left = fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of choices) {
        left -= weight;
        if (left < 0) return item;
      }
      return choices[0][1];
    },
    uuid() {
      const [a, b, c, d] = [word(), word(), word(), word()];
      const variant = NIBBLES[8 + (Number.parseInt(c.slice(0, 1), 16) & 3)];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
    hexadecimals(length) {
      let text = '';
      while (text.length < length) text += word();
      return text.slice(0, length);
    },
  };
}

function pair(bits: number): string {
  return PAIRS[bits & 0xff] ?? '00';
}
