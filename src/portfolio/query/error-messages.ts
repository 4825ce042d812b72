import type { FailureWords } from '../../lib/text.ts';
import type { QueryError } from './errors.ts';
import { englishError } from './messages/en.ts';
import { frenchError } from './messages/fr.ts';
import type { Language } from './vocabulary/types.ts';

const ERRORS: Readonly<Record<Language, (error: QueryError, word: string) => FailureWords>> = {
  en: englishError,
  fr: frenchError,
};

const WORD_LENGTH_MAX = 40;
const CONTROL = /^\p{Cc}$/u;

/**
 * The error of a query in words: the wrong word, what is valid there, and a suggestion. The word
 * comes from a person: treat it as data, not markup, and never log it.
 */
export function errorInWords(error: QueryError, language: Language): FailureWords {
  return ERRORS[language](error, shown(error.word));
}

function shown(word: string): string {
  if (CONTROL.test(word)) return `U+${word.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const characters = Array.from(word);
  return characters.length <= WORD_LENGTH_MAX
    ? word
    : `${characters.slice(0, WORD_LENGTH_MAX).join('')}…`;
}
