import type { Locale } from 'date-fns';

import type { en } from './en/index.ts';

/** All texts in one language. English has the shape; every other language must match it. */
export type Messages = Widened<typeof en>;

/**
 * The shape of English without its texts: a function may return any text. Unions that were given
 * with `ofType` stay as they are.
 */
type Widened<T> = T extends Locale
  ? Locale
  : T extends (...args: infer A) => infer R
    ? (...args: A) => R extends string ? string : Widened<R>
    : T extends object
      ? { readonly [K in keyof T]: Widened<T[K]> }
      : T;
