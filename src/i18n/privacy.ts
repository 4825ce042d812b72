/**
 * How much of a person a message may show: the whole name, its initials, or nothing but the
 * property's reference. What is for one person alone is shown in full.
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
 * What a message for everybody in a channel may show of people.
 *
 * @param chosen the setting of the channel
 */
export function channelPrivacy(chosen: Privacy, sharing: Sharing): Privacy {
  return stricter(chosen, sharing === 'internal' ? 'full' : 'reference');
}
