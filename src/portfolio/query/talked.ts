import type { Language } from './language.ts';
import { queryOrNull } from './parse.ts';
import { queryInTalk } from './plain-talk.ts';
import type { Query } from './query.ts';

/**
 * What plain words ask for, where each of them is understood: no name is among them.
 *
 * @returns `null` where some may be a name, or nothing but a query was typed
 */
export function queryTalked(text: string, language: Language): Query | null {
  const talk = queryInTalk(text);
  return talk?.isWhole === true ? queryOrNull(talk.text, language) : null;
}
