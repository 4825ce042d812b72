import type { Person, Property } from '../entry.ts';
import type { Facts, Labels } from '../facts.ts';
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
  column: 'score' | 'completion' | 'created' | 'updated' | 'archived',
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
