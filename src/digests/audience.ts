import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../store/channel-settings.ts';
import { stricter } from '../views/privacy.ts';
import type { Language } from '../views/words/words.ts';
import type { Readership } from './compose/types.ts';

/**
 * What everybody in a channel may see, and in which language. Where strangers read along, or nobody
 * knows whether they do, nobody is named.
 *
 * @param held what the channel has chosen; `null` for nothing
 * @param language where the channel has none
 */
export function readershipIn(
  held: ChannelSettings | null,
  exposure: 'inside' | 'outside' | 'unknown',
  language: Language,
): Readership {
  const settings = held ?? DEFAULT_CHANNEL_SETTINGS;
  return {
    privacy: stricter(settings.privacy, exposure === 'inside' ? 'full' : 'reference'),
    language: settings.language ?? language,
  };
}
