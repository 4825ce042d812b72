import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { yieldToEventLoop } from '../lib/concurrency.ts';
import type { Portfolio, Received, SharedSnapshots } from '../portfolio/portfolio.ts';
import { snapshotFrom } from '../portfolio/refresh.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import {
  type LeaseState,
  type SharedSnapshotStore,
  type StoredSnapshot,
  instanceName,
} from '../store/shared-snapshots.ts';
import {
  type Manifest,
  type Publication,
  RefusedError,
  type RefusedReason,
  type SnapshotCipher,
  allOf,
  baseFor,
  manifestIn,
  manifestOf,
} from './publication.ts';
import {
  createSegmentReader,
  createSegmentWriter,
  SegmentError,
  type SegmentReader,
} from './segments.ts';

export interface ReplicationOptions {
  /** Id of this instance. */
  readonly instance: string;
  readonly store: SharedSnapshotStore;
  readonly cipher: SnapshotCipher;
  readonly now: () => number;
  /** Called with each published snapshot that is refused. */
  readonly onRefused: (reason: RefusedReason) => void;
  /** Called with whether snapshots are shared at the moment, and why not. */
  readonly report: (isDegraded: boolean, fields?: object) => void;
}

/** Which instance reads the service, by names as the doctor shows them. */
interface ReadingInstance {
  /** This instance. */
  readonly own: string;
  /** The one that reads for all; `null` while none does. */
  readonly reader: string | null;
  /** Why this instance reads for itself; `null` while it does not. */
  readonly because: RefusedReason | 'database' | null;
}

/** One instance of those that share what one of them reads. */
export interface Replication extends SharedSnapshots {
  /**
   * Keeps the lease, or follows the instance that has it; to be called every second. Never rejects.
   */
  tend(portfolio: Pick<Portfolio, 'read' | 'failure'>): Promise<void>;
  /** Which instance reads for all, as this one knows it. */
  reading(): ReadingInstance;
  /** Lets another instance read from now on. */
  stop(): Promise<void>;
}

