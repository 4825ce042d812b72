import { fold, searchedName } from '../../lib/text.ts';
import type { Entry, Property } from '../entry.ts';
import type { Facts, Labels, Person } from '../facts.ts';
import { carryOrders } from './results.ts';
import { isPresentIn } from './sources.ts';
import {
  createLexicon,
  createWordColumn,
  END,
  type GrowingNumbers,
  type Lexicon,
  type Texts,
  trimmed,
  withRoom,
  type WordColumn,
  type WordColumnBuilder,
  type WrittenWords,
} from './word-index.ts';

/** A column of repeating values: the index of each row's value in the list of distinct ones. */
export interface SharedColumn<Value> {
  /** Those that no row has any more stay until all rows are laid out anew: `presentIn` has no others. */
  readonly distinct: readonly Value[];
  readonly at: Uint32Array<ArrayBuffer>;
  /** How many of them there were when all rows were laid out; later changes have added the others. */
  readonly laidOut: number;
}

/** A shared column with a word index over its distinct values. */
export interface SearchedColumn<Value> extends SharedColumn<Value> {
  readonly words: WordColumn;
}

/**
 * Entries in columns: a scan reads contiguous memory instead of following objects, which dominates
 * the time of a search over 100,000 files. Rows are in the order of `entries`; `NaN` marks missing
 * values.
 */
export interface Table {
  readonly entries: readonly Entry[];
  readonly status: SharedColumn<string>;
  readonly decision: SharedColumn<string>;
  readonly situation: SharedColumn<string | null>;
  /** Indexed by title, description and reference. */
  readonly property: SearchedColumn<Property>;
  readonly managers: SearchedColumn<Labels>;
  readonly tags: SearchedColumn<Labels>;
  readonly profiles: SearchedColumn<Labels>;
  readonly propertyManagers: SearchedColumn<Labels>;
  readonly facts: SharedColumn<Facts>;
  /** Words of the names of guarantors, and of the kinds of organisations, by row. */
  readonly guarantors: WordColumn;
  /** Words of the applicants’ names, by row. */
  readonly names: WordColumn;
  /** Word numbers of all columns. */
  readonly lexicon: Lexicon;
  readonly created: Float64Array<ArrayBuffer>;
  readonly updated: Float64Array<ArrayBuffer>;
  /** Time of the last change, or of creation without one. */
  readonly touched: Float64Array<ArrayBuffer>;
  readonly score: Float64Array<ArrayBuffer>;
  readonly completion: Float64Array<ArrayBuffer>;
  readonly archived: Float64Array<ArrayBuffer>;
}

/**
 * Words of entries that were found before, such as by another instance: to find them in their texts
 * takes longer than all the rest of a table.
 */
export interface FoundWords extends WrittenWords {
  /** Where the words of the names of each row start among the numbers; others are still to be found. */
  readonly names: readonly (number | undefined)[];
  /** The same of guarantors. */
  readonly guarantors: readonly (number | undefined)[];
  readonly properties: ReadonlyMap<Property, number>;
}

/** Fills a table row by row, so that the caller can yield to the event loop. */
export interface TableBuilder {
  /** Adds or replaces a row. New rows come in order. */
  put(row: number, entry: Entry): void;
  /** Reserves memory for a number of rows; more may be added. */
  reserve(rows: number): void;
  /** The table of the rows so far. Nothing may be added afterwards. */
  finish(): Table;
}

/**
 * A builder that begins empty, or with a copy of `base`.
 *
 * @param found words of an empty one’s rows
 */
