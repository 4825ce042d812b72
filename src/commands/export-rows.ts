import { dateOf } from '../portfolio/calendar/working-days.ts';
import type { Entry } from '../portfolio/entry.ts';
import { inWords } from '../views/files/line.ts';
import { oneLine } from '../views/text.ts';
import type { ExportWords } from '../views/words/export.ts';
import type { Words } from '../views/words/words.ts';
import type { Cell } from './export-csv.ts';

/** What the cells of a file are made with. */
export interface RowMaking {
  readonly words: Words;
  /** IANA name: the days are of this zone. */
  readonly zone: string;
  readonly completionMax: 1 | 100;
  readonly linkTo: (id: string) => string | null;
}

interface Column {
  readonly name: keyof ExportWords['columns'];
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
export function headerIn({ columns }: ExportWords): readonly string[] {
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
