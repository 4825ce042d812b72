import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { preloadAhead } from '../../src/playground/clock/bot-clock.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Delivery,
  type DigestChoice,
  type DigestOptions,
} from '../../src/store/digest.ts';
import type { openStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { storeAt } from '../support/open-store.ts';
import type { Place } from '../support/places.ts';
import { bundle } from '../support/programs.ts';

const CHILD = await bundle('digests');

/** A process that plans and delivers digests. */
export interface DigestProcess {
  /** Resolves at the next line that begins with the word; rejects when the process ends first. */
  says(word: string): Promise<void>;
  /** Every line of its output; the first word is the kind. */
  readonly said: readonly string[];
  readonly exited: Promise<unknown>;
  readonly process: ChildProcess;
  /**
   * Makes all digests due at that moment, which must be in the future; resolves once the process
   * knows.
   *
   * @param isFirst whether this process writes it to the database
   */
  makeDue(dueAt: number, isFirst: boolean): Promise<void>;
  kill(): Promise<void>;
}

const running = new Set<DigestProcess>();

/** Ends the processes that a failed test has left. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((instance) => instance.kill()));
}

/**
 * Starts planning and delivery of digests in a process of its own.
 *
 * @param aheadMs how far its clocks are ahead; `null` for those of the machine, which stay so
 */
export function startDigestProcess(
  { databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>,
  slack: { readonly apiUrl: string; readonly token: string },
  more: Readonly<Record<string, string | number>> = {},
  aheadMs: number | null = null,
): DigestProcess {
  const wanted: Record<string, string | number> = {
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.token,
    ...CHILD.environment,
    ...more,
  };
  const env = Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, String(value)]),
  );
  const child = spawn(
    process.execPath,
    [...(aheadMs === null ? [] : preloadAhead(aheadMs)), CHILD.path],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  if (child.stdout === null) throw new Error('its output is a pipe');
  const said: string[] = [];
  const listeners = new Set<(line: string) => void>();
  createInterface(child.stdout).on('line', (line) => {
    said.push(line);
    for (const listen of listeners) listen(line);
  });
  const exited = once(child, 'exit');
  async function says(word: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listen = (line: string) => {
      if (line.startsWith(word)) resolve();
    };
    listeners.add(listen);
    const ended = exited.then(() => {
      throw new Error(`it ended without a word of ${word}: ${said.slice(-20).join('\n')}`);
    });
    await Promise.race([promise, ended]).finally(() => listeners.delete(listen));
  }

  const instance: DigestProcess = {
    said,
    exited,
    process: child,
    says,
    async makeDue(dueAt, isFirst) {
      const heard = says('told');
      child.send({ dueAt, isFirst });
      await heard;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
  running.add(instance);
  child.once('exit', () => running.delete(instance));
  return instance;
}

/** Opens the store for a test; the embedded one only while no process has it open. */
export async function inStore<Value>(
  place: Pick<Place, 'databaseUrl' | 'dataDir'>,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Value>,
): Promise<Value> {
  const store = await storeAt(place);
  try {
    return await work(store);
  } finally {
    await store.stop();
  }
}

const ADDED_BEFORE_MS = 120_000;

/** Adds a digest to each channel; returns their ids. */
export async function addDigests(
  place: Pick<Place, 'databaseUrl' | 'dataDir'>,
  channels: readonly string[],
  ownerId: string,
  dueAt: number = Date.now() + 1000,
  options: Partial<DigestOptions> = {},
  times: readonly string[] = ['09:00'],
): Promise<string[]> {
  return inStore(place, async (store) => {
    const ids: string[] = [];
    for (const [index, channelId] of channels.entries()) {
      const choice: DigestChoice = {
        channelId,
        name: `digest ${index}`,
        query: '',
        schedule: {
          times: [...times],
          days: [1, 2, 3, 4, 5, 6, 7],
          zone: 'Europe/Paris',
          holidays: 'none',
          onHoliday: 'skip',
        },
        options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
      };
      const first = { slot: '', dueAt };
      const digest = await store.digests.add(choice, ownerId, first);
      ids.push(digest?.id ?? '');
    }
    // Right before they are due first, so that no time before that was left out.
    const changedAt = new Date(dueAt - ADDED_BEFORE_MS);
    await runSql(store, 'update rental_desk.digests set changed_at = $1', [changedAt]);
    return ids;
  });
}

/** Every delivery of the digests. */
export async function ledgerOf(
  place: Pick<Place, 'databaseUrl' | 'dataDir'>,
  digestIds: readonly string[],
): Promise<Delivery[]> {
  return inStore(place, async ({ deliveries }) => {
    const ledgers = await Promise.all(
      digestIds.map(async (digestId) => deliveries.list({ digestId, limit: 100_000 })),
    );
    return ledgers.flat();
  });
}
