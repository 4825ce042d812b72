import {
  type ChannelSettings,
  type ChannelSettingsStore,
  DEFAULT_CHANNEL_SETTINGS,
} from '../store/channel-settings.ts';

/** While it cannot be known what was set, as little as possible is shown. */
const UNKNOWN_SETTINGS: ChannelSettings = { ...DEFAULT_CHANNEL_SETTINGS, privacy: 'reference' };

const REMEMBERED_MS = 60_000;
/** A store that is down is not asked again for every command. */
const FAILURE_REMEMBERED_MS = 5_000;
/** Nobody waits longer for what is only a preference. */
const WAIT_MS_MAX = 1_000;
const REMEMBERED_MAX = 10_000;

interface Remembered {
  readonly settings: ChannelSettings;
  readonly until: number;
}

/** The settings of channels, which are never absent and never fail. */
export interface RememberedSettings {
  /** What holds in a channel; the defaults outside one. */
  of(channelId: string | null): Promise<ChannelSettings>;
  /** What is remembered of a channel, be it old; the store is not asked. */
  known(channelId: string | null): ChannelSettings;
  /** The same store, whose changes are remembered at once. */
  readonly store: ChannelSettingsStore;
}

/**
 * Settings read once a minute. When the store does not answer, the last ones hold on; of a channel
 * that was never read the strictest privacy is assumed.
 */
export function rememberedSettings(
  store: ChannelSettingsStore,
  now: () => number,
  onTrouble: (error: unknown) => void,
): RememberedSettings {
  const known = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<ChannelSettings>>();

  function remember(channelId: string, settings: ChannelSettings, forMs: number): ChannelSettings {
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(channelId, { settings, until: now() + forMs });
    return settings;
  }

  async function find(channelId: string, before: Remembered | undefined): Promise<ChannelSettings> {
    // What was saved meanwhile is newer than what was being read.
    const saved = () => (known.get(channelId) === before ? null : known.get(channelId)?.settings);
    try {
      const settings = (await store.of(channelId)) ?? DEFAULT_CHANNEL_SETTINGS;
      return saved() ?? remember(channelId, settings, REMEMBERED_MS);
    } catch (error) {
      onTrouble(error);
      const last = before?.settings ?? UNKNOWN_SETTINGS;
      return saved() ?? remember(channelId, last, FAILURE_REMEMBERED_MS);
    }
  }

  /** One reading for all who ask meanwhile: a store that hangs is not asked again by each of them. */
  function read(channelId: string, before: Remembered | undefined): Promise<ChannelSettings> {
    const found = underWay.get(channelId) ?? find(channelId, before);
    underWay.set(channelId, found);
    return found.finally(() => underWay.delete(channelId));
  }

  return {
    async of(channelId) {
      if (channelId === null) return DEFAULT_CHANNEL_SETTINGS;
      const remembered = known.get(channelId);
      if (remembered && now() < remembered.until) return remembered.settings;
      const { promise: waited, resolve } = Promise.withResolvers<ChannelSettings>();
      const timer = setTimeout(resolve, WAIT_MS_MAX, remembered?.settings ?? UNKNOWN_SETTINGS);
      try {
        return await Promise.race([read(channelId, remembered), waited]);
      } finally {
        clearTimeout(timer);
      }
    },
    known(channelId) {
      const remembered = channelId === null ? undefined : known.get(channelId);
      return remembered?.settings ?? DEFAULT_CHANNEL_SETTINGS;
    },
    store: {
      ...store,
      of: (channelId) => store.of(channelId),
      async save(channelId, change, by) {
        const settings = await store.save(channelId, change, by);
        return remember(channelId, settings, REMEMBERED_MS);
      },
    },
  };
}
