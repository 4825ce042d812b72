import { fold } from '../../lib/text.ts';
import { NOT, POLITE, SMALL } from './tables.ts';

/** Whether each word is one that asks for nothing: `show me the`, unlike `pas`. */
export function isSmall(text: string): boolean {
  const folded = fold(text);
  return folded !== '' && folded.split(' ').every((word) => SMALL.has(word) && !NOT.has(word));
}

/** Whether a text is only polite: `ok thanks`, `merci beaucoup`, unlike `the`. */
export function isPolite(text: string): boolean {
  const words = fold(text).split(' ');
  const spans = (at: number) => words.map((_, index) => words.slice(at, at + index + 1).join(' '));
  let isAny = false;
  for (let at = 0; at < words.length;) {
    const phrase = spans(at).findLast((span) => POLITE.has(span));
    if (phrase === undefined && !SMALL.has(words[at] ?? '')) return false;
    isAny ||= phrase !== undefined;
    at += phrase?.split(' ').length ?? 1;
  }
  return isAny;
}
