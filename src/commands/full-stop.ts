const FULL_STOP = /(?<![.,;:!?…])[.,;:!?…]+$/u;

/** A text without what ends a sentence, which telephones and habit put there. */
export function withoutFullStop(text: string): string {
  return text.replace(FULL_STOP, '');
}
