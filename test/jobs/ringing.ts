import { type ManyChannelsOptions, startManyChannels } from '../support/many-channels.ts';
import type { Place } from '../support/places.ts';
import { addDigests, ledgerOf, startBell } from './bell.ts';
import { finishAll, PERIOD_MS } from './trial.ts';

/** So many digests ring together. */
export const MANY = 500;

/** How they ring. */
interface Ringing extends ManyChannelsOptions {
  readonly place: Pick<Place, 'databaseUrl' | 'dataDir'>;
  readonly instances: number;
  /** So long it may take until the processes wait for the moment. */
  readonly readyMs: number;
}

/** The next due time that leaves time for what comes before. */
export function dueIn(ms: number): number {
  return Math.ceil((Date.now() + ms) / PERIOD_MS) * PERIOD_MS;
}

/** Rings five hundred digests in as many channels at one moment. */
export async function ring({ place, instances, readyMs, ...limits }: Ringing) {
  await using slack = await startManyChannels(limits);
  const channels = Array.from({ length: MANY }, (_one, index) => `C${index}`);
  const dueSlot = dueIn(readyMs);
  const digests = await addDigests(place, channels, 'U1', dueSlot);
  const patient = {
    PERIOD_MS,
    FROM_MS: dueSlot,
    UNTIL_MS: dueSlot,
    CALL_MS_MAX: 20_000,
    LEASE_MS: 60_000,
  };
  const { apiUrl } = slack;
  const bells = Array.from({ length: instances }, () =>
    startBell(place, { apiUrl, token: 'xoxb-for-many' }, patient),
  );
  await Promise.all(bells.map(finishAll));
  const ledger = await ledgerOf(place, digests);
  const late = slack.posts.map(({ at }) => at - dueSlot).toSorted((one, other) => one - other);
  const reads = bells.map(({ said }) => said.filter((line) => line === 'read').length);
  return { ledger, posts: slack.posts, tooSoon: slack.tooSoon(), late, reads };
}
