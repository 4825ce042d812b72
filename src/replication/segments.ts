import { z } from 'zod';

import { numbering } from '../lib/cache.ts';
import { yieldToEventLoop } from '../lib/concurrency.ts';
import { type Entry, NO_PROPERTY, type Property } from '../portfolio/entry.ts';
import type { Facts, Labels, Person } from '../portfolio/facts.ts';
import type { ReadElsewhere } from '../portfolio/refresh.ts';
import type { Table } from '../portfolio/search/table.ts';
import { createWordsWriter, createWordsReader } from '../portfolio/search/word-index.ts';

/** An entry, its row in the table, and the page on which the service listed it. */
export interface PlacedEntry {
  readonly entry: Entry;
  readonly row: number;
  readonly page: URL;
}

/** Entries of one segment: about 1 ms of the event loop. */
const ENTRIES_A_SEGMENT = 500;

/** Stands for a date that cannot be read, which JSON has no number for. */
const UNREADABLE = 'unreadable';

/** Every field of a property but its labels, which have numbers of their own. */
const PROPERTY_FIELDS = Object.keys(NO_PROPERTY).filter(
  (name): name is PropertyField => name !== 'managers' && name !== 'unreadable',
);
type PropertyField = Exclude<keyof Property, 'managers' | 'unreadable'>;

/** Its number and those of its labels, then its fields: their names would be most of a segment. */
type PropertyRow = readonly [number, number, number, ...Property[PropertyField][]];

function propertyIn(row: PropertyRow, managers: Labels, unreadable: Labels): Property {
  // A copy, which has room for every field: one that grows by a field at a time takes more memory.
  const property: Record<string, unknown> = { ...NO_PROPERTY, managers, unreadable };
  for (const [at, name] of PROPERTY_FIELDS.entries()) property[name] = row[at + 3];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its fields are those that were written.
  return property as unknown as Property;
}

/**
 * Rows of so many values each. A segment is authenticated, and of this version of its form: to check
 * each field again, here and below, would take as long as all the rest.
 */
function rowsOf<Row extends readonly unknown[]>(length: Row['length']) {
  return z.custom<Row[]>(
    (rows) => Array.isArray(rows) && rows.every((row) => Object(row).length === length),
  );
}

/** Values that many entries share, each with its number: written when it is first used. */
const SharedValues = z.object({
  labels: rowsOf<[number, readonly string[]]>(2),
  properties: rowsOf<PropertyRow>(PROPERTY_FIELDS.length + 3),
  facts: rowsOf<[number, Facts]>(2),
  pages: rowsOf<[number, string]>(2),
  /** Statuses, names and the like. */
  texts: rowsOf<[number, string]>(2),
});

const listOf = <Value>(): Value[] => [];

/**
 * Entries column by column, as there are 100,000 of them: their values stand without names, and
 * without a list for each entry.
 */
const emptyColumns = () => ({
  id: listOf<string>(),
  status: listOf<number>(),
  decision: listOf<number>(),
  situation: listOf<number | null>(),
  property: listOf<number>(),
  /** Of each entry, those after the ones of the entry before it. */
  people: listOf<number>(),
  records: listOf<string>(),
  managers: listOf<number>(),
  tags: listOf<number>(),
  profiles: listOf<number>(),
  guarantors: listOf<string>(),
  organisations: listOf<string>(),
  tenants: listOf<number>(),
  facts: listOf<number>(),
  score: listOf<number | null>(),
  completion: listOf<number | null>(),
  createdMs: listOf<number | null>(),
  updatedMs: listOf<number | null>(),
  archivedMs: listOf<number | typeof UNREADABLE | null>(),
  validatedMs: listOf<number | null>(),
  page: listOf<number>(),
});

const emptyPeople = () => ({
  firstName: listOf<number | null>(),
  lastName: listOf<number | null>(),
  status: listOf<number>(),
  isGuarantor: listOf<0 | 1 | null>(),
  score: listOf<number | null>(),
  completion: listOf<number | null>(),
});

