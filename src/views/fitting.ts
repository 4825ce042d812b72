/**
 * An ephemeral message's text may be so long, in bytes.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
const TEXT_BYTES_MAX = 4_000;
const NAME_LENGTHS = [60, 30, 16, 8, 4] as const;

/**
 * A text whose parts are shortened together until it fits, so that nothing is left out.
 *
 * @param lengths of a part, in characters, the longest first; with the last one it must fit
 */
export function fitted(
  written: (lengthMax: number) => string,
  lengths: readonly number[] = NAME_LENGTHS,
): string {
  const length = lengths.find((each) => Buffer.byteLength(written(each)) <= TEXT_BYTES_MAX);
  return written(length ?? lengths.at(-1) ?? 0);
}
