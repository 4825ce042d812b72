import type { Entry } from '../entry.ts';
import type { Condition, Query } from '../query/query.ts';
import type { Marks } from './sources.ts';
import type { Table } from './table.ts';

/** What people do about files: who has taken, watches or snoozed which. */
export interface FileTriage {
  /** Changes whenever the answer to a question below does, time apart. */
  readonly version: number;
  /** Slack id of the person who has taken a file; `null` while it is free. */
  takerOf(fileId: string): string | null;
  /** Since when it is free as its taker has left, in epoch milliseconds; `null` otherwise. */
  freedMsOf(fileId: string): number | null;
  /** Slack ids. */
  watchersOf(fileId: string): ReadonlySet<string>;
  /** Whether a file rests at an instant, in epoch milliseconds. */
  isSnoozed(entry: Entry, atMs: number): boolean;
}

/** What people do about files, and who asks. */
interface Reader {
  /** `null` while it is not known: then no file fits, as with any value that is missing. */
  readonly triage: FileTriage | null;
  /** Slack id; `null` where nobody in particular reads. */
  readonly readerId: string | null;
}

/** Marks the files that one of some people has taken or watches. */
export function markPeople(
  { key, any }: Pick<Extract<Condition, { kind: 'person' }>, 'key' | 'any'>,
  { entries }: Table,
  { triage, readerId }: Reader,
): Marks {
  if (triage === null) return new Uint8Array(entries.length);
  const wanted = any.map((one) => (one === 'me' ? readerId : one)).filter((one) => one !== null);
  return Uint8Array.from(entries, ({ id }) => {
    const taker = triage.takerOf(id);
    const people =
      key === 'watched' ? triage.watchersOf(id) : new Set(taker === null ? [] : [taker]);
    const fits = wanted.some((one) => (one === 'nobody' ? people.size === 0 : people.has(one)));
    return fits ? 1 : 0;
  });
}

/** Marks the files that rest at an instant, or those that do not. */
export function markSnoozed(
  wanted: readonly boolean[],
  { entries }: Table,
  { triage }: Reader,
  atMs: number,
): Marks {
  if (triage === null) return new Uint8Array(entries.length);
  return Uint8Array.from(entries, (entry) =>
    wanted.includes(triage.isSnoozed(entry, atMs)) ? 1 : 0,
  );
}

/** Whether a query asks for what people do about files. */
export function asksTriage({ conditions }: Query): boolean {
  return conditions.some(
    (condition) =>
      condition.kind === 'person' || (condition.kind === 'flag' && condition.key === 'snoozed'),
  );
}

/** Whether a query finds other files for each person who asks. */
export function asksReader({ conditions }: Query): boolean {
  return conditions.some(
    (condition) => condition.kind === 'person' && condition.any.includes('me'),
  );
}
