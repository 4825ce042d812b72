import { channelPrivacy, type Sharing } from '../i18n/privacy.ts';
import type { Language } from '../i18n/types.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../store/channel-settings.ts';
import type { Audience } from './compose/types.ts';

/**
 * The privacy level and language of a channel. Nobody is named where other organisations are in the
 * channel, or may be.
 *
 * @param stored settings of the channel; `null` for the defaults
 * @param language for a channel that has chosen none
 */
export function audienceOf(
  stored: ChannelSettings | null,
  sharing: Sharing,
  language: Language,
): Audience {
  const settings = stored ?? DEFAULT_CHANNEL_SETTINGS;
  return {
    privacy: channelPrivacy(settings.privacy, sharing),
    language: settings.language ?? language,
  };
}
