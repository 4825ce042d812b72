import type { Entry, Labels, Property } from '../entry.ts';
import type { Rows } from '../rows.ts';
import { idBeginning } from './order.ts';

/** A column of values that repeat: each row's place in the list of distinct ones. */
export interface SharedColumn<Value> {
  readonly distinct: readonly Value[];
  readonly at: Uint32Array;
}

/**
 * Entries with what is asked of them laid out in columns: a scan then reads memory in a row
 * instead of going from object to object, which is what takes the time at a hundred thousand.
 * Rows are in the order of `entries`; `NaN` stands where an entry has no value.
 */
export interface Table {
  readonly entries: readonly Entry[];
  readonly status: SharedColumn<string>;
  readonly decision: SharedColumn<string>;
  readonly situation: SharedColumn<string | null>;
  readonly property: SharedColumn<Property>;
  readonly managers: SharedColumn<Labels>;
  readonly tags: SharedColumn<Labels>;
  /** Of the applicants, as in `Searchable`. */
  readonly names: readonly string[];
  readonly initials: Int32Array;
  readonly pairs: Int32Array;
  readonly created: Float64Array;
  readonly updated: Float64Array;
  /** When anything last happened: a file that was never changed stands still since it was created. */
  readonly touched: Float64Array;
  readonly score: Float64Array;
  readonly completion: Float64Array;
  readonly archived: Float64Array;
  /** Decides nearly always between rows that are equal otherwise. */
  readonly ids: Float64Array;
}

/** Fills a table bit by bit, so that whoever has other things to do can do them in between. */
export interface TableBuilder {
  /** Adds a row, or replaces it. Rows come one after the other, at most as many as announced. */
  put(row: number, entry: Entry): void;
  /** The table of the rows so far. Nothing may be put after. */
  finish(): Table;
}

/** A table of at most `rowsMax` rows: empty, or a copy of `base` to begin with. */
export function createTableBuilder(rowsMax: number, base?: Table): TableBuilder {
  const entries = base?.entries.slice() ?? [];
  const names = base?.names.slice() ?? [];
  const status = sharedColumn(rowsMax, base?.status);
  const decision = sharedColumn(rowsMax, base?.decision);
  const situation = sharedColumn(rowsMax, base?.situation);
  const property = sharedColumn(rowsMax, base?.property);
  const managers = sharedColumn(rowsMax, base?.managers);
  const tags = sharedColumn(rowsMax, base?.tags);
  const initials = new Int32Array(rowsMax);
  const pairs = new Int32Array(rowsMax);
  if (base) {
    initials.set(base.initials);
    pairs.set(base.pairs);
  }
  const created = numberColumn(rowsMax, base?.created);
  const updated = numberColumn(rowsMax, base?.updated);
  const touched = numberColumn(rowsMax, base?.touched);
  const score = numberColumn(rowsMax, base?.score);
  const completion = numberColumn(rowsMax, base?.completion);
  const archived = numberColumn(rowsMax, base?.archived);
  const ids = numberColumn(rowsMax, base?.ids);

  return {
    put(row, entry) {
      entries[row] = entry;
      names[row] = entry.searched;
      status.put(row, entry.status);
      decision.put(row, entry.decision);
      situation.put(row, entry.situation);
      property.put(row, entry.property);
      managers.put(row, entry.managers);
      tags.put(row, entry.tags);
      initials[row] = entry.initials;
      pairs[row] = entry.pairs;
      created[row] = entry.createdMs ?? Number.NaN;
      updated[row] = entry.updatedMs ?? Number.NaN;
      touched[row] = entry.updatedMs ?? entry.createdMs ?? Number.NaN;
      score[row] = entry.score ?? Number.NaN;
      completion[row] = entry.completion ?? Number.NaN;
      archived[row] = entry.archivedMs ?? Number.NaN;
      ids[row] = idBeginning(entry.id);
    },
    finish: () => ({
      entries,
      names,
      status: status.column,
      decision: decision.column,
      situation: situation.column,
      property: property.column,
      managers: managers.column,
      tags: tags.column,
      initials,
      pairs,
      created,
      updated,
      touched,
      score,
      completion,
      archived,
      ids,
    }),
  };
}

/** The table of entries, all at once. */
export function tableOf(entries: readonly Entry[]): Table {
  const builder = createTableBuilder(entries.length);
  for (const [row, entry] of entries.entries()) builder.put(row, entry);
  return builder.finish();
}

/**
 * A table with some of its entries replaced, by id, and with new ones at its end.
 *
 * @param rows the row of each entry of `table`, by id
 */
export function tableWith(table: Table, rows: Rows, changed: readonly Entry[]): Table {
  let end = table.entries.length;
  const places = changed.map(({ id }) => {
    const known = rows.get(id);
    if (known === undefined) end += 1;
    return known ?? end - 1;
  });
  const builder = createTableBuilder(end, table);
  for (const [index, entry] of changed.entries()) builder.put(places[index] ?? end, entry);
  return builder.finish();
}

function numberColumn(rowsMax: number, base: Float64Array | undefined): Float64Array {
  const column = new Float64Array(rowsMax);
  if (base) column.set(base);
  return column;
}

function sharedColumn<Value>(rowsMax: number, base: SharedColumn<Value> | undefined) {
  const distinct: Value[] = base?.distinct.slice() ?? [];
  const places = new Map(distinct.map((value, place) => [value, place]));
  const at = new Uint32Array(rowsMax);
  if (base) at.set(base.at);
  return {
    column: { distinct, at },
    put(row: number, value: Value): void {
      const known = places.get(value);
      if (known === undefined) places.set(value, distinct.length);
      at[row] = known ?? distinct.push(value) - 1;
    },
  };
}
