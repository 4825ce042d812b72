import { composeDigest } from '../../src/digests/compose/composer.ts';
import { createSharedWork } from '../../src/digests/compose/sections.ts';
import { digestQuery } from '../../src/digests/query.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { composing, digestOf } from '../digests/compose/fixture.ts';
import { deliverMany } from '../jobs/same-minute.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { BURST } from '../support/many-channels.ts';
import { folderPlace } from '../support/places.ts';
import { type Figure, inTurn } from './figure.ts';
import { randomEntries } from './query.ts';

const DIGESTS = 500;
/** Enough of those that share nothing. */
const ALONE = 25;
const ROUNDS = 2;
const QUERIES = ['', 'age:>2bd', 'rent:<900', 'status:analyzed', 'completion:>=50'];

/** Five hundred digests of five queries at the same minute, over 100,000 files. */
export async function composingDigests(): Promise<Figure> {
  const snapshot = readingOf(randomEntries());
  const inputs = QUERIES.map((query) => {
    const digest = digestOf({ query: formatQuery(digestQuery(parseQuery(query)), 'en') });
    return composing(snapshot, { digest });
  });
  const inputAt = (at: number) => inputs[at % inputs.length] ?? composing(snapshot);
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

/** Slack says “several hundred” posts a minute for a workspace, besides one a second a channel. */
const A_MINUTE = 500;
const MANY = 500;

/**
 * Five hundred digests in as many channels at the same minute: until when the last is posted.
 *
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export async function postingDigests(): Promise<Figure> {
  await using place = await folderPlace();
  const run = await deliverMany({ place, instances: 1, digests: MANY, perMinute: A_MINUTE });
  const isOnce = new Set(run.posts.map(({ key }) => key)).size === run.posts.length;
  const isWhole = isOnce && run.posts.length === MANY;
  return {
    what: `${MANY} digests in as many channels at the same minute, the last one`,
    floor: `a workspace that takes ${A_MINUTE} posts a minute`,
    floorMs: ((MANY - BURST) * 60_000) / A_MINUTE,
    oursMs: isWhole ? (run.late.at(-1) ?? Infinity) : Infinity,
    ratioMax: 1.3,
  };
}

function meanOf(count: number, work: (at: number) => unknown): number {
  const start = performance.now();
  for (let at = 0; at < count; at += 1) work(at);
  return (performance.now() - start) / count;
}
