import type { ValuePiece } from './tokens.ts';

const COMPARED = /^(?:>=|<=|=>|=<|[><=≥≤]) ?-?\d{1,9}$/u;
const FRACTION = /^\d{1,6} ?[%€]?$/u;

/**
 * Takes the comma in `<70,5` for a decimal one, as it is in French. Elsewhere a comma means “or”:
 * in `70,5`, in `<70,>80`, and in whatever we write ourselves.
 */
export function withDecimals(pieces: readonly ValuePiece[]): readonly ValuePiece[] {
  const read: ValuePiece[] = [];
  for (const piece of pieces) {
    const before = read.at(-1);
    if (before && COMPARED.test(before.plain) && FRACTION.test(piece.plain)) {
      read[read.length - 1] = {
        text: `${before.text},${piece.text}`,
        at: before.at,
        plain: `${before.plain}.${piece.plain}`,
      };
    } else {
      read.push(piece);
    }
  }
  return read;
}
