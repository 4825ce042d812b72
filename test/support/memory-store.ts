import type { AccessEntry } from '../../src/store/access-log.ts';
import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
} from '../../src/store/channel-settings.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { Outlook } from '../../src/store/posts.ts';
import type { SavedView } from '../../src/store/saved-views.ts';
import type { Store } from '../../src/store/store.ts';

/** A store that forgets with the test; the contract of the real one holds for it, too. */
export interface MemoryStore extends Store {
  readonly opened: readonly AccessEntry[];
  /** From now on every call fails, or none does. */
  setDown(isDown: boolean): void;
  /** What is to become of posts, in every channel. */
  setOutlook(outlook: Outlook): void;
}

const keyOf = (channelId: string, name: string) => `${channelId} ${name.toLowerCase()}`;

/** A store in memory, at an instant given in epoch milliseconds. */
export function memoryStore(now: () => number): MemoryStore {
  const settings = new Map<string, ChannelSettings>();
  const views = new Map<string, SavedView>();
  const opened: AccessEntry[] = [];
  let isDown = false;
  let outlook: Outlook = { due: 0, nextAt: null };

  async function reach(): Promise<void> {
    if (isDown) throw new StoreError('unreachable', 'The database does not answer');
  }

  return {
    opened,
    setDown: (wanted) => {
      isDown = wanted;
    },
    settings: {
      async of(channelId) {
        await reach();
        return settings.get(channelId) ?? null;
      },
      async save(channelId, change) {
        await reach();
        const held = { ...(settings.get(channelId) ?? DEFAULT_CHANNEL_SETTINGS), ...change };
        settings.set(channelId, held);
        return held;
      },
    },
    views: {
      async save({ channelId, name, query, by, instead = null }) {
        await reach();
        const key = keyOf(channelId, name);
        const held = instead && keyOf(channelId, instead.name);
        if (held !== null && views.get(held)?.query !== instead?.query) return null;
        if (key !== held && views.has(key)) return null;
        if (held !== null) views.delete(held);
        const view = { channelId, name, query, savedBy: by, savedAt: now() };
        views.set(key, view);
        return view;
      },
      async list(channelId) {
        await reach();
        return [...views.values()]
          .filter((view) => view.channelId === channelId)
          .toSorted((one, other) => one.name.localeCompare(other.name));
      },
      async find(channelId, name) {
        await reach();
        return views.get(keyOf(channelId, name)) ?? null;
      },
      async remove(channelId, name, seen = null) {
        await reach();
        const key = keyOf(channelId, name);
        return (seen === null || views.get(key)?.query === seen.query) && views.delete(key);
      },
    },
    accessLog: {
      async record(access) {
        await reach();
        opened.push({ ...access, id: opened.length + 1, at: now() });
      },
      async list({ limit, before = Infinity, userId, fileId }) {
        await reach();
        return opened
          .filter(({ id }) => id < before)
          .filter((entry) => userId === undefined || entry.userId === userId)
          .filter((entry) => fileId === undefined || entry.fileId === fileId)
          .toReversed()
          .slice(0, limit);
      },
    },
    posts: {
      async outlook() {
        await reach();
        return outlook;
      },
    },
    setOutlook(wanted) {
      outlook = wanted;
    },
    isReady: () => !isDown,
    stop: async () => {},
  };
}