/** Between two looks at what the reader has published, while somebody waits for it. */
const LOOK_MS = 250;
/** Segments loaded with one query: PostgreSQL answers in hexadecimal, twice their size. */
const SEGMENTS_A_QUERY = 10;

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
  const { store, cipher, instance: holder, now, onRefused } = options;
  let token: number | null = null;
  /** By how much the database's clock was ahead of this machine's at the last renewal. */
  let databaseAheadMs: number | null = null;
  /** The token under which this instance has published last. */
  let publishedUnder: number | null = null;
  /** The token under which the latest reading began, and the requests that it answers. */
  let reading: { readonly own: number | null; readonly answers: number } = {
    own: null,
    answers: 0,
  };
  /** Readings of the service that are running or being published. */
  let unpublished = 0;
  let publication: Publication | null = null;
  let publications = 0;
  /** Requests that the running reading answers, and those that a published snapshot answers. */
  let answering = 0;
  let answered = 0;
  let loaded: Loaded | null = null;
  let loadedNumber = 0;
  let lastSequence: readonly [number, number] = [0, 0];
  /** The token that a lease has at least once this instance has refused what was older than it knew. */
  let leastToken = 0;
  let publishing: Promise<void> = Promise.resolve();
  /** Name of the instance whose lease it was at the last look. */
  let readerName: string | null = null;
  let because: ReadingInstance['because'] = null;
  /** Whether the last publication has failed: the next try is when a reading is due. */
  let hasNotPublished = false;
  /** Whether the reading that is asked for may take the lease, or only what another one publishes. */
  let mayTake = true;
  let isLooking = false;
  /** Whether it has ended, so that it takes no lease any more. */
  let isStopped = false;
  /** The latest look at the lease, which may still take it; the next one waits for its answer. */
  let looked: Promise<unknown> = Promise.resolve();

  function report(reason: ReadingInstance['because'], fields?: object): void {
    because = reason;
    if (reason === null) hasNotPublished = false;
    options.report(reason !== null, fields);
  }

  function reportError(error: unknown): void {
    const isRefused = error instanceof RefusedError;
    if (isRefused) onRefused(error.reason);
    report(isRefused ? error.reason : 'database', { err: error });
  }

  /** The lease as it is now; what was published under an earlier token is not built upon. */
  async function leaseNow(takes: boolean): Promise<LeaseState> {
    let loadedBefore = 0;
    // Two at once would be answered on two connections: the older answer may come last.
    const looking = looked.then(async () => {
      loadedBefore = loadedNumber;
      const answer = await store.lease(holder, takes && !isStopped, leastToken);
      if (answer.nowMs !== null) databaseAheadMs = answer.nowMs - now();
      return answer;
    });
    looked = looking.catch(() => {});
    const state = await looking;
    if (state.token !== token) publication = null;
    token = state.token;
    readerName = state.isFree ? null : instanceName(state.holder);
    // The tables are those of a backup, or were emptied by a crash.
    if (state.published < loadedBefore) loadedNumber = 0;
    return state;
  }

  /** This instance reads: for all while it holds the lease, else for itself. */
  function toRead(reads: 'all' | 'any'): Received {
    reading = { own: token, answers: answering };
    unpublished += 1;
    return { reads, databaseAheadMs: token === null ? null : databaseAheadMs };
  }

  async function receive(before: Snapshot | null, what: 'all' | 'changes'): Promise<Received> {
    const takes = what === 'all' || mayTake;
    try {
      const published = before === null ? await takeOver() : null;
      if (published !== null) return published;
      const wasReader = token !== null;
      let state = await leaseNow(takes);
      const wanted = what === 'all' && state.token === null ? await store.ask() : 0;
      for (;;) {
        if (state.token !== null) {
          hasNotPublished = false;
          const isAsked = state.asked > answering;
          answering = state.asked;
          return toRead(wasReader && what === 'changes' && !isAsked ? 'any' : 'all');
        }
        const received = await loadedSince(before, wanted);
        if (received !== null) return received;
        const isOver = loadedNumber > 0 || (!takes && state.isFree);
        if (what === 'changes' && before !== null && isOver) {
          return { snapshots: [before] };
        }
        await delay(LOOK_MS);
        state = await leaseNow(takes);
      }
    } catch (error) {
      reportError(error);
      return toRead('any');
    }
  }

  /**
   * What is published already, for an instance that has nothing to show: whichever instance reads
   * next, and however long that takes. `null` when there is nothing, or nothing that can be used.
   */
  async function takeOver(): Promise<Received | null> {
    const { isFree } = await leaseNow(false);
    if (token !== null) return null;
    try {
      return await loadedSince(null, 0);
    } catch (error) {
      // An earlier version may have left it: this instance can read for all.
      if (isFree && error instanceof RefusedError) return null;
      throw error;
    }
  }

  /** What `load` gives, as it is received; `null` for none. */
  async function loadedSince(before: Snapshot | null, wanted: number): Promise<Received | null> {
    const [first, ...others] = await load(before, wanted);
    if (first === undefined) return null;
    report(null);
    return { snapshots: [first, ...others] };
  }

  /**
   * The snapshots that were published since the last one loaded, in order; none when none of them
   * answers the request of that number.
   */
  async function load(before: Snapshot | null, wanted: number): Promise<readonly Snapshot[]> {
    const stored = await store.snapshotsAfter(loadedNumber);
    if (!stored.some((each) => each.answered >= wanted)) return [];
    const snapshots: Snapshot[] = [];
    let refused: RefusedError | null = null;
    for (const each of stored) {
      // One that is refused is not looked at again.
      loadedNumber = each.number;
      try {
        snapshots.push(await restored(each, snapshots.at(-1) ?? before));
        // One before it is of no account, such as one that an earlier version has left.
        refused = null;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if (await isKept(each)) refused = error;
      }
    }
    if (refused !== null) throw refused;
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
      leastToken = lastTerm + 1;
      throw new RefusedError('replayed');
    }
    const isNext =
      loaded?.lineage === lineage && loaded.segments.every((id, at) => segments[at] === id);
    const { reader, segments: known } =
      isNext && loaded !== null ? loaded : { reader: createSegmentReader(), segments: [] };
    loaded = null;
    await readSegments(reader, lineage, segments.slice(known.length));
    const listed = reader.listed();
    if (listed.entries.length !== files) throw new RefusedError('incomplete');
    const snapshot = await snapshotFrom({ ...read, ...listed }, before);
    loaded = { lineage, reader, segments };
    lastSequence = sequence;
    return snapshot;
  }

  async function readSegments(
    reader: SegmentReader,
    lineage: string,
    ids: readonly string[],
  ): Promise<void> {
    let stored = new Map<string, Uint8Array>();
    for (const [index, id] of ids.entries()) {
      if (index % SEGMENTS_A_QUERY === 0) {
        const next = await store.segments(ids.slice(index, index + SEGMENTS_A_QUERY));
        stored = new Map(next.map((each) => [each.id, each.content]));
      }
      const content = stored.get(id);
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

  /**
   * @param own the token under which the snapshot was read; without one it is for this instance
   * @param answers the requests that it answers
   */
  async function publishNow(
    snapshot: Snapshot,
    own: number | null,
    answers: number,
  ): Promise<void> {
    if (own === null) return;
    for (const isAgain of [false, true]) {
      // Another instance had the lease in between, and may have published what is newer.
      if (token !== null && own !== token) return;
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
      publishedUnder = own;
      loadedNumber = result;
      lastSequence = sequence;
      answered = Math.max(answered, answers);
      report(null);
      return;
    }
    // What another instance has published meanwhile may be newer: the next holder reads anew.
    if (token === null || own === token) await giveUp();
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
    for await (const json of isSame ? [] : writer.write(snapshot.table, changed, base?.gone)) {
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
      changed: base?.changes ?? 0,
      snapshot,
    };
  }

  function ended(): void {
    unpublished = Math.max(0, unpublished - 1);
  }

  /** Lets another instance try what this one has failed to do. */
  async function giveUp(): Promise<void> {
    answering = answered;
    publication = null;
    if (token === null) return;
    token = null;
    readerName = null;
    await store.release(holder).catch(() => {});
  }

  return {
    receive,
    reading: () => ({ own: instanceName(holder), reader: readerName, because }),
    async publish(snapshot) {
      const { own, answers } = reading;
      publishing = publishing
        .then(async () => publishNow(snapshot, own, answers))
        .catch(async (error: unknown) => {
          reportError(error);
          hasNotPublished = true;
          await giveUp();
        })
        .finally(ended);
      await publishing;
    },
    async failed() {
      // The reading ends before the lease is released: until then, others ask this instance.
      ended();
      await giveUp();
    },
    async tend({ read, failure }) {
      // A slow database would have more and more to answer.
      if (isLooking) return;
      isLooking = true;
      try {
        const state = await leaseNow(false).finally(() => (isLooking = false));
        // After a failure the portfolio knows when it tries again.
        const mayRead = failure() === null && !hasNotPublished;
        const isNew = state.isFree ? mayRead : state.published > loadedNumber;
        // The answer that gave it the lease came too late, or was lost.
        const isUnused = unpublished === 0 && state.token !== publishedUnder;
        if (state.token !== null && (hasNotPublished || (isUnused && !mayRead))) {
          // A connection that broke has not let it go.
          await giveUp();
        } else if (state.token !== null && (state.asked > answering || isUnused)) await read('all');
        else if (state.token === null && isNew) {
          mayTake = !hasNotPublished;
          await read('changes').finally(() => (mayTake = true));
        }
      } catch (error) {
        // The reading has its own report; without the database, each reads for itself when it is due.
        token = null;
        reportError(error);
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all([publishing, looked]);
      await store.release(holder).catch(() => {});
    },
  };
}
