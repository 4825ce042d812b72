import { en } from './en/index.ts';
import { fr } from './fr/index.ts';
import type { Messages, Language } from './types.ts';

const LANGUAGES: Readonly<Record<Language, Messages>> = { en, fr };

/** All messages in one language. */
export function wordsIn(language: Language): Messages {
  return LANGUAGES[language];
}

/** In which order readers of a Slack locale write day and month; `null` where it does not say. */
export function dateOrderOf(locale: string | null): 'day-first' | 'month-first' | null {
  const [language, region] = (locale ?? '').toLowerCase().split('-');
  if (language === 'en')
    return region === undefined ? null : region === 'us' ? 'month-first' : 'day-first';
  return language === 'fr' ? 'day-first' : null;
}

/** The language of a Slack locale such as `fr-CA`, or `fallback` when it is none of ours. */
export function languageOf(locale: string | null, fallback: Language): Language {
  const [language] = (locale ?? '').toLowerCase().split('-');
  return language === 'fr' || language === 'en' ? language : fallback;
}

/**
 * Level of privacy of a message: the whole name, its initials, or nothing but the
 * property's reference. Messages for one person are shown in full.
 */
export type Privacy = 'full' | 'initials' | 'reference';

/** From the one that shows most to the one that shows least. */
export const PRIVACIES: readonly Privacy[] = ['full', 'initials', 'reference'];

/**
 * Level of a message to a channel: a level of privacy, or `outside`, which shows the references of
 * properties and how many files wait, and nothing else of any file.
 */
export type ChannelLevel = Privacy | 'outside';

const LEVELS: readonly ChannelLevel[] = [...PRIVACIES, 'outside'];

/** The one of two levels that shows less. */
export function stricter<Level extends ChannelLevel>(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other;
}

/** Whether people of other organisations are in a channel; `unknown` when Slack does not say. */
export type Sharing = 'internal' | 'external' | 'unknown';

/** A sharing that Slack has reported. */
export type KnownSharing = Exclude<Sharing, 'unknown'>;

/**
 * What messages that everyone in a channel sees may show. A channel with people of other
 * organisations gets `outside`, whatever its settings.
 *
 * @param chosen the setting of the channel
 */
export function channelLevel(chosen: Privacy, sharing: KnownSharing): ChannelLevel {
  return sharing === 'external' ? 'outside' : chosen;
}
