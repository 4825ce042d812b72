import { setTimeout } from 'node:timers/promises';

import { digestQuery } from '../../src/digests/query.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Delivery,
  type DigestChoice,
} from '../../src/store/digest.ts';
import { openStore } from '../../src/store/store.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

const LOOK_EVERY_MS = 100;

type Store = Awaited<ReturnType<typeof openStore>>;

/** Looks into the database beside the bot. */
export async function inStore<Value>(
  databaseUrl: string,
  work: (store: Store) => Promise<Value>,
): Promise<Value> {
  const store = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl,
    dataDir: '/nowhere',
    onError: () => {},
  });
  try {
    return await work(store);
  } finally {
    await store.stop();
  }
}

/** Digests that are due at the same minutes, UTC; gives their ids. */
export async function addDigests(
  databaseUrl: string,
  {
    channels,
    ownerId,
    dueAt,
  }: {
    readonly channels: readonly string[];
    readonly ownerId: string;
    /** Whole minutes, in epoch milliseconds; twelve at most. Without any, next year's first day. */
    readonly dueAt: readonly number[];
  },
): Promise<string[]> {
  const times = dueAt.map((ms) => new Date(ms).toISOString().slice(11, 16)).toSorted();
  const [first = null] = dueAt;
  return inStore(databaseUrl, async ({ digests }) => {
    const ids: string[] = [];
    for (const [index, channelId] of channels.entries()) {
      const choice: DigestChoice = {
        channelId,
        name: `drill ${index}`,
        query: formatQuery(digestQuery(null), 'en'),
        schedule: {
          times: times.length === 0 ? ['03:00'] : times,
          days: [1, 2, 3, 4, 5, 6, 7],
          zone: 'UTC',
          holidays: 'none',
          onHoliday: 'skip',
        },
        options: DEFAULT_DIGEST_OPTIONS,
      };
      const next =
        first === null ? null : { slot: new Date(first).toISOString().slice(0, 16), dueAt: first };
      const digest = await digests.add(choice, ownerId, next);
      ids.push(digest?.id ?? '');
    }
    return ids;
  });
}

/** An alert to a person on files that are approved; gives its id. */
export async function addAlert(databaseUrl: string, ownerId: string): Promise<string> {
  return inStore(databaseUrl, async ({ digests }) => {
    const choice: DigestChoice = {
      channelId: ownerId,
      name: 'drilled alert',
      query: formatQuery(digestQuery(parseQuery('decision:approved')), 'en'),
      schedule: {
        times: [],
        days: [1, 2, 3, 4, 5, 6, 7],
        zone: 'UTC',
        holidays: 'none',
        onHoliday: 'skip',
      },
      options: DEFAULT_DIGEST_OPTIONS,
      alert: { on: 'enters', aspects: [], everyMinutes: 0, quiet: null },
    };
    return (await digests.add(choice, ownerId, null))?.id ?? '';
  });
}

/** Waits until an alert has looked at all files for the first time, which announces nothing. */
export async function firstEvaluated(databaseUrl: string, alertId: string): Promise<void> {
  await inStore(databaseUrl, async ({ alerts }) => {
    for (;;) {
      const { states } = await alerts.states();
      if (states.some(({ id, evaluated }) => id === alertId && evaluated !== null)) return;
      await setTimeout(LOOK_EVERY_MS);
    }
  });
}

/** Ids of the files that an alert has announced, each as often as it did. */
export async function announcedIn(databaseUrl: string, ledger: readonly Delivery[]) {
  return inStore(databaseUrl, async ({ alerts }) => {
    const entries = await Promise.all(ledger.map(async ({ id }) => alerts.entriesOf(id)));
    return entries.flat().map(({ fileId }) => fileId);
  });
}

/** All that became of digests. */
export async function ledgerOf(
  databaseUrl: string,
  digestIds: readonly string[],
): Promise<Delivery[]> {
  return inStore(databaseUrl, async ({ deliveries }) => {
    const ledgers = await Promise.all(
      digestIds.map(async (digestId) => deliveries.list({ digestId, limit: 100_000 })),
    );
    return ledgers.flat();
  });
}
