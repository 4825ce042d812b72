import { oneLine } from './service-text.ts';

/**
 * What was asked for, as a line of its own; no line where everything was.
 *
 * @param asked a query in words, with what somebody typed in it
 */
export function askedLine(asked: string | null, lengthMax: number): string[] {
  const sentence = oneLine(asked ?? '', lengthMax);
  return sentence === '' ? [] : [sentence.charAt(0).toUpperCase() + sentence.slice(1)];
}
