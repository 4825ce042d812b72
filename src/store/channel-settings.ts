import { z } from 'zod';

import type { RunQuery } from './database/connection.ts';
import { clock } from './database/schema.ts';

/** Files per page where nobody has chosen. */
const PAGE_SIZE = 5;

export type ChannelSettings = z.output<typeof ChannelSettings>;

export interface ChannelSettingsStore {
  /** `null` for a channel that has none. */
  of(channelId: string): Promise<ChannelSettings | null>;
  /** Changes the given settings only; `by` is the id of the person. */
  save(channelId: string, change: Partial<ChannelSettings>, by: string): Promise<ChannelSettings>;
}

/**
 * A value that this version does not know, written by a newer one, becomes the strictest. Deleting
 * posts is left to the newer one: by a number that this one cannot read they stay, and in a manner
 * that it does not know they are replaced.
 */
export const ChannelSettings = z.object({
  /** `null`: the reader's own. */
  language: z.enum(['en', 'fr']).nullable().catch(null),
  privacy: z.enum(['full', 'initials', 'reference']).catch('reference'),
  pageSize: z.int().positive().catch(PAGE_SIZE),
  /** How long posts stay; `null`: forever. */
  retentionDays: z.int().positive().nullable().catch(null),
  /** Whether they are deleted then, or replaced by a sentence. */
  retentionManner: z.enum(['delete', 'redact']).catch('redact'),
  /** Whether posts about a rental file are redacted once it is closed. */
  redactClosed: z.boolean(),
});

/** Settings of a channel that has none. */
export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  language: null,
  privacy: 'initials',
  pageSize: PAGE_SIZE,
  retentionDays: null,
  retentionManner: 'delete',
  redactClosed: false,
};

/** The names of all settings, which are columns, too. */
export const CHANNEL_CHOICES = ChannelSettings.keyof().options;

/** Creates the store of channel settings. */
export function createSettings(runQuery: RunQuery): ChannelSettingsStore {
  return {
    async of(channelId) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('channelSettings')
          .select(CHANNEL_CHOICES)
          .where('channelId', '=', channelId)
          .executeTakeFirst(),
      );
      return row === undefined ? null : ChannelSettings.parse(row);
    },
    async save(channelId, change, by) {
      const row = await runQuery((kysely) =>
        kysely
          .insertInto('channelSettings')
          .values({ channelId, ...DEFAULT_CHANNEL_SETTINGS, ...change, changedBy: by })
          .onConflict((conflict) =>
            conflict
              .column('channelId')
              .doUpdateSet({ ...change, changedBy: by, changedAt: clock }),
          )
          .returning(CHANNEL_CHOICES)
          .executeTakeFirstOrThrow(),
      );
      return ChannelSettings.parse(row);
    },
  };
}

/** While the store is away, as little as possible is shown. */
export const UNREAD_SETTINGS: ChannelSettings = {
  ...DEFAULT_CHANNEL_SETTINGS,
  privacy: 'reference',
};

const REMEMBERED_MS = 60_000;
/** A store that is down is not asked again for every command. */
const FAILURE_REMEMBERED_MS = 5_000;
/** A preference is not worth a longer wait. */
const WAIT_MS_MAX = 1_000;
const REMEMBERED_MAX = 10_000;

interface Remembered {
  readonly settings: ChannelSettings;
  readonly sinceMs: number;
  readonly forMs: number;
}

/** Settings of channels; never absent, never failing. */
interface RememberedSettings {
  /** Settings in effect in a channel; the defaults outside one. */
  of(channelId: string | null): Promise<ChannelSettings>;
  /** What a channel may see of people, asked afresh: another instance may just have changed it. */
  privacyOf(channelId: string | null): Promise<ChannelSettings['privacy']>;
  /** Cached settings of a channel, however old; does not ask the store. */
  known(channelId: string | null): ChannelSettings;
  /** The same store; its changes are cached at once. */
  readonly store: ChannelSettingsStore;
}

/**
 * Settings cached for 60 s. When the store does not answer, the last known ones stay in effect; a
 * channel that was never read gets the strictest privacy.
 */
export function rememberedSettings(
  store: ChannelSettingsStore,
  now: () => number,
  onError: (error: unknown) => void,
): RememberedSettings {
  const known = new Map<string, Remembered>();
  const pending = new Map<string, Promise<ChannelSettings>>();

  function remember(channelId: string, current: ChannelSettings, forMs: number): ChannelSettings {
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(channelId, { settings: current, sinceMs: now(), forMs });
    return current;
  }

  /** A clock that was set back says nothing of their age. */
  function isCurrent({ sinceMs, forMs }: Remembered): boolean {
    const ageMs = now() - sinceMs;
    return ageMs >= 0 && ageMs < forMs;
  }

  async function find(channelId: string, before: Remembered | undefined): Promise<ChannelSettings> {
    // Settings saved meanwhile are newer than those being read.
    const newer = () => (known.get(channelId) === before ? null : known.get(channelId)?.settings);
    try {
      const current = (await store.of(channelId)) ?? DEFAULT_CHANNEL_SETTINGS;
      return newer() ?? remember(channelId, current, REMEMBERED_MS);
    } catch (error) {
      onError(error);
      const last = before?.settings ?? UNREAD_SETTINGS;
      return newer() ?? remember(channelId, last, FAILURE_REMEMBERED_MS);
    }
  }

  /** One query for all requests meanwhile, so that a store that hangs gets no pile of them. */
  function read(channelId: string, before: Remembered | undefined): Promise<ChannelSettings> {
    const found = pending.get(channelId) ?? find(channelId, before);
    pending.set(channelId, found);
    return found.finally(() => pending.delete(channelId));
  }

  async function settingsOf(channelId: string | null, isFresh: boolean): Promise<ChannelSettings> {
    if (channelId === null) return DEFAULT_CHANNEL_SETTINGS;
    const remembered = known.get(channelId);
    const mustAsk = isFresh && remembered?.forMs === REMEMBERED_MS;
    if (remembered && !mustAsk && isCurrent(remembered)) return remembered.settings;
    const { promise: waited, resolve } = Promise.withResolvers<ChannelSettings>();
    const timer = setTimeout(resolve, WAIT_MS_MAX, remembered?.settings ?? UNREAD_SETTINGS);
    try {
      return await Promise.race([read(channelId, remembered), waited]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    of: async (channelId) => settingsOf(channelId, false),
    privacyOf: async (channelId) => (await settingsOf(channelId, true)).privacy,
    known: (channelId) => known.get(channelId ?? '')?.settings ?? DEFAULT_CHANNEL_SETTINGS,
    store: {
      ...store,
      of: (channelId) => store.of(channelId),
      async save(channelId, change, by) {
        const current = await store.save(channelId, change, by);
        return remember(channelId, current, REMEMBERED_MS);
      },
    },
  };
}
