import { understandOrNull } from '../../src/portfolio/phrases/understand.ts';
import { REQUESTS } from '../portfolio/phrases/requests.ts';
import { shareUnderstood } from '../portfolio/phrases/share.ts';
import { type Figure, quantile } from './figure.ts';

const PERCENT = 100;
const WRONG_MAX = 3;
const TEXTS = 2_000;
const RUNS = 5;
const SHORT_LENGTH = 200;
const LONG_LENGTH = 10_000;
const SHORT_MAX_MS = 1;
const LONG_MAX_MS = 5;

/** How many requests of the table are misunderstood, and how long the parser takes. */
export async function understanding(): Promise<readonly Figure[]> {
  const { rows, right, silentZeros } = shareUnderstood();
  const share = ((right / rows) * PERCENT).toFixed(1);
  const texts = REQUESTS.map(({ text }) => text);
  return [
    {
      what: `${rows} requests, ${share} % understood, ${silentZeros.length} silent zeros; misunderstood`,
      floor: 'allowed',
      floorMs: WRONG_MAX,
      oursMs: silentZeros.length > 0 ? PERCENT : PERCENT - (right / rows) * PERCENT,
      ratioMax: 1,
      unit: '%',
    },
    parsing(texts, SHORT_LENGTH, SHORT_MAX_MS),
    parsing(texts, LONG_LENGTH, LONG_MAX_MS),
  ];
}

function parsing(texts: readonly string[], length: number, maxMs: number): Figure {
  const all = texts.join(' ');
  const long = all.repeat(Math.ceil((TEXTS + length) / all.length) + 1);
  const times = Array.from({ length: TEXTS }, (_, index) => {
    const text = long.slice(index, index + length);
    // The best of several: the machine's own pauses are longer than any text takes.
    return Math.min(...Array.from({ length: RUNS }, () => timeOf(text)));
  });
  return {
    what: `a request of ${length} characters, p99 of texts`,
    floor: 'allowed',
    floorMs: maxMs,
    oursMs: quantile(times, 0.99),
    ratioMax: 1,
  };
}

function timeOf(text: string): number {
  const start = performance.now();
  understandOrNull(text, 'fr');
  return performance.now() - start;
}
