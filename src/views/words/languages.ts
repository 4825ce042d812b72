import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Language, Words } from './words.ts';

const LANGUAGES: Readonly<Record<Language, Words>> = { en, fr };

/** The words of a language. */
export function wordsIn(language: Language): Words {
  return LANGUAGES[language];
}

/** The language of a Slack locale such as `fr-CA`, or `fallback` when it is none of ours. */
export function languageOf(locale: string | null, fallback: Language): Language {
  const [language] = (locale ?? '').toLowerCase().split('-');
  return language === 'fr' || language === 'en' ? language : fallback;
}
