import type { KeyOf, Sort, Unit } from './keys.ts';

/** How long ago: hours, calendar days, working days, weeks or months. */
export interface Age {
  readonly count: number;
  readonly unit: Unit;
}

/** A value compared with one, or lying between two; both ends count. */
export type Comparison<Value> =
  | { readonly is: '>' | '>=' | '<' | '<=' | '='; readonly value: Value }
  | { readonly is: '..'; readonly from: Value; readonly to: Value };

interface OneOf<Value> {
  /** True of everything that none of `any` is true of. */
  readonly not: boolean;
  /** At least one; one that holds is enough. */
  readonly any: readonly Value[];
}

/** Something that is to hold of a rental file. Text is as it was typed, less its quotes. */
export type Condition =
  | ({ readonly kind: 'words' } & OneOf<string>)
  | ({ readonly kind: 'text'; readonly key: KeyOf<'text'> } & OneOf<string>)
  | ({ readonly kind: 'choice'; readonly key: KeyOf<'choice'> } & OneOf<string>)
  | ({ readonly kind: 'number'; readonly key: KeyOf<'number'> } & OneOf<Comparison<number>>)
  | ({ readonly kind: 'age'; readonly key: KeyOf<'age'> } & OneOf<Comparison<Age>>)
  /** `2026`, `2026-11` or `2026-11-20`, in the zone of whoever asks. */
  | ({ readonly kind: 'date'; readonly key: KeyOf<'date'> } & OneOf<Comparison<string>>)
  | ({ readonly kind: 'flag'; readonly key: KeyOf<'flag'> } & OneOf<boolean>);

/**
 * A query as plain data. It names no instant and no zone: “older than 3 days” stays so until it is
 * matched. To keep or send one, use its text (`formatQuery`), which is shorter.
 */
export interface Query {
  /** All of them are to hold. */
  readonly conditions: readonly Condition[];
  /** `null`: in the order of the reading. */
  readonly sort: Sort | null;
}
