import { channelPrivacy, type Sharing } from '../i18n/privacy.ts';
import type { Language } from '../i18n/types.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../store/channel-settings.ts';
import type { Audience } from './compose/types.ts';

/**
 * What everybody in a channel may see, and in which language. Where strangers read along, or nobody
 * knows whether they do, nobody is named.
 *
 * @param held what the channel has chosen; `null` for nothing
 * @param language where the channel has none
 */
export function audienceOf(
  held: ChannelSettings | null,
  sharing: Sharing,
  language: Language,
): Audience {
  const settings = held ?? DEFAULT_CHANNEL_SETTINGS;
  return {
    privacy: channelPrivacy(settings.privacy, sharing),
    language: settings.language ?? language,
  };
}
