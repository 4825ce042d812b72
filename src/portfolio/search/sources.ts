import type { Entry, Property } from '../entry.ts';
import {
  type Facts,
  type Labels,
  type Organisation,
  organisationsIn,
  type Person,
  recordsIn,
  type RecordTime,
  timesIn,
} from '../facts.ts';
import type { SharedColumn, Table } from './table.ts';

/** One byte per row: 1 where a condition holds. */
export type Marks = Uint8Array;

/** Marks the rows whose value passes a test; each distinct value is tested once. */
export type Source<Value> = (table: Table, test: (value: Value) => boolean) => Marks;

/** A value of the property of each file. */
export function ofProperty<Value>(read: (property: Property) => Value): Source<Value> {
  return ({ property }, test) => markShared(property, (one) => test(read(one)));
}

/** A value of the facts of each file. */
export function ofFacts<Value>(read: (facts: Facts) => Value): Source<Value> {
  return ({ facts }, test) => markShared(facts, (one) => test(read(one)));
}

/** A value of each who is known to be an applicant; holds of a file where it does of one of them. */
export function ofApplicants<Value>(read: (person: Person) => Value): Source<Value> {
  return ({ entries }, test) =>
    Uint8Array.from(entries, ({ applicants }) =>
      applicants.some((person) => person.isGuarantor === false && test(read(person))) ? 1 : 0,
    );
}

/** A time of each who is known to be an applicant, in epoch milliseconds, like that. */
export function ofApplicantTimes(time: RecordTime): Source<number | null> {
  return ({ entries }, test) =>
    Uint8Array.from(entries, ({ applicants, records }) => {
      const times = timesIn(records, time);
      const isFound = applicants.some(
        ({ isGuarantor }, index) => isGuarantor === false && test(inMs(times[index] ?? null)),
      );
      return isFound ? 1 : 0;
    });
}

/** A time of each organisation that stands surety, in epoch milliseconds, like that. */
export function ofOrganisationTimes(
  read: (organisation: Organisation) => number | null,
): Source<number | null> {
  return ({ entries }, test) =>
    Uint8Array.from(entries, ({ organisations }) =>
      organisationsIn(organisations).some((one) => test(inMs(read(one)))) ? 1 : 0,
    );
}

function inMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}

/** Labels of each file. */
export function ofLabels(column: 'tags' | 'managers' | 'profiles'): Source<Labels> {
  return (table, test) => markShared(table[column], test);
}

/** A repeating value of each file. */
export function ofFile(column: 'status' | 'decision' | 'situation'): Source<string | null> {
  return (table, test) => markShared<string | null>(table[column], test);
}

/** A number or a time of each file, as the service counts it. */
export function ofNumber(
  column: 'score' | 'completion' | 'created' | 'updated' | 'touched' | 'archived',
): Source<number | null> {
  return (table, test) => {
    const values = table[column];
    const marks = new Uint8Array(values.length);
    // A plain loop: nearly every query asks for what is not archived.
    for (let row = 0; row < marks.length; row += 1) {
      const value = values[row] ?? Number.NaN;
      if (test(Number.isNaN(value) ? null : value)) marks[row] = 1;
    }
    return marks;
  };
}

/** Tests each distinct value once, however many rows share it. */
function markShared<Value>(
  { distinct, at }: SharedColumn<Value>,
  test: (value: Value) => boolean,
): Marks {
  const answers = new Uint8Array(distinct.length);
  for (const [place, value] of distinct.entries()) answers[place] = test(value) ? 1 : 0;
  return spread(answers, at);
}

/** Gives each row the result of its distinct value. */
export function spread(answers: Uint8Array, at: Uint32Array): Marks {
  const marks = new Uint8Array(at.length);
  if (!answers.includes(1)) return marks;
  for (let row = 0; row < marks.length; row += 1) marks[row] = answers[at[row] ?? 0] ?? 0;
  return marks;
}

type IdKey = 'file' | 'property-id' | 'applicant-id' | 'service-tenant';

/** Files with an id of that kind that is one of the texts or begins with it, ignoring case. */
export function markIds(key: IdKey, texts: readonly string[], table: Table): Marks {
  const wanted = texts.map(plain);
  const begins = (id: string | null) =>
    id !== null && wanted.some((text) => plain(id).startsWith(text));
  const ofEach = (test: (entry: Entry) => boolean) =>
    Uint8Array.from(table.entries, (entry) => (test(entry) ? 1 : 0));
  switch (key) {
    case 'file':
      return ofEach(({ id }) => begins(id));
    case 'property-id':
      return ofProperty(({ id }) => id)(table, begins);
    case 'applicant-id':
      return ofEach(({ records }) => recordsIn(records).some(({ id }) => begins(id)));
    case 'service-tenant':
      return ofEach(({ tenants }) => tenants.names.some(begins));
  }
}

const presence = new WeakMap<SharedColumn<unknown>, Uint8Array>();

/** By place in the list of distinct values, 1 for one that some row has. */
export function isPresentIn(column: SharedColumn<unknown>): Uint8Array {
  return presence.getOrInsertComputed(column, ({ distinct, at }) => {
    const isPresent = new Uint8Array(distinct.length);
    for (let row = 0; row < at.length; row += 1) isPresent[at[row] ?? 0] = 1;
    return isPresent;
  });
}

/** The values of a column that some row has, in the order in which they came. */
export function presentIn<Value>(column: SharedColumn<Value>): readonly Value[] {
  const isPresent = isPresentIn(column);
  return column.distinct.filter((_, place) => isPresent[place] === 1);
}

/** Ids of the properties of a table, found once: every search for words asks for them. */
const propertyIds = new WeakMap<Table, ReadonlySet<string>>();

/** Files of a property with one of these ids; `null` where none has one. */
export function markIdentified(texts: readonly string[], table: Table): Marks | null {
  const ids = propertyIds.getOrInsertComputed(table, () => {
    const all = presentIn(table.property).map(({ id }) => id);
    return new Set(all.filter((id) => id !== null).map(plain));
  });
  const wanted = new Set(texts.map(plain).filter((text) => ids.has(text)));
  if (wanted.size === 0) return null;
  return ofProperty(({ id }) => id)(table, (id) => id !== null && wanted.has(plain(id)));
}

/** A name, an address or an id without regard to case. */
export function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