export function createTableBuilder(base?: Table, found?: FoundWords): TableBuilder {
  const entries = base?.entries.slice() ?? [];
  /** Puts words that were found before. @returns whether they were */
  const hasPut = (column: WordColumnBuilder, place: number, start: number | undefined): boolean => {
    if (found === undefined || start === undefined) return false;
    column.putNumbers(place, found.numbers, start);
    return true;
  };
  const lexicon = base?.lexicon ?? found?.lexicon ?? createLexicon();
  const room = found?.numbers.length;
  const names = createWordColumn(lexicon, base?.names, room);
  const status = sharedColumn(base?.status);
  const decision = sharedColumn(base?.decision);
  const situation = sharedColumn(base?.situation);
  const property = searchedColumn(textsOf, lexicon, base?.property, {
    room,
    put: (words, place, value) => hasPut(words, place, found?.properties.get(value)),
  });
  const managers = searchedColumn(namesOf, lexicon, base?.managers);
  const tags = searchedColumn(namesOf, lexicon, base?.tags);
  const profiles = searchedColumn(namesOf, lexicon, base?.profiles);
  const propertyManagers = searchedColumn(namesOf, lexicon, base?.propertyManagers);
  const facts = sharedColumn(base?.facts);
  /** The place of the managers of each property, by the place of the property. */
  const managersPlaces: number[] = [];
  const guarantors = createWordColumn(lexicon, base?.guarantors, room);
  const created = numberColumn(base?.created);
  const updated = numberColumn(base?.updated);
  const touched = numberColumn(base?.touched);
  const score = numberColumn(base?.score);
  const completion = numberColumn(base?.completion);
  const archived = numberColumn(base?.archived);
  const labels = [managers, tags, profiles, propertyManagers];
  const shared = [status, decision, situation, property, facts, ...labels];
  const columns = [...shared, created, updated, touched, score, completion, archived];

  return {
    put(row, entry) {
      entries[row] = entry;
      if (!hasPut(names, row, found?.names[row])) names.put(row, namesIn(entry.applicants));
      status.put(row, entry.status);
      decision.put(row, entry.decision);
      situation.put(row, entry.situation);
      const place = property.put(row, entry.property);
      managers.put(row, entry.managers);
      tags.put(row, entry.tags);
      profiles.put(row, entry.profiles);
      propertyManagers.putPlace(
        row,
        (managersPlaces[place] ??= propertyManagers.placeOf(entry.property.managers)),
      );
      facts.put(row, entry.facts);
      if (!hasPut(guarantors, row, found?.guarantors[row])) {
        guarantors.put(row, guarantorsIn(entry));
      }
      created.put(row, entry.createdMs);
      updated.put(row, entry.updatedMs);
      touched.put(row, entry.updatedMs ?? entry.createdMs);
      score.put(row, entry.score);
      completion.put(row, entry.completion);
      archived.put(row, entry.archivedMs);
    },
    reserve(rows) {
      for (const column of columns) column.reserve(rows);
    },
    finish() {
      const rows = entries.length;
      return {
        entries,
        lexicon,
        names: names.finish(),
        status: status.finish(rows),
        decision: decision.finish(rows),
        situation: situation.finish(rows),
        property: property.finish(rows),
        managers: managers.finish(rows),
        tags: tags.finish(rows),
        profiles: profiles.finish(rows),
        propertyManagers: propertyManagers.finish(rows),
        facts: facts.finish(rows),
        guarantors: guarantors.finish(),
        created: created.finish(rows),
        updated: updated.finish(rows),
        touched: touched.finish(rows),
        score: score.finish(rows),
        completion: completion.finish(rows),
        archived: archived.finish(rows),
      };
    },
  };
}

/** Plain loops, here and below: called for every file of every refresh. */
function namesIn(people: readonly Person[]): Texts {
  const texts: (string | null)[] = [];
  for (const person of people) addName(person, texts);
  return texts;
}

function addName(person: Person, texts: (string | null)[]): void {
  if (texts.length > 0) texts.push(null);
  for (const name of searchedName(person)) texts.push(name);
}

const NO_TEXTS: Texts = [];

/** All that stand surety, those among the applicants too. */
function guarantorsIn({ applicants, guarantors }: Entry): Texts {
  let texts: (string | null)[] | null = null;
  for (const person of applicants) {
    if (person.isGuarantor) addName(person, (texts ??= []));
  }
  if (guarantors === '') return texts ?? NO_TEXTS;
  texts ??= [];
  for (const line of guarantors.split('\n')) texts.push(null, line);
  return texts;
}

/** The reference stands last, as searches for references expect. */
function textsOf({ title, description, reference }: Property): Texts {
  return [title ?? '', null, description ?? '', null, reference ?? ''];
}

function namesOf({ names }: Labels): Texts {
  return names.flatMap((name, index) => (index === 0 ? [name] : [null, name]));
}

/** The table of entries, in one go. */
export function tableOf(entries: readonly Entry[]): Table {
  const builder = createTableBuilder();
  for (const [row, entry] of entries.entries()) builder.put(row, entry);
  return builder.finish();
}

/**
 * A table with entries replaced by id, and new ones appended.
 *
 * @param rows the row of each entry of `table`, by id
 */
export function tableWith(
  table: Table,
  rows: ReadonlyMap<string, number>,
  changed: readonly Entry[],
): Table {
  let end = table.entries.length;
  const places = changed.map(({ id }) => {
    const known = rows.get(id);
    if (known === undefined) end += 1;
    return known ?? end - 1;
  });
  const builder = createTableBuilder(table);
  builder.reserve(end);
  for (const [index, entry] of changed.entries()) builder.put(places[index] ?? end, entry);
  const patched = builder.finish();
  carryOrders(table, patched, places);
  return patched;
}

const ROOM_MIN = 16;

function numberColumn(base: Float64Array<ArrayBuffer> | undefined) {
  const column = growing(base ?? new Float64Array(ROOM_MIN), base !== undefined);
  return { ...column, put: (row: number, value: number | null) => column.put(row, value ?? NaN) };
}

/**
 * Numbers of rows.
 *
 * @param values those of the first rows
 * @param isShared whether others have them too: they are copied once a number differs, since most
 *   columns are the same after a poll
 */
function growing<Values extends GrowingNumbers>(values: Values, isShared: boolean) {
  let column = values;
  let mayWrite = !isShared;

  function grow(room: number): void {
    column = withRoom(column, room);
    mayWrite = true;
  }

  return {
    reserve(rows: number): void {
      if (rows > column.length) grow(rows);
    },
    put(row: number, value: number): void {
      if (row >= column.length) grow(Math.max(ROOM_MIN, 2 * row));
      if (!mayWrite) {
        if (Object.is(column[row], value)) return;
        grow(column.length);
      }
      column[row] = value;
    },
    finish: (rows: number): Values => trimmed(column, rows),
  };
}

