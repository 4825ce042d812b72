import type { ComposeInput } from '../../../src/digests/compose/parts.ts';
import { digestQuery } from '../../../src/digests/query.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import type { Snapshot } from '../../../src/portfolio/snapshot.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Digest,
  type DigestOptions,
} from '../../../src/store/digest.ts';
import { NOW_MS } from '../../portfolio/query/random-entries.ts';
import { storedDigest } from '../../support/stored-digest.ts';
import { WORKING_DAYS } from '../../support/working-days.ts';

/** Claire’s digest of what awaits a decision, each morning at half past nine. */
export function digestOf(over: Partial<Digest> = {}, options: Partial<DigestOptions> = {}): Digest {
  return storedDigest({
    query: formatQuery(digestQuery(null), 'en'),
    schedule: { ...storedDigest().schedule, times: ['09:30'] },
    options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
    createdAt: NOW_MS,
    nextDueAt: NOW_MS,
    ...over,
  });
}

/** What a digest is composed from, on time and in English. */
export function composing(snapshot: Snapshot, over: Partial<ComposeInput> = {}): ComposeInput {
  return {
    digest: digestOf(),
    snapshot,
    before: null,
    past: [],
    audience: { level: 'initials', language: 'en' },
    dueAt: NOW_MS,
    isCatchUp: false,
    now: NOW_MS,
    workingDays: WORKING_DAYS,
    linkTo: (id) => `https://console.example.com/${id}`,
    currency: null,
    ...over,
  };
}

/** What people do: these files are taken, these rest, and these are free since an instant. */
export function triageOf(
  { taken = [], snoozed = [], freed = [] }: Readonly<Record<string, readonly string[]>>,
  freedMs = NOW_MS,
): NonNullable<ComposeInput['triage']> {
  return {
    state: () => ({
      version: 1,
      takerOf: (id) => (taken.includes(id) ? 'U0HANNAH01' : null),
      freedMsOf: (id) => (freed.includes(id) ? freedMs : null),
      watchersOf: () => new Set(),
      isSnoozed: ({ id }) => snoozed.includes(id),
    }),
  };
}