/** Lists of one length, with the names that `empty` has. */
function columnsLike<Lists extends object>(empty: Lists) {
  const names = Object.keys(empty);
  return z.custom<Lists>((value) => {
    const lists = new Map(Object.entries(Object(value)));
    const all = names.map((name) => lists.get(name)).filter((list) => Array.isArray(list));
    return all.length === names.length && new Set(all.map(({ length }) => length)).size === 1;
  });
}

const Segment = SharedValues.extend({
  /** Words of names, guarantors and properties, as a `WordsWriter` writes them. */
  words: z.array(z.string()),
  /** Of the names of each entry, of its guarantors, then of each property: base64. */
  numbers: z.string(),
  /** Bytes of each number: 2 or 4. */
  width: z.int(),
  entries: columnsLike(emptyColumns()),
  people: columnsLike(emptyPeople()),
  /** Ids of files that are not listed any more. */
  gone: z.array(z.string()),
});
type Segment = z.output<typeof Segment>;

/** Writes entries and what has changed of them since, segment by segment. */
export interface SegmentWriter {
  /** Yields each segment as JSON. Each is to be read after all before it. */
  write(
    table: Table,
    entries: readonly PlacedEntry[],
    gone?: readonly string[],
  ): AsyncGenerator<string, void, undefined>;
}

export function createSegmentWriter(): SegmentWriter {
  const numberOfLabels = numbering(new WeakMap());
  const numberOfProperty = numbering(new WeakMap());
  const numberOfFacts = numbering(new WeakMap());
  const numberOfPage = numbering(new Map<string, number>());
  const numberOfText = numbering(new Map<string, number>());
  const words = createWordsWriter();

  function segmentOf(
    table: Table,
    entries: readonly PlacedEntry[],
    gone: readonly string[],
  ): string {
    const segment: Omit<Segment, 'words' | 'numbers' | 'width'> = {
      labels: [],
      properties: [],
      facts: [],
      pages: [],
      texts: [],
      entries: emptyColumns(),
      people: emptyPeople(),
      gone: [...gone],
    };
    const { entries: columns, people } = segment;

    const labels = (value: Labels): number =>
      numberOfLabels(value, (number) => segment.labels.push([number, value.names]));
    const facts = (value: Facts): number =>
      numberOfFacts(value, (number) => segment.facts.push([number, value]));
    const newProperties: number[] = [];
    const property = (value: Property, row: number): number => {
      const [managers, unreadable] = [labels(value.managers), labels(value.unreadable)];
      return numberOfProperty(value, (number) => {
        const fields = PROPERTY_FIELDS.map((name) => value[name]);
        segment.properties.push([number, managers, unreadable, ...fields]);
        newProperties.push(table.property.at[row] ?? 0);
      });
    };
    const page = ({ href }: URL): number =>
      numberOfPage(href, (number) => segment.pages.push([number, href]));
    const text = (value: string): number =>
      numberOfText(value, (number) => segment.texts.push([number, value]));
    const optional = (value: string | null): number | null => (value === null ? null : text(value));

    for (const { entry, row, page: url } of entries) {
      columns.id.push(entry.id);
      columns.status.push(text(entry.status));
      columns.decision.push(text(entry.decision));
      columns.situation.push(optional(entry.situation));
      columns.property.push(property(entry.property, row));
      columns.people.push(entry.applicants.length);
      columns.records.push(entry.records);
      for (const person of entry.applicants) {
        people.firstName.push(optional(person.firstName));
        people.lastName.push(optional(person.lastName));
        people.status.push(text(person.status));
        people.isGuarantor.push(person.isGuarantor === null ? null : person.isGuarantor ? 1 : 0);
        people.score.push(person.score);
        people.completion.push(person.completion);
      }
      columns.managers.push(labels(entry.managers));
      columns.tags.push(labels(entry.tags));
      columns.profiles.push(labels(entry.profiles));
      columns.guarantors.push(entry.guarantors);
      columns.organisations.push(entry.organisations);
      columns.tenants.push(labels(entry.tenants));
      columns.facts.push(facts(entry.facts));
      columns.score.push(entry.score);
      columns.completion.push(entry.completion);
      columns.createdMs.push(entry.createdMs);
      columns.updatedMs.push(entry.updatedMs);
      columns.archivedMs.push(entry.archivedMs === Infinity ? UNREADABLE : entry.archivedMs);
      columns.validatedMs.push(entry.validatedMs);
      columns.page.push(page(url));
      words.add(table.names, row, table.lexicon);
    }
    for (const { row } of entries) words.add(table.guarantors, row, table.lexicon);
    for (const place of newProperties) words.add(table.property.words, place, table.lexicon);
    const { words: added, numbers: taken } = words.take();
    const width = taken.BYTES_PER_ELEMENT;
    const numbers = new Uint8Array(taken.buffer).toBase64();
    return JSON.stringify({ ...segment, words: added, numbers, width } satisfies Segment);
  }

  return {
    async *write(table, entries, gone = []) {
      for (let from = 0; from === 0 || from < entries.length; from += ENTRIES_A_SEGMENT) {
        const part = entries.slice(from, from + ENTRIES_A_SEGMENT);
        yield segmentOf(table, part, from === 0 ? gone : []);
        await yieldToEventLoop();
      }
    },
  };
}

