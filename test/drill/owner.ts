import { setTimeout } from 'node:timers/promises';

import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { againAndAgain } from './again.ts';
import { inStore } from './ledger.ts';

/** Whoever looks after the digests: lets one go on that was paused, once its channel is there again. */
export interface Owner {
  /** When each digest was seen to be paused no longer, by its id, in epoch milliseconds. */
  readonly resumed: ReadonlyMap<string, readonly number[]>;
  /** Resolves when none is paused any more, or the patience is over; gives the ids of those that are. */
  stop(): Promise<string[]>;
  /** Looks no more, whatever is paused. */
  leave(): Promise<void>;
}

export interface OwnerOptions {
  readonly workspace: SlackWorkspace;
  readonly ownerId: string;
  readonly databaseUrl: string;
  /** Whether a channel takes posts. */
  readonly isThere: (channelId: string) => boolean;
}

const LOOK_EVERY_MS = 2_000;
const PATIENCE_MS = 60_000;

export function createOwner({ workspace, ownerId, databaseUrl, isThere }: OwnerOptions): Owner {
  const resumed = new Map<string, number[]>();
  const known = new Set<string>();

  /** Those that are paused; nobody knows while the database is away. */
  async function paused() {
    const all = await inStore(databaseUrl, async ({ digests }) => digests.list({ ownerId })).catch(
      () => null,
    );
    return all?.filter(({ state }) => state === 'paused') ?? null;
  }

  async function look(): Promise<string[] | null> {
    const found = await paused();
    if (found === null) return null;
    const ids = new Set(found.map(({ id }) => id));
    for (const id of known) {
      if (ids.has(id)) continue;
      known.delete(id);
      resumed.set(id, [...(resumed.get(id) ?? []), Date.now()]);
    }
    for (const { id, channelId } of found) {
      known.add(id);
      if (!isThere(channelId)) continue;
      await workspace.perform('say', {
        person: ownerId,
        channel: directMessageWith(ownerId),
        text: `/rental digest resume ${id}`,
      });
    }
    return [...ids];
  }

  const looking = againAndAgain(look, LOOK_EVERY_MS);

  return {
    resumed,
    async leave() {
      await looking.stop();
    },
    async stop() {
      await looking.stop();
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        const left = await look();
        if (left?.length === 0 || performance.now() > until) return left ?? [];
        await setTimeout(LOOK_EVERY_MS);
      }
    },
  };
}
