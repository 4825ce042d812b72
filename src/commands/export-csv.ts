import { setImmediate } from 'node:timers/promises';

import { stringify } from 'csv-stringify/sync';

/** What may stand in a cell. */
export type Cell = string | number | null;

/** How a table is written. */
export interface CsvForm {
  readonly header: readonly string[];
  /** Between two cells. */
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
}

/** So many rows are made and written at a time; then others have their turn. */
const CHUNK_ROWS = 250;

/**
 * The text of a table for spreadsheets: UTF-8 with the mark that they know it by, lines ended as
 * RFC 4180 says, and no text in it that a spreadsheet would run as a formula.
 */
export async function csvOf(rows: Iterable<readonly Cell[]>, form: CsvForm): Promise<string> {
  const { header, delimiter, decimalMark } = form;
  const options = {
    delimiter,
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { number: (value: number) => String(value).replace('.', decimalMark) },
  };
  const chunks = [stringify([header.map(harmless)], { ...options, bom: true })];
  let chunk: Cell[][] = [];
  for (const row of rows) {
    chunk.push(row.map(harmless));
    if (chunk.length < CHUNK_ROWS) continue;
    chunks.push(stringify(chunk, options));
    chunk = [];
    await setImmediate();
  }
  return [...chunks, stringify(chunk, options)].join('');
}

// What begins a formula, in wide, small, raised and lowered letters too, and whatever dash.
const BEGINNING =
  '[=+\\-@\\p{Pd}\\u2212\\uff1d\\uff0b\\uff20\\ufe66\\ufe62\\ufe6b\\u207a-\\u207c\\u208a-\\u208c]';

// A spreadsheet set to another language splits at other marks than ours: what comes behind one
// begins a cell there.
const RISKY = new RegExp(`(?=${BEGINNING})(?<=(?:^|[,;|\\t\\r\\n"])[\\s\\p{C}]*)`, 'gu');

/**
 * A text that no spreadsheet runs: an apostrophe stands before whatever would begin a formula, at
 * the start of the text and behind anything that may end a cell. A number stays one.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function harmless(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const guarded = cell.replace(RISKY, "'");
  // A gap at the start is dropped by some, and what comes behind it then comes first.
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}
