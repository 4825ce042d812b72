/**
 * Slack refuses a message that is longer than some 13,000 characters once it is escaped, which no
 * page of it tells; the blocks say what the plain text says, and a little more.
 */
const RENDERED_MAX = 11_000;
/** A text that needs no escaping fits in any case. */
const DRAWN_LENGTHS = [Infinity, 30, 16] as const;
const DRAWN_LENGTH_LEAST = 8;

/**
 * How long a text of the service may be so that Slack takes the blocks.
 *
 * @param textFor the same in plain text, escaped, with its texts at most so long
 */
export function drawnLength(textFor: (lengthMax: number) => string): number {
  const length = DRAWN_LENGTHS.find((each) => textFor(each).length <= RENDERED_MAX);
  return length ?? DRAWN_LENGTH_LEAST;
}