/** The entries of all segments that were read so far. */
export interface SegmentReader {
  /** @throws {SegmentError} when it is no segment, or one before it is missing */
  read(json: string): void;
  /** In the order of their first appearance, with the page of each; not changed by later segments. */
  listed(): Pick<ReadElsewhere, 'entries' | 'words' | 'rows' | 'seenOn'>;
}

/** What was decrypted is no segment, or misses what an earlier one holds. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError';
}

export function createSegmentReader(): SegmentReader {
  // By number.
  const labels: Labels[] = [];
  const properties: Property[] = [];
  const facts: Facts[] = [];
  const pages: URL[] = [];
  /** A file that is gone leaves an empty row. */
  let entries: (Entry | null)[] = [];
  let seenOn: URL[] = [];
  let rows = new Map<string, number>();
  /** Whether a snapshot has these rows: they are copied on write, as most changes leave them alone. */
  let areRowsShared = false;
  const texts: string[] = [];
  const words = createWordsReader();
  /** Where the words of each row start, of those that were read since the last list. */
  let namesAt: (number | undefined)[] = [];
  let guarantorsAt: (number | undefined)[] = [];
  let propertiesAt = new Map<Property, number>();

  function writableRows(): Map<string, number> {
    if (areRowsShared) rows = new Map(rows);
    areRowsShared = false;
    return rows;
  }

  function remove(id: string): void {
    const row = rows.get(id);
    if (row === undefined) return;
    writableRows().delete(id);
    entries[row] = null;
  }

  /** Without empty rows. */
  function compact(): void {
    const [all, pagesOfAll, namesOfAll, guarantorsOfAll] = [entries, seenOn, namesAt, guarantorsAt];
    [entries, seenOn, namesAt, guarantorsAt, rows] = [[], [], [], [], new Map()];
    for (const [row, entry] of all.entries()) {
      const page = pagesOfAll[row];
      if (entry === null || page === undefined) continue;
      rows.set(entry.id, entries.length);
      entries.push(entry);
      seenOn.push(page);
      namesAt.push(namesOfAll[row]);
      guarantorsAt.push(guarantorsOfAll[row]);
    }
  }

  /** Plain loops, here and below: called for every file of the service. */
  function personsIn(people: Segment['people']): readonly Person[] {
    const persons: Person[] = [];
    for (let at = 0; at < people.status.length; at += 1) {
      persons.push({
        firstName: optionalIn(texts, people.firstName[at]),
        lastName: optionalIn(texts, people.lastName[at]),
        status: known(texts, people.status[at]),
        isGuarantor: people.isGuarantor[at] === null ? null : people.isGuarantor[at] === 1,
        score: people.score[at] ?? null,
        completion: people.completion[at] ?? null,
      });
    }
    return persons;
  }

  function startsOfWords({ words: added, numbers, width }: Segment): readonly number[] {
    try {
      const { buffer } = Uint8Array.fromBase64(numbers);
      return words.read(added, width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer));
    } catch {
      throw new SegmentError('words of a shared snapshot are missing');
    }
  }

  function addEntries(segment: Segment): void {
    const { entries: columns, people } = segment;
    const persons = personsIn(people);
    const starts = startsOfWords(segment);
    let next = 0;
    for (let row = 0; row < columns.id.length; row += 1) {
      const id = columns.id[row] ?? '';
      const start = next;
      next += columns.people[row] ?? 0;
      if (next > persons.length) throw new SegmentError('people of a shared snapshot are missing');
      const archivedMs = columns.archivedMs[row] ?? null;
      const entry: Entry = {
        id,
        status: known(texts, columns.status[row]),
        decision: known(texts, columns.decision[row]),
        situation: optionalIn(texts, columns.situation[row]),
        property: known(properties, columns.property[row]),
        // As long as it has to be: a list that grows by one has room for seventeen.
        applicants: persons.slice(start, next),
        records: columns.records[row] ?? '',
        managers: known(labels, columns.managers[row]),
        tags: known(labels, columns.tags[row]),
        profiles: known(labels, columns.profiles[row]),
        guarantors: columns.guarantors[row] ?? '',
        organisations: columns.organisations[row] ?? '',
        tenants: known(labels, columns.tenants[row]),
        facts: known(facts, columns.facts[row]),
        score: columns.score[row] ?? null,
        completion: columns.completion[row] ?? null,
        createdMs: columns.createdMs[row] ?? null,
        updatedMs: columns.updatedMs[row] ?? null,
        archivedMs: archivedMs === UNREADABLE ? Infinity : archivedMs,
        validatedMs: columns.validatedMs[row] ?? null,
      };
      const place = rows.get(id) ?? entries.length;
      if (place === entries.length) writableRows().set(id, place);
      entries[place] = entry;
      seenOn[place] = known(pages, columns.page[row]);
      namesAt[place] = known(starts, row);
      guarantorsAt[place] = known(starts, columns.id.length + row);
    }
    for (const [index, [number]] of segment.properties.entries()) {
      propertiesAt.set(known(properties, number), known(starts, 2 * columns.id.length + index));
    }
  }

  return {
    read(json) {
      const segment = segmentIn(json);
      for (const [number, value] of segment.texts) texts[number] = value;
      for (const [number, names] of segment.labels) labels[number] = { names };
      for (const row of segment.properties) {
        properties[row[0]] = propertyIn(row, known(labels, row[1]), known(labels, row[2]));
      }
      for (const [number, value] of segment.facts) facts[number] = value;
      for (const [number, href] of segment.pages) pages[number] = urlOf(href);
      for (const id of segment.gone) remove(id);
      addEntries(segment);
    },
    listed() {
      if (rows.size < entries.length) compact();
      areRowsShared = true;
      const found = { names: namesAt, guarantors: guarantorsAt, properties: propertiesAt };
      // A table of them is laid out once: they are not kept beside it.
      [namesAt, guarantorsAt, propertiesAt] = [[], [], new Map()];
      return {
        entries: entries.filter((entry) => entry !== null),
        rows,
        seenOn: seenOn.slice(),
        words: { ...words.take(), ...found },
      };
    },
  };
}

function segmentIn(json: string): Segment {
  try {
    return Segment.parse(JSON.parse(json));
  } catch {
    throw new SegmentError('a segment of a shared snapshot cannot be read');
  }
}

function urlOf(href: string): URL {
  const url = URL.parse(href);
  if (url === null) throw new SegmentError('a page of a shared snapshot has no URL');
  return url;
}

function known<Value>(values: readonly Value[], number: number | undefined): Value {
  const value = number === undefined ? undefined : values[number];
  if (value === undefined) throw new SegmentError('a segment of a shared snapshot is missing');
  return value;
}

const optionalIn = (texts: readonly string[], number: number | null = null): string | null =>
  number === null ? null : known(texts, number);
