import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { yieldToEventLoop } from '../lib/yield.ts';
import type { Portfolio, Received, SharedSnapshots } from '../portfolio/portfolio.ts';
import { entryIn, snapshotFrom } from '../portfolio/refresh.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { LeaseState, SharedSnapshotStore, StoredSnapshot } from '../store/shared-snapshots.ts';
import {
  createSegmentReader,
  createSegmentWriter,
  type PlacedEntry,
  SegmentError,
  type SegmentReader,
  type SegmentWriter,
} from './segments.ts';
import type { SnapshotCipher } from './snapshot-cipher.ts';

/** Why an instance reads for itself although another one has published. */
type RefusedReason =
  /** Changed, or of another version, secret or setting. */
  | 'unreadable'
  /** Older than what was published before. */
  | 'replayed'
  /** A segment is missing or stands for another one. */
  | 'incomplete';

export interface ReplicationOptions {
  readonly store: SharedSnapshotStore;
  readonly cipher: SnapshotCipher;
  /** Called with each published snapshot that is refused. */
  readonly onRefused: (reason: RefusedReason) => void;
  /** Called with whether snapshots are shared at the moment, and why not. */
  readonly report: (isDegraded: boolean, fields?: object) => void;
}

/** One instance of those that share what one of them reads. */
export interface Replication extends SharedSnapshots {
  /**
   * Keeps the lease, or follows the instance that has it; to be called every second. Never rejects.
   */
  tend(portfolio: Pick<Portfolio, 'read' | 'failure'>): Promise<void>;
  /** Lets another instance read from now on. */
  stop(): Promise<void>;
}

/** Between two looks at what the reader has published, while somebody waits for it. */
const LOOK_MS = 250;
/** Changed files in segments of their own, by the number of all, before all are written anew. */
const CHANGED_SHARE_MAX = 0.25;
const SEGMENTS_MORE_MAX = 200;
/** How long what has changed or gone since may stay in the first segments. */
const BASE_MS_MAX = 86_400_000;
/** Entries between two yields to the event loop. */
const ENTRIES_A_TURN = 4_000;

/** What is published of a snapshot beside its entries. */
const Manifest = z.object({
  /** Of the segments: those of another one cannot be put in their place. */
  lineage: z.string(),
  /** Grows with each publication. */
  sequence: z.tuple([z.int(), z.int()]),
  segments: z.array(z.string()),
  files: z.int(),
  id: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
  isWhole: z.boolean(),
  skipped: z.int(),
  unknown: z.int(),
  completionScale: z.object({
    max: z.union([z.literal(1), z.literal(100)]),
    because: z.enum(['configured', 'rates', 'unclear']),
    rates: z.object({ highest: z.number().nullable(), hasFraction: z.boolean() }),
  }),
  inconsistency: z.enum(['moved', 'count']).nullable(),
});
type Manifest = z.output<typeof Manifest>;

/** A published snapshot that cannot be used. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason) {
    super(`a shared snapshot is refused: ${reason}`);
    this.reason = reason;
  }
}

/** What this instance has published as the reader, in segments that build on each other. */
interface Publication {
  readonly lineage: string;
  readonly writer: SegmentWriter;
  readonly segments: readonly string[];
  /** Segments and entries in the first one with all files, and when those were read. */
  readonly base: {
    readonly segments: number;
    readonly entries: number;
    readonly startedAt: number;
  };
  /** Entries written since. */
  readonly changed: number;
  readonly snapshot: Snapshot;
}

/** What this instance has loaded from the reader. */
interface Loaded {
  readonly lineage: string;
  readonly reader: SegmentReader;
  readonly segments: readonly string[];
}

/**
 * Lets one instance read the service and all others take over its snapshots. The reader holds a
 * lease in the database; each publication carries the lease's token, which only grows, so that one
 * that has lost its lease cannot publish any more. Where the database does not answer, or what was
 * published cannot be used, an instance reads for itself.
 */
