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
