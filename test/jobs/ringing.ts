import { type ManyChannelsOptions, startManyChannels } from '../support/many-channels.ts';
import type { Place } from '../support/places.ts';
import { addDigests, type Bell, ledgerOf, startBell } from './bell.ts';
import { finishAll, PERIOD_MS } from './trial.ts';

/** So many digests ring together. */
export const MANY = 500;

/** How they ring. */
interface Ringing extends ManyChannelsOptions {
  readonly place: Pick<Place, 'databaseUrl' | 'dataDir'>;
  readonly instances: number;
}

/** So long before the moment all processes are to have heard of it. */
const HEARD_MS = 1_500;
/** While digests are added and processes start, nothing is due. */
const NOT_YET_MS = 3_600_000;

/** The next due time that leaves time for what comes before. */
export function dueIn(ms: number): number {
  return Math.ceil((Date.now() + ms) / PERIOD_MS) * PERIOD_MS;
}

/** Rings five hundred digests in as many channels at one moment. */
export async function ring({ place, instances, ...limits }: Ringing) {
  await using slack = await startManyChannels(limits);
  const channels = Array.from({ length: MANY }, (_one, index) => `C${index}`);
  const notYet = dueIn(NOT_YET_MS);
  const digests = await addDigests(place, channels, 'U1', notYet);
  const patient = {
    PERIOD_MS,
    FROM_MS: notYet,
    UNTIL_MS: notYet,
    CALL_MS_MAX: 20_000,
    LEASE_MS: 60_000,
  };
  const { apiUrl } = slack;
  const bells = Array.from({ length: instances }, () =>
    startBell(place, { apiUrl, token: 'xoxb-for-many' }, patient),
  );
  const dueSlot = await ringAll(bells);
  const ledger = await ledgerOf(place, digests);
  const late = slack.posts.map(({ at }) => at - dueSlot).toSorted((one, other) => one - other);
  const reads = bells.map(({ said }) => said.filter((line) => line === 'read').length);
  return { ledger, posts: slack.posts, tooSoon: slack.tooSoon(), late, reads };
}

/** Makes all digests due at one moment, and lets the processes finish; gives that moment. */
async function ringAll([first, ...others]: readonly Bell[]): Promise<number> {
  if (first === undefined) throw new Error('nobody is there to ring');
  const bells = [first, ...others];
  try {
    await Promise.all(bells.map((bell) => bell.says('ticks')));
    const dueAt = dueIn(HEARD_MS);
    await Promise.all(others.map((bell) => bell.ring(dueAt, false)));
    await first.ring(dueAt, true);
    await Promise.all(bells.map(finishAll));
    return dueAt;
  } finally {
    await Promise.all(bells.map((bell) => bell.kill()));
  }
}
