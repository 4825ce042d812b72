import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import type { WorkingDays } from '../../portfolio/calendar/working-days.ts';
import type { Query } from '../../portfolio/query/query.ts';
import type { Asking } from '../../portfolio/search/execute.ts';
import { type Answers, createAnswers, type Found } from '../../portfolio/search/results.ts';
import type { Reading } from '../../portfolio/snapshot.ts';
import type { DigestOptions, ShownFile } from '../../store/digest.ts';
import type { Bucket } from '../../views/digests/model.ts';
import { type Parts, partsOf, rememberedOf } from './parts.ts';
import { bucketsOf, type Group, groupsOf, overdueBefore } from './sections.ts';

/** How what was found is parted. */
interface Manner {
  readonly targetDays: number | null;
  readonly group: DigestOptions['group'];
  /** Entries in all groups together. */
  readonly limit: number;
}

/** What digests of one query, parted in one manner, have in common. */
interface Parted {
  readonly rows: Uint32Array;
  readonly parts: Parts;
  readonly groups: readonly Group[];
  readonly buckets: readonly Bucket[];
  /** What to remember of it; `null` when it is too much. */
  readonly files: readonly ShownFile[] | null;
}

/** What digests that are due together find, searched and sorted once. */
export interface SharedWork {
  find(reading: Reading, query: Query, asking: Asking): Found;
  parted(reading: Reading, query: Query, asking: Asking, manner: Manner): Parted;
  /** Waits until others have had their turn: digests come one by one, and requests in between. */
  air(): Promise<void>;
}

/** A memory that holds nothing yet. What it knows of a reading goes when the reading goes. */
export function createSharedWork(): SharedWork {
  const answers = new WeakMap<WorkingDays, Answers>();
  const known = new WeakMap<Found, Map<string, Parted>>();
  let turn: Promise<void> = Promise.resolve();

  function find(reading: Reading, query: Query, asking: Asking): Found {
    // The same query is another one where other days are worked.
    const { workingDays } = asking;
    const kept = answers.get(workingDays) ?? createAnswers();
    answers.set(workingDays, kept);
    return kept.find(reading, query, asking);
  }

  return {
    find,
    parted(reading, query, asking, manner) {
      const found = find(reading, query, asking);
      const made = known.get(found) ?? new Map<string, Parted>();
      known.set(found, made);
      const key = JSON.stringify([manner.targetDays, manner.group, manner.limit]);
      const parted = made.get(key) ?? partedOf(found, reading, query, asking, manner);
      made.set(key, parted);
      return parted;
    },
    async air() {
      turn = turn.then(async () => yieldToEventLoop());
      await turn;
    },
  };
}

function partedOf(
  { rows }: Found,
  reading: Reading,
  { sort }: Query,
  asking: Asking,
  { targetDays, group, limit }: Manner,
): Parted {
  const before = overdueBefore(targetDays, asking);
  const parts = partsOf(rows, reading, before(1));
  return {
    rows,
    parts,
    groups: groupsOf(parts.rows, { reading, sort, group, limit }),
    buckets: bucketsOf(parts.rows.get('overdue') ?? new Uint32Array(), reading, before),
    files: rememberedOf(rows, reading),
  };
}
