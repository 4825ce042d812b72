import { randomUUID } from 'node:crypto';

import type { Lease, LeasedDelivery } from '../../src/store/deliveries/leases.ts';
import { DEFAULT_DIGEST_OPTIONS, type Digest, type DigestChoice } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { runSql } from './run-sql.ts';

const GIVE_UP_MS = 3_600_000;
const LEASE_MS = 60_000;

let digests = 0;

/** A digest that can be added: each in a channel of its own unless said otherwise. */
export function choiceOf(change: Partial<DigestChoice> = {}): DigestChoice {
  digests += 1;
  return {
    channelId: `C0OF${digests}`,
    name: 'Matin',
    query: 'decision:pending',
    schedule: {
      times: ['09:00', '14:00'],
      days: [1, 2, 3],
      zone: 'Europe/Paris',
      holidays: 'FR',
      onHoliday: 'next',
    },
    options: DEFAULT_DIGEST_OPTIONS,
    ...change,
  };
}

/** A due time by its instant, in epoch milliseconds. */
export function slotAt(dueAt: number): { readonly slot: string; readonly dueAt: number } {
  return { slot: new Date(dueAt).toISOString().slice(0, 19), dueAt };
}

/** Adds a digest of the person U1, without a due time unless one is given. */
export async function addDigest(
  store: DigestStore,
  change: Partial<DigestChoice> = {},
  dueAt: number | null = null,
): Promise<Digest> {
  const next = dueAt === null ? null : slotAt(dueAt);
  const digest = await store.digests.add(choiceOf(change), 'U1', next);
  if (digest === null) throw new Error('the name is taken');
  return digest;
}

/** Plans one more delivery of a digest, whatever is under way of it; all that it takes is its id. */
export async function plannedRun(
  store: DigestStore,
  digestId: string,
  slot: string,
  giveUpMs: number,
): Promise<{ readonly id: string }> {
  const id = randomUUID();
  const insert = `insert into rental_desk.deliveries
    (id, digest_id, slot, kind, due_at, give_up_at, state)
    values ($1, $2, $3, 'run', clock_timestamp(),
      clock_timestamp() + $4::int * interval '1 millisecond', 'planned')`;
  await runSql(store, insert, [id, digestId, slot, giveUpMs]);
  return { id };
}

/** Plans a delivery of a digest that was due so many minutes ago. @returns its id */
export async function planned(
  store: DigestStore,
  { id: digestId }: Pick<Digest, 'id'>,
  minutesAgo = 0,
): Promise<string> {
  const { id } = await plannedRun(store, digestId, `${minutesAgo} minutes ago`, GIVE_UP_MS);
  const age = `update rental_desk.deliveries
    set due_at = due_at - $2::int * interval '1 minute' where id = $1`;
  await runSql(store, age, [id, minutesAgo]);
  return id;
}

/** Leases a delivery that is free. */
export async function leased(
  store: DigestStore,
  id: string,
  leaseMs = LEASE_MS,
): Promise<LeasedDelivery> {
  const delivery = await store.leases.acquire(id, leaseMs);
  if (typeof delivery === 'string') throw new Error(`the delivery is ${delivery}`);
  return delivery;
}

/** What a post shows; a file of each decision. */
export const CONTENT = {
  channelId: 'C0POSTED',
  isLate: false,
  isIncomplete: false,
  counts: { ready: 3, waiting: 2, overdue: 1 },
  files: [{ id: 'file-1', decision: 'READY' }],
  live: null,
} as const;

/** Posts a delivery as this message, and settles it. */
export async function postAs(store: DigestStore, id: string, ts: string): Promise<Lease> {
  const { lease } = await leased(store, id);
  await store.leases.startPost(lease, CONTENT);
  await store.leases.recordPost(lease, ts, { removeAfterDays: null, isSettled: true });
  return lease;
}
