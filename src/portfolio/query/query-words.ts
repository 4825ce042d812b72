import type { KeyOf, Sort, Unit } from './keys.ts';
import type { Comparison } from './query.ts';

/** Words for every way to compare; only `..` has two different values to say. */
export type Compared<Value> = Readonly<
  Record<Comparison<Value>['is'], (value: Value, to: Value) => string>
>;

/** A year, a month or a day, as people say it. */
export interface DateName {
  readonly name: string;
  readonly isDay: boolean;
}

/** The words that tell a query in one language. */
export interface QueryWords {
  readonly everything: string;
  readonly except: (what: string) => string;
  readonly or: (alternatives: readonly string[]) => string;
  readonly quoted: (text: string) => string;
  readonly words: (texts: readonly string[]) => string;
  readonly notWords: (texts: readonly string[]) => string;
  readonly text: Readonly<Record<KeyOf<'text'>, (texts: string) => string>>;
  /** By the service's spelling. */
  readonly values: Readonly<Record<KeyOf<'choice'>, Readonly<Record<string, string>>>>;
  readonly choice: Readonly<Record<KeyOf<'choice'>, (values: string) => string>>;
  /** Both of PENDING and READY. */
  readonly awaitingDecision: string;
  readonly number: Readonly<Record<KeyOf<'number'>, (compared: string) => string>>;
  readonly numbers: Compared<string>;
  readonly units: Readonly<Record<Unit, (count: number) => string>>;
  readonly age: Readonly<Record<KeyOf<'age'>, Compared<string>>>;
  readonly date: Readonly<Record<KeyOf<'date'>, (compared: string) => string>>;
  readonly dates: Compared<DateName>;
  readonly flag: Readonly<Record<KeyOf<'flag'>, { readonly yes: string; readonly no: string }>>;
  readonly sorts: Readonly<Record<Sort, string>>;
}
