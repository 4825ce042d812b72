import type { ChannelLevel, KnownSharing } from '../i18n/privacy.ts';
import type { PrivacyReason } from '../i18n/types.ts';
import { outsideFigures } from '../portfolio/outside.ts';
import { entryIn } from '../portfolio/snapshot.ts';
import { outsideView } from '../views/files/outside.ts';
import type { Message } from '../views/message.ts';
import type { CommandContext, Place } from './command.ts';
import { SharingError } from './errors.ts';

/**
 * Whether people of other organisations are in the channel of a request.
 *
 * @throws {SharingError} when Slack does not say
 */
export async function knownSharing(place: Pick<Place, 'sharing'>): Promise<KnownSharing> {
  const sharing = await place.sharing();
  if (sharing === 'unknown') throw new SharingError('unknown');
  return sharing;
}

/** Why a channel gets a message at this level. */
export function privacyReason(
  level: ChannelLevel,
  { areSettingsUnread }: Pick<CommandContext, 'areSettingsUnread'>,
): PrivacyReason {
  if (level === 'outside') return 'external';
  return areSettingsUnread ? 'unread' : 'channel';
}

/**
 * A message as a channel of this level may see it.
 *
 * @throws {SharingError} when nothing of it may be seen there
 */
export function messageAt(
  level: ChannelLevel,
  message: Message,
  { portfolio, words }: Pick<CommandContext, 'portfolio' | 'words'>,
): Message {
  if (level !== 'outside' || message.isForOutside) return message;
  const snapshot = portfolio.latest();
  const { files = [] } = message;
  if (snapshot === null || files.length === 0) throw new SharingError('nothing');
  const entries = files.map((id) => entryIn(snapshot, id)).filter((entry) => entry !== null);
  const figures = outsideFigures(entries, snapshot);
  return { ...outsideView({ figures, isPart: true }, words), files };
}
