/**
 * Level of privacy of a message: the whole name, its initials, or nothing but the
 * property's reference. Messages for one person are shown in full.
 */
export type Privacy = 'full' | 'initials' | 'reference';

/** From the one that shows most to the one that shows least. */
export const PRIVACIES: readonly Privacy[] = ['full', 'initials', 'reference'];

/** The one of two levels that shows less. */
export function stricter(one: Privacy, other: Privacy): Privacy {
  return PRIVACIES.indexOf(one) > PRIVACIES.indexOf(other) ? one : other;
}

/** Whether people of other organisations are in a channel; `unknown` when Slack does not say. */
export type Sharing = 'internal' | 'external' | 'unknown';

/**
 * Privacy level of messages that everyone in a channel sees.
 *
 * @param chosen the setting of the channel
 */
export function channelPrivacy(chosen: Privacy, sharing: Sharing): Privacy {
  return stricter(chosen, sharing === 'internal' ? 'full' : 'reference');
}