export function createReplication(options: ReplicationOptions): Replication {
  const { store, cipher, onRefused, report } = options;
  const holder = randomUUID();
  let token: number | null = null;
  let publication: Publication | null = null;
  let publications = 0;
  /** Requests that the running reading answers, and those that a published snapshot answers. */
  let answering = 0;
  let answered = 0;
  let loaded: Loaded | null = null;
  let loadedNumber = 0;
  let lastSequence: readonly [number, number] = [0, 0];
  let publishing: Promise<void> = Promise.resolve();

  /** The lease as it is now; what was published under an earlier token is not built upon. */
  async function leaseNow(takes: boolean): Promise<LeaseState> {
    const state = await store.lease(holder, takes);
    if (state.token !== token) publication = null;
    token = state.token;
    // The tables are those of a backup, or were emptied by a crash.
    if (state.published < loadedNumber) loadedNumber = 0;
    return state;
  }

  async function receive(before: Snapshot | null, what: 'all' | 'changes'): Promise<Received> {
    try {
      const wasReader = token !== null;
      let state = await leaseNow(true);
      const wanted = what === 'all' && state.token === null ? await store.ask() : 0;
      for (;;) {
        if (state.token !== null) {
          const isAsked = state.asked > answering;
          answering = state.asked;
          return { reads: wasReader && what === 'changes' && !isAsked ? 'any' : 'all' };
        }
        const [first, ...others] = await load(before, wanted);
        if (first !== undefined) {
          report(false);
          return { snapshots: [first, ...others] };
        }
        if (what === 'changes' && before !== null && loadedNumber > 0) {
          return { snapshots: [before] };
        }
        await delay(LOOK_MS);
        state = await leaseNow(true);
      }
    } catch (error) {
      if (error instanceof RefusedError) onRefused(error.reason);
      report(true, { err: error });
      return { reads: 'any' };
    }
  }

  /**
   * The snapshots that were published since the last one loaded, in order; none when none of them
   * answers the request of that number.
   */
  async function load(before: Snapshot | null, wanted: number): Promise<readonly Snapshot[]> {
    const stored = await store.snapshotsAfter(loadedNumber);
    if (!stored.some((each) => each.answered >= wanted)) return [];
    const snapshots: Snapshot[] = [];
    for (const each of stored) {
      // One that is refused is not looked at again.
      loadedNumber = each.number;
      try {
        snapshots.push(await restored(each, snapshots.at(-1) ?? before));
      } catch (error) {
        if (!(error instanceof RefusedError) || (await isKept(each))) throw error;
      }
    }
    return snapshots;
  }

  /** Whether a snapshot is still there: old ones are removed, also while they are loaded. */
  async function isKept({ number }: StoredSnapshot): Promise<boolean> {
    const later = await store.snapshotsAfter(number - 1);
    return later.some((each) => each.number === number);
  }

  async function restored(stored: StoredSnapshot, before: Snapshot | null): Promise<Snapshot> {
    const text = cipher.decrypt(stored.manifest, `manifest ${stored.name}`);
    if (text === null) throw new RefusedError('unreadable');
    const { lineage, sequence, segments, files, ...read } = manifestIn(text);
    const [term, place] = sequence;
    const [lastTerm, lastPlace] = lastSequence;
    if (term < lastTerm || (term === lastTerm && place <= lastPlace)) {
      throw new RefusedError('replayed');
    }
    const isNext =
      loaded?.lineage === lineage && loaded.segments.every((id, at) => segments[at] === id);
    const { reader, segments: known } =
      isNext && loaded !== null ? loaded : { reader: createSegmentReader(), segments: [] };
    loaded = null;
    await readSegments(reader, lineage, segments.slice(known.length));
    const placed = reader.entries();
    if (placed.length !== files) throw new RefusedError('incomplete');
    const snapshot = await snapshotFrom(
      {
        ...read,
        entries: placed.map(({ entry }) => entry),
        seenOn: placed.map(({ page }) => page),
      },
      before,
    );
    loaded = { lineage, reader, segments };
    lastSequence = sequence;
    return snapshot;
  }

  async function readSegments(
    reader: SegmentReader,
    lineage: string,
    ids: readonly string[],
  ): Promise<void> {
    const stored = await store.segments(ids);
    const byId = new Map(stored.map(({ id, content }) => [id, content]));
    for (const id of ids) {
      const content = byId.get(id);
      if (content === undefined) throw new RefusedError('incomplete');
      const json = cipher.decrypt(content, `segment ${lineage} ${id}`);
      if (json === null) throw new RefusedError('unreadable');
      try {
        reader.read(json);
      } catch (error) {
        if (error instanceof SegmentError) throw new RefusedError('incomplete');
        throw error;
      }
      await yieldToEventLoop();
    }
  }

  async function publishNow(snapshot: Snapshot): Promise<void> {
    const answers = answering;
    for (const isAgain of [false, true]) {
      const own = token;
      if (own === null) break;
      const next = await written(snapshot, isAgain ? null : publication, own);
      publications += 1;
      const sequence: Manifest['sequence'] = [own, publications];
      const name = sequence.join('.');
      const manifest = cipher.encrypt(
        JSON.stringify(manifestOf(next, sequence)),
        `manifest ${name}`,
      );
      const { segments } = next;
      const result = await store.publish(own, { name, answered: answers, manifest, segments });
      if (result === 'expired') break;
      if (result === 'lost') continue;
      publication = next;
      loadedNumber = result;
      lastSequence = sequence;
      answered = Math.max(answered, answers);
      report(false);
      return;
    }
    // What another instance has published meanwhile may be newer: whoever takes the lease reads anew.
    await giveUp();
  }

  /** Stores the segments of a snapshot that are not stored yet. */
  async function written(
    snapshot: Snapshot,
    before: Publication | null,
    term: number,
  ): Promise<Publication> {
    const base = before === null ? null : await baseFor(snapshot, before);
    const changed = base?.changed ?? (await allOf(snapshot));
    const lineage = base?.before.lineage ?? randomUUID();
    const writer = base?.before.writer ?? createSegmentWriter();
    const ids: string[] = [];
    const isSame = base !== null && base.changed.length + base.gone.length === 0;
    for await (const json of isSame ? [] : writer.write(changed, base?.gone)) {
      publications += 1;
      const id = `${term}.${publications}.${lineage}`;
      const content = cipher.encrypt(json, `segment ${lineage} ${id}`);
      await store.putSegments([{ id, content }]);
      ids.push(id);
    }
    const earlier = base?.before;
    return {
      lineage,
      writer,
      segments: [...(earlier?.segments ?? []), ...ids],
      base: earlier?.base ?? {
        segments: ids.length,
        entries: changed.length,
        startedAt: snapshot.startedAt,
      },
      changed: earlier === undefined ? 0 : earlier.changed + changed.length,
      snapshot,
    };
  }

  /** Lets another instance try what this one has failed to do. */
  async function giveUp(): Promise<void> {
    answering = answered;
    publication = null;
    if (token === null) return;
    token = null;
    await store.release(holder).catch(() => {});
  }

  return {
    receive,
    async publish(snapshot) {
      publishing = publishing
        .then(async () => publishNow(snapshot))
        .catch(async (error: unknown) => {
          report(true, { err: error });
          await giveUp();
        });
      await publishing;
    },
    failed: giveUp,
    async tend({ read, failure }) {
      try {
        const state = await leaseNow(false);
        // After a failure the portfolio knows when it tries again.
        const isNew = state.isFree ? failure() === null : state.published > loadedNumber;
        if (state.token !== null && state.asked > answering) await read('all');
        else if (state.token === null && isNew) await read('changes');
      } catch (error) {
        // The reading has its own report; without the database, each reads for itself when it is due.
        token = null;
        report(true, { err: error });
      }
    },
    async stop() {
      await publishing;
      await store.release(holder).catch(() => {});
    },
  };
}

