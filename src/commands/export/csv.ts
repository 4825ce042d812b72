import { stringify } from 'csv-stringify/sync';

import type { Messages } from '../../i18n/messages.ts';
import { yieldToEventLoop } from '../../lib/yield.ts';
import { dateOf } from '../../portfolio/calendar/working-days.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { inWords } from '../../views/files/line.ts';
import { oneLine } from '../../views/text.ts';

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
    await yieldToEventLoop();
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

/** What the cells of a file are made with. */
export interface RowMaking {
  readonly words: Messages;
  /** IANA name: the days are of this zone. */
  readonly zone: string;
  readonly completionMax: 1 | 100;
  readonly linkTo: (id: string) => string | null;
}

interface Column {
  readonly name: keyof Messages['export']['columns'];
  readonly read: (entry: Entry, making: RowMaking) => Cell;
}

const TEXT_LENGTH_MAX = 200;
const PEOPLE_LENGTH_MAX = 500;

/**
 * Every column, in its order. Addresses, telephone numbers and dates of birth are not among them,
 * nor are managers, who go by their e-mail addresses.
 */
const COLUMNS: readonly Column[] = [
  { name: 'id', read: ({ id }) => text(id) },
  { name: 'reference', read: ({ property }) => text(property.reference) },
  { name: 'property', read: ({ property }) => text(property.title) },
  { name: 'category', read: ({ property }) => text(property.category) },
  { name: 'rent', read: ({ property }) => property.rent },
  { name: 'status', read: ({ status }, { words }) => told(words.file.status, status) },
  { name: 'decision', read: ({ decision }, { words }) => told(words.file.decision, decision) },
  { name: 'applicants', read: peopleIn },
  { name: 'score', read: ({ score }) => score },
  { name: 'completion', read: percentOf },
  { name: 'tags', read: ({ tags }) => text(tags.names.join(', ')) },
  { name: 'created', read: ({ createdMs }, { zone }) => day(createdMs, zone) },
  { name: 'updated', read: ({ updatedMs }, { zone }) => day(updatedMs, zone) },
  { name: 'archived', read: ({ archivedMs }, { zone }) => day(archivedMs, zone) },
  { name: 'link', read: ({ id }, { linkTo }) => linkTo(id) },
];

/** What stands above the columns. */
export function headerIn({ columns }: Messages['export']): readonly string[] {
  return COLUMNS.map(({ name }) => columns[name]);
}

/** The cells of a file. */
export function rowOf(entry: Entry, making: RowMaking): readonly Cell[] {
  return COLUMNS.map(({ read }) => read(entry, making));
}

function percentOf({ completion }: Entry, { completionMax }: RowMaking): number | null {
  return completion === null ? null : rounded((completion / completionMax) * 100);
}

function told(words: Readonly<Record<string, string>>, value: string): string {
  return inWords(words, value, TEXT_LENGTH_MAX);
}

function peopleIn({ applicants }: Entry, { words }: RowMaking): string {
  const names = applicants.map(({ firstName, lastName, isGuarantor }) => {
    const name = text([firstName, lastName].filter(Boolean).join(' ')) || words.file.unnamed;
    return isGuarantor ? words.file.guarantor(name) : name;
  });
  return oneLine(names.join(', '), PEOPLE_LENGTH_MAX);
}

function text(value: string | null): string {
  return oneLine(value ?? '', TEXT_LENGTH_MAX);
}

/** `2026-11-20` */
function day(epochMs: number | null, zone: string): string | null {
  return epochMs === null ? null : dateOf(epochMs, zone).toString();
}

/** Rid of what binary fractions add. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
