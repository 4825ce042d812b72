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
  let text = '';
  for (const length of lengths) {
    text = written(length);
    if (Buffer.byteLength(text) <= TEXT_BYTES_MAX) break;
  }
  return text;
}
