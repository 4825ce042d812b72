import { type ManyChannelsOptions, startManyChannels } from '../support/many-channels.ts';
import type { Place } from '../support/places.ts';
import { addDigests, type DigestProcess, ledgerOf, startDigestProcess } from './digest-process.ts';
import { finishAll, PERIOD_MS } from './kill-trial.ts';

/** Where, and by how many processes, they are delivered. */
interface RunOptions extends ManyChannelsOptions {
  readonly place: Pick<Place, 'databaseUrl' | 'dataDir'>;
  readonly instances: number;
  /** Number of digests that are due at one moment. */
  readonly digests: number;
}

/** Time before that moment at which every process must know of it. */
const HEARD_MS = 1_500;
/** Due time while digests are added and processes start. */
const NOT_YET_MS = 3_600_000;

/** The next due time that leaves time for what comes before. */
export function dueIn(ms: number): number {
  return Math.ceil((Date.now() + ms) / PERIOD_MS) * PERIOD_MS;
}

/** Delivers many digests in as many channels, all due at one moment. */
export async function deliverMany({ place, instances, digests: count, ...limits }: RunOptions) {
  await using slack = await startManyChannels(limits);
  const channels = Array.from({ length: count }, (_one, index) => `C${index}`);
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
  const processes = Array.from({ length: instances }, () =>
    startDigestProcess(place, { apiUrl, token: 'xoxb-for-many' }, patient),
  );
  const dueSlot = await deliverAll(processes);
  const ledger = await ledgerOf(place, digests);
  const late = slack.posts.map(({ at }) => at - dueSlot).toSorted((one, other) => one - other);
  const reads = processes.map(({ said }) => said.filter((line) => line === 'read').length);
  return {
    ledger,
    posts: slack.posts,
    tooSoon: slack.tooSoon(),
    limited: slack.limited(),
    late,
    reads,
  };
}

/** Makes all digests due at one moment, and lets the processes finish; gives that moment. */
async function deliverAll([first, ...others]: readonly DigestProcess[]): Promise<number> {
  if (first === undefined) throw new Error('no process to deliver');
  const processes = [first, ...others];
  try {
    await Promise.all(processes.map((instance) => instance.says('ticks')));
    const dueAt = dueIn(HEARD_MS);
    await Promise.all(others.map((instance) => instance.makeDue(dueAt, false)));
    await first.makeDue(dueAt, true);
    await Promise.all(processes.map(finishAll));
    return dueAt;
  } finally {
    await Promise.all(processes.map((instance) => instance.kill()));
  }
}
