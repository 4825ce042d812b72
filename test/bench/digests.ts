import { createSharedWork } from '../../src/digests/compose-shared.ts';
import { composeDigest } from '../../src/digests/compose.ts';
import { digestQuery } from '../../src/digests/digest-query.ts';
import { formatQuery } from '../../src/portfolio/query/format.ts';
import { parseQuery } from '../../src/portfolio/query/parse.ts';
import { composing, digestOf } from '../digests/digest-of.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { type Figure, inTurn } from './figure.ts';
import { randomEntries } from './query.ts';

const DIGESTS = 500;
/** Enough of those that share nothing. */
const ALONE = 25;
const ROUNDS = 2;
const QUERIES = ['', 'age:>2bd', 'rent:<900', 'status:analyzed', 'completion:>=50'];

/** Five hundred digests of five queries at the same minute, over 100,000 files. */
export async function composingDigests(): Promise<Figure> {
  const reading = readingOf(randomEntries());
  const inputs = QUERIES.map((query) => {
    const digest = digestOf({ query: formatQuery(digestQuery(parseQuery(query)), 'en') });
    return composing(reading, { digest });
  });
  const inputAt = (at: number) => inputs[at % inputs.length] ?? composing(reading);
  return {
    what: `a digest, mean of ${DIGESTS} of ${QUERIES.length} queries over 100,000 files`,
    floor: 'each searched and sorted by itself',
    ratioMax: 0.25,
    ...(await inTurn(
      ROUNDS,
      0.5,
      async () => [meanOf(ALONE, (at) => composeDigest(inputAt(at)))],
      async () => {
        const shared = createSharedWork();
        return [meanOf(DIGESTS, (at) => composeDigest(inputAt(at), shared))];
      },
    )),
  };
}

function meanOf(count: number, work: (at: number) => unknown): number {
  const start = performance.now();
  for (let at = 0; at < count; at += 1) work(at);
  return (performance.now() - start) / count;
}