/** The place of each value of a list of distinct ones, for the column that goes on with the list. */
const places = new WeakMap<readonly unknown[], Map<unknown, number>>();

/**
 * Takes the places of the values of a list, since to find them again at each poll would take longer
 * than all the rest. Only the first column to go on with the list has them: it adds its own values.
 */
function takePlaces(distinct: readonly unknown[]): Map<unknown, number> {
  const known = places.get(distinct);
  places.delete(distinct);
  return known ?? new Map(distinct.map((value, place) => [value, place]));
}

/** @param onNew called with each new distinct value and its index */
function sharedColumn<Value>(
  base: SharedColumn<Value> | undefined,
  onNew: (value: Value, place: number) => void = () => {},
) {
  const distinct: Value[] = base?.distinct.slice() ?? [];
  const placeOfValue = takePlaces(base?.distinct ?? []);
  places.set(distinct, placeOfValue);
  const at = growing(base?.at ?? new Uint32Array(ROOM_MIN), base !== undefined);

  function placeOf(value: Value): number {
    const known = placeOfValue.get(value);
    if (known !== undefined) return known;
    const place = distinct.push(value) - 1;
    placeOfValue.set(value, place);
    onNew(value, place);
    return place;
  }

  return {
    placeOf,
    putPlace: (row: number, place: number) => at.put(row, place),
    reserve: (rows: number) => at.reserve(rows),
    /** @returns the place of the value among the distinct ones */
    put(row: number, value: Value): number {
      const place = placeOf(value);
      at.put(row, place);
      return place;
    },
    finish: (rows: number): SharedColumn<Value> => ({
      distinct,
      at: at.finish(rows),
      laidOut: base?.laidOut ?? distinct.length,
    }),
  };
}

/** @param found room for words that were found before, and what puts those of a value, if it has some */
function searchedColumn<Value>(
  texts: (value: Value) => Texts,
  lexicon: Lexicon,
  base: SearchedColumn<Value> | undefined,
  found?: {
    readonly room: number | undefined;
    readonly put: (words: WordColumnBuilder, place: number, value: Value) => boolean;
  },
) {
  const words = createWordColumn(lexicon, base?.words, found?.room);
  const column = sharedColumn(base, (value, place) => {
    if (found?.put(words, place, value) !== true) words.put(place, texts(value));
  });
  return {
    ...column,
    finish(rows: number): SearchedColumn<Value> {
      return { ...column.finish(rows), words: words.finish() };
    },
  };
}

/** Max values that changes add to a table: each of them may be a long description that is searched. */
const ADDED_MAX = 1_000;
/** Max rows whose words are changed: they are scanned one by one. */
const CHANGED_MAX = 5_000;

/** Whether changes have left so much behind in a table that its rows are to be laid out anew. */
export function isWorn(table: Table): boolean {
  if (table.names.changed.size > CHANGED_MAX) return true;
  const { property, managers, tags, profiles, propertyManagers, facts } = table;
  const added = [property, managers, tags, profiles, propertyManagers, facts].map(
    ({ distinct, laidOut }) => distinct.length - laidOut,
  );
  return added.reduce((sum, count) => sum + count) > ADDED_MAX;
}

/** Whether every word of a text is in some name of an applicant, and no town stands among them. */
export function areNames(text: string, { lexicon, names, property }: Table): boolean {
  const words = numbersIn(text, lexicon);
  if (!words.every((word) => isHeld(names, word))) return false;
  const towns = words.filter((word) => isHeld(property.words, word, isPresentIn(property)));
  if (towns.length === 0 || towns.length === words.length) return towns.length === 0;
  // “Yasmine Jean”, who is one person, beside a property in Saint-Jean
  const holders = words.map((word) => new Set(placesHolding(names, word)));
  return holders.reduce((some, more) => some.intersection(more)).size > 0;
}

/** Whether every word of a text stands in some property: `Lyon`. */
export function isInProperties(text: string, { lexicon, property }: Table): boolean {
  const isPresent = isPresentIn(property);
  return numbersIn(text, lexicon).every((word) => isHeld(property.words, word, isPresent));
}

/** @param isPresent 1 for the places that count; all of them do without it */
function isHeld(column: WordColumn, word: number, isPresent?: Uint8Array): boolean {
  return placesHolding(column, word).some((place) => isPresent?.[place] !== 0);
}

/** The places that have a word now; none for `END`. */
function* placesHolding({ packed, changed }: WordColumn, word: number): Generator<number> {
  if (word === END) return;
  for (const place of packed.holding(word)) if (!changed.has(place)) yield place;
  for (const [place, words] of changed) if (words.includes(word)) yield place;
}

/** The numbers of the words of a text; `END` for one that no file has. */
export function numbersIn(text: string, lexicon: Table['lexicon']): readonly number[] {
  return Array.from(fold(text).split(' '), (word) => lexicon.numberOf(word) ?? END);
}
