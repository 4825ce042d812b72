import type { Locale } from 'date-fns';

import type { en } from './en/index.ts';

/** The languages of messages. */
export type Language = 'en' | 'fr';

/** Why a request is refused. */
export type RefusalReason =
  | 'other_workspace'
  | 'guest'
  /** Slack did not say whether the person is a guest. */
  | 'guest_unknown'
  | 'deleted'
  | 'bot'
  | 'not_in_group'
  | 'not_in_channel'
  | 'unknown';

/** Section of a command in help. */
export type HelpGroup = 'look' | 'keep' | 'manage';

/** Parts into which a digest counts its files; `review`: all documents are there. */
export type DigestPart = 'overdue' | 'ready' | 'review' | 'waiting' | 'others';

/** Why a level of privacy applies in a channel. */
export type PrivacyReason = 'channel' | 'external' | 'unread';

/** One thing to choose, and what it means. */
export interface ChoiceText {
  /** At most 75 characters, like `says`. */
  readonly label: string;
  readonly says: string;
}

/** Texts by a code of a service. A code without a text is shown as it came. */
export type TextsByCode = Readonly<Record<string, string>>;

/** The value itself, with a wider type than TypeScript would infer. */
export function ofType<T>(value: T): T {
  return value;
}

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