/** @throws {RefusedError} for anything else */
function manifestIn(text: string): Manifest {
  const { data } = Manifest.safeParse(JSON.parse(text));
  if (data === undefined) throw new RefusedError('unreadable');
  return data;
}

function manifestOf(
  { lineage, segments, snapshot }: Publication,
  sequence: Manifest['sequence'],
): Manifest {
  const { id, startedAt, endedAt, isWhole, skipped, unknown, table } = snapshot;
  const { completionScale, inconsistency } = snapshot;
  return {
    lineage,
    sequence,
    segments: [...segments],
    files: table.entries.length,
    id,
    startedAt,
    endedAt,
    isWhole,
    skipped,
    unknown,
    completionScale,
    inconsistency,
  };
}

async function allOf(snapshot: Snapshot): Promise<readonly PlacedEntry[]> {
  const all: PlacedEntry[] = [];
  for (const [row, { id }] of snapshot.table.entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    const placed = placedIn(snapshot, id, row);
    if (placed !== null) all.push(placed);
  }
  return all;
}

/** What has changed since the last publication; `null` where all files are to be written anew. */
async function baseFor(snapshot: Snapshot, before: Publication) {
  const { table, rows } = snapshot;
  const changed: PlacedEntry[] = [];
  for (const [row, entry] of table.entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    if (entryIn(before.snapshot, entry.id) === entry) continue;
    const placed = placedIn(snapshot, entry.id, row);
    if (placed !== null) changed.push(placed);
  }
  const gone: string[] = [];
  for (const [row, { id }] of before.snapshot.table.entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    if (!rows.has(id)) gone.push(id);
  }
  const isTooMuch =
    snapshot.startedAt - before.base.startedAt > BASE_MS_MAX ||
    before.changed + changed.length > before.base.entries * CHANGED_SHARE_MAX ||
    before.segments.length > before.base.segments + SEGMENTS_MORE_MAX;
  return isTooMuch ? null : { before, changed, gone };
}

function placedIn({ table, seenOn }: Snapshot, id: string, row: number): PlacedEntry | null {
  const [entry, page] = [table.entries[row], seenOn[row]];
  return entry === undefined || page === undefined || entry.id !== id ? null : { entry, page };
}
