import type { Words } from './words/words.ts';

/** Screen readers and notifications are given so much of it, in bytes. */
const TEXT_BYTES_MAX = 4_000;
const NAME_LENGTHS = [40, 20, 10, 5] as const;

/**
 * Lines that are shortened together until they fit; when even that is too much, the last files are
 * left out of the text, which says so.
 *
 * @param files that there are
 * @param written the lines, with names of so many characters at most and so many files
 */
export function fittedLines(
  files: number,
  { digest }: Words,
  written: (nameLengthMax: number, linesMax: number) => readonly string[],
): string {
  const attempt = (nameLengthMax: number, linesMax: number) =>
    [
      ...written(nameLengthMax, linesMax),
      ...(linesMax < files ? [digest.cut(files - linesMax)] : []),
    ].join('\n');
  const least = NAME_LENGTHS.at(-1) ?? 1;
  const length = NAME_LENGTHS.find((each) => fits(attempt(each, files)));
  if (length !== undefined) return attempt(length, files);
  let linesMax = files - 1;
  while (linesMax > 0 && !fits(attempt(least, linesMax))) linesMax -= 1;
  return attempt(least, Math.max(0, linesMax));
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= TEXT_BYTES_MAX;
}
