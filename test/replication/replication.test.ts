import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { createJournal } from '../../src/journal/journal.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { databaseTimesOf } from '../../src/portfolio/snapshot.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { createSnapshotCipher } from '../../src/replication/publication.ts';
import { createReplication } from '../../src/replication/replication.ts';
import { type DigestStore, openStore } from '../../src/store/store.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

const TEND_MS = 40;
/** The first of them may have begun before what it is to find. */
const LOOKS = 3;
const WAIT = { timeout: 90_000, interval: 20 };

let postgres: Postgres;
let databaseUrl: string;
let store: DigestStore;
const stops = new Set<() => void>();

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.newDatabase();
  store = await openAt();
});

afterAll(async () => {
  await store.stop();
  await postgres[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await runSql(
    store,
    `update rental_desk.snapshot_lease set holder = '', expires_at = clock_timestamp()`,
  );
  await emptyTables(store, 'shared_snapshots', 'snapshot_segments');
});

afterEach(() => {
  for (const stop of stops) stop();
  stops.clear();
});

/** A store with its tables: on a loaded machine, it opens before they are made. */
async function openAt(): Promise<DigestStore> {
  const opened = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl,
    dataDir: '/nowhere',
    onError: () => {},
  });
  if (!(await opened.reached)) throw new Error('the store was stopped before it had its tables');
  return opened;
}

/** The Rental File Service, and how often it was asked for all files. */
interface Service {
  files: readonly RentalFile[];
  readings: number;
  isDown: boolean;
  /** Awaited by each reading before its first page. */
  beforePages?: () => Promise<void>;
}

function serviceOf(files: readonly RentalFile[]): Service {
  return { files, readings: 0, isDown: false };
}

const DAY_MS = 86_400_000;

let times = Date.UTC(2026, 10, 20);

/** An instance that looks at the lease every so often, until it is stopped. */
function startInstance(
  service: Service,
  {
    secret = 'a secret',
    version = '1',
    killAt = '',
    aheadMs = 0,
    /** Answers of the database come up to so much later, each by another time. */
    lateMsMax = 0,
    id = `instance ${randomUUID()}`,
    /** Awaited before the answer to a look at the lease that finds it free is given. */
    foundFree = async (): Promise<void> => {},
    /** Awaited before it lets its lease go. */
    beforeRelease = async (): Promise<void> => {},
  } = {},
) {
  const { sharedSnapshots } = store;
  if (sharedSnapshots === null) throw new Error('nothing is shared');
  let answers = 0;
  let looks = 0;
  const refused: string[] = [];
  const degraded: boolean[] = [];
  /** Whether it reaches the database. */
  let isCutOff = false;
  /** Whether it runs at all. */
  let isSuspended = false;
  const reached = new Proxy(sharedSnapshots, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (isCutOff) throw new Error('the database is away');
        if (killAt === `${String(name)}:before`) kill();
        if (isCutOff) throw new Error('killed');
        if (name === 'release') await beforeRelease();
        const answer: unknown = await Reflect.apply(value, target, args);
        answers += 1;
        if (name === 'lease') looks += 1;
        if (lateMsMax > 0) await setTimeout((answers * answers * 7) % lateMsMax);
        if (Reflect.get(Object(answer), 'isFree') === true) await foundFree();
        // A look at a lease that another one holds is no step.
        const isStep = Reflect.get(Object(answer), 'token') !== null;
        if (isStep && killAt === `${String(name)}:after`) kill();
        return answer;
      };
    },
  });
  const replication = createReplication({
    instance: id,
    store: reached,
    cipher: createSnapshotCipher({ secret, previousSecret: null, version, settings: [] }),
    now: () => times + aheadMs,
    onRefused: (reason) => void refused.push(reason),
    report: (isDegraded) => void degraded.push(isDegraded),
  });
  const portfolio = createPortfolio({
    async *pages() {
      service.readings += 1;
      await service.beforePages?.();
      if (service.isDown) throw serviceDown();
      yield* pagesOf(service.files, 7);
    },
    pagesSince: null,
    now: () => (times += 1) + aheadMs,
    monotonic: () => performance.now(),
    pollSeconds: 300,
    completionMax: null,
    shared: replication,
    onFailure: () => {},
  });
  const timer = setInterval(() => {
    if (!isSuspended) void replication.tend(portfolio);
  }, TEND_MS);
  /** Ends without a word, as a killed process does. */
  const kill = () => {
    clearInterval(timer);
    isCutOff = true;
  };
  stops.add(kill);
  return {
    ...portfolio,
    replication,
    refused,
    isDegraded: () => degraded.at(-1) === true,
    kill,
    isKilled: () => isCutOff,
    /** How often it has looked at the lease. */
    looks: () => looks,
    cutOff: (cut: boolean) => void (isCutOff = cut),
    suspend: (suspended: boolean) => void (isSuspended = suspended),
  };
}

type Instance = ReturnType<typeof startInstance>;

/** What an instance would answer: its files in order, and which list that is. */
function shownBy({ latest }: Pick<Instance, 'latest'>) {
  const snapshot = latest();
  return {
    id: snapshot?.id,
    readAt: snapshot?.endedAt,
    files: snapshot?.table.entries.map(({ id, decision }) => `${id} ${decision}`).toSorted(),
  };
}

/** As time passes: the lease of an instance that is gone ends. */
async function leaseEnds(): Promise<void> {
  await runSql(store, `update rental_desk.snapshot_lease set expires_at = clock_timestamp()`);
}

/** How often the reader was asked for the newest files. */
async function requestsOfOthers(): Promise<number> {
  const rows = await runSql(store, 'select asked::integer from rental_desk.snapshot_lease');
  return Number(Reflect.get(Object(rows[0]), 'asked'));
}

async function settled(instances: readonly Instance[], service: Service): Promise<void> {
  const expected = service.files.map(({ id, decision }) => `${id} ${decision}`).toSorted();
  await vi.waitUntil(
    () => instances.every((instance) => isSame(shownBy(instance).files, expected)),
    WAIT,
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

test('the service is asked once for all, who hold the same snapshots', async () => {
  const service = serviceOf(rentalFiles(30));
  const first = startInstance(service);
  await first.read();
  const others = Array.from({ length: 4 }, () => startInstance(service));
  await Promise.all(others.map((other) => other.read('changes')));
  expect(service.readings).toBe(1);
  expect(others.map(shownBy)).toEqual(others.map(() => shownBy(first)));

  service.files = [rentalFile({ id: 'new' }), ...service.files.slice(1)];
  await first.read();
  await settled([first, ...others], service);
  expect(service.readings).toBe(2);
  expect(others.map(shownBy)).toEqual(others.map(() => shownBy(first)));
  const late = startInstance(service);
  await late.read('changes');
  expect(shownBy(late)).toEqual(shownBy(first));
  expect(service.readings).toBe(2);
  expect([first, late, ...others].some((instance) => instance.isDegraded())).toBe(false);
});

/** The number of segments of which the newest snapshot consists. */
async function publishedSegments(): Promise<number> {
  const rows = await runSql(
    store,
    `select cardinality(segments)::integer as count from rental_desk.shared_snapshots
     order by number desc limit 1`,
  );
  return Number(Reflect.get(Object(rows[0]), 'count'));
}

test('where most files are gone, those that are left are published without them', async () => {
  const service = serviceOf(rentalFiles(3_000));
  const [first, second] = [startInstance(service), startInstance(service)];
  await first.read();
  await settled([first, second], service);
  expect(await publishedSegments()).toBe(6);
  service.files = service.files.slice(0, 10);
  await first.read();
  await settled([first, second], service);
  expect(await publishedSegments()).toBe(1);
});

const BEHIND_MS = 300_000;

test('a reading has one time by the database’s clock on every instance, however far theirs differ', async () => {
  const service = serviceOf(rentalFiles(3));
  const reader = startInstance(service);
  const follower = startInstance(service, { aheadMs: -BEHIND_MS });
  const [before, read] = [Date.now(), await reader.read()];
  const followed = await follower.read('changes');
  const { startedMs, endedMs } = databaseTimesOf(read, 0);
  expect(databaseTimesOf(followed, BEHIND_MS)).toEqual({ startedMs, endedMs });
  // The database is on this machine.
  expect(Math.abs(startedMs - before)).toBeLessThan(60_000);

  // It is its own snapshot, which it may record whenever the database is back.
  follower.cutOff(true);
  expect((await follower.read()).databaseAheadMs).toBeNull();
});

test('a file that one reading lacks is not gone, although an instance with another clock has it too', async () => {
  const service = serviceOf(rentalFiles(3));
  const [reader, follower] = [0, -BEHIND_MS].map((aheadMs) => {
    const journal = createJournal({
      store: store.journal,
      now: () => times + aheadMs,
      onFailure(error) {
        throw error;
      },
    });
    return { ...startInstance(service, { aheadMs }), journal };
  });
  if (reader === undefined || follower === undefined) throw new Error('none');
  const readAndRecord = async (files: readonly RentalFile[]) => {
    service.files = files;
    const read = await reader.read();
    await reader.journal.record(read);
    await vi.waitUntil(() => follower.latest()?.endedAt === read.endedAt, WAIT);
    await follower.journal.record(await follower.read('changes'));
  };
  const [forgotten = rentalFile({}), ...others] = service.files;
  await readAndRecord(service.files);
  await readAndRecord(service.files);
  await readAndRecord(others);
  await readAndRecord([forgotten, ...others]);
  expect(await store.journal.eventsOf(forgotten.id, 10)).toEqual([]);
  await readAndRecord(others);
  await readAndRecord(others);
  expect(await store.journal.eventsOf(forgotten.id, 10)).toMatchObject([{ aspect: 'gone' }]);
});

test('an earlier list is there on an instance that came later', async () => {
  const service = serviceOf(rentalFiles(12));
  const first = startInstance(service);
  const lists: (string | undefined)[] = [];
  for (const count of [12, 13, 14]) {
    service.files = rentalFiles(count);
    await first.read();
    lists.push(shownBy(first).id);
  }
  await first.replication.publish(first.latest() ?? (await first.read()));
  const late = startInstance(service);
  await late.read('changes');
  expect(late.byId(lists[1] ?? '')?.table.entries).toHaveLength(13);
});

test('an instance that comes has what is published at once, whoever reads next', async () => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.replication.publish(await reader.read());
  // It holds the lease still, and answers no request.
  reader.kill();
  service.isDown = true;
  const late = startInstance(service);
  await late.read();
  expect(shownBy(late)).toEqual(shownBy(reader));
  late.kill();
  await leaseEnds();
  const later = startInstance(service);
  await later.read();
  expect(shownBy(later)).toEqual(shownBy(reader));
  service.isDown = false;
  service.files = rentalFiles(6);
  await later.read();
  await settled([later], service);
});

test('the first instance of a new version reads for all, whatever the one before it has left', async () => {
  const service = serviceOf(rentalFiles(5));
  const old = startInstance(service);
  await old.replication.publish(await old.read());
  old.kill();
  await leaseEnds();
  service.files = rentalFiles(6);
  const upgraded = startInstance(service, { version: '2' });
  await upgraded.replication.publish(await upgraded.read());
  const other = startInstance(service, { version: '2' });
  await other.read();
  await settled([upgraded, other], service);
  expect(shownBy(other)).toEqual(shownBy(upgraded));
  expect([upgraded, other].some((instance) => instance.isDegraded())).toBe(false);
  expect([...upgraded.refused, ...other.refused]).toEqual([]);
});

test('an older answer about the lease that comes late keeps no reading from being published', async () => {
  const service = serviceOf(rentalFiles(5));
  let isLate = false;
  const reading = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const reader = startInstance(service, {
    foundFree: async () => {
      if (!isLate) return;
      isLate = false;
      await Promise.race([reading.promise, setTimeout(500)]);
      late.resolve();
    },
  });
  await reader.replication.publish(await reader.read());
  const other = startInstance(service);
  await other.read('changes');
  service.files = rentalFiles(6);
  other.suspend(true);
  // A look finds that the lease has ended; its answer arrives while the files are being read.
  isLate = true;
  await leaseEnds();
  await vi.waitUntil(() => !isLate, WAIT);
  service.beforePages = async () => {
    reading.resolve();
    await late.promise;
    await setTimeout(0);
  };
  await reader.read();
  other.suspend(false);
  await settled([reader, other], service);
  expect(shownBy(other)).toEqual(shownBy(reader));
});

test('an instance whose lease was given in an answer that was lost reads for those who wait', async () => {
  const service = serviceOf(rentalFiles(5));
  await runSql(
    store,
    `update rental_desk.snapshot_lease set holder = 'lost', asked = 0, token = token + 1,
     expires_at = clock_timestamp() + interval '8 seconds'`,
  );
  const holder = startInstance(service, { id: 'lost' });
  const other = startInstance(service);
  await other.read('changes');
  await settled([holder, other], service);
  expect(service.readings).toBe(1);
  expect(other.isDegraded()).toBe(false);
});

test('who asks for the newest files gets what the reader has read since', async () => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.read();
  const other = startInstance(service);
  await other.read('changes');
  service.files = rentalFiles(6);
  const asked = await other.read();
  expect(asked.table.entries).toHaveLength(6);
  expect(service.readings).toBe(2);
});

test('a reader that is gone is followed, and one that wakes up late cannot publish', async () => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.read();
  const other = startInstance(service);
  await other.read('changes');

  reader.suspend(true);
  await leaseEnds();
  service.files = rentalFiles(7);
  await vi.waitUntil(() => service.readings === 2, WAIT);
  await settled([other], service);
  const published = shownBy(other);
  // What the sleeper had read before is not published any more.
  const stale = reader.latest();
  if (stale === null) throw new Error('nothing was read');
  await reader.replication.publish(stale);
  const third = startInstance(service);
  await third.read('changes');
  await settled([third], service);
  expect(shownBy(third)).toEqual(published);
  reader.suspend(false);
  await settled([reader, other, third], service);
});

test('a reader that stops lets its lease go for good, also while it looks at it', async () => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.read();
  const looking = reader.replication.tend(reader);
  await reader.replication.stop();
  await looking;
  await reader.replication.tend(reader);
  const state = await store.sharedSnapshots?.lease('another instance', false);
  expect(state?.isFree).toBe(true);
});

test('a reader that cannot read lets another one try', async () => {
  const service = serviceOf(rentalFiles(5));
  const cut = serviceOf([]);
  const reader = startInstance(cut);
  cut.isDown = true;
  await expect(reader.read()).rejects.toThrow('status 503');
  const other = startInstance(service);
  await other.read();
  cut.isDown = false;
  await reader.read('changes');
  expect(shownBy(reader)).toEqual(shownBy(other));
  expect(cut.readings).toBe(1);
});

test('while another one tries, an instance goes on saying that the service cannot be read', async () => {
  const service = serviceOf(rentalFiles(5));
  const [first, second] = [startInstance(service), startInstance(service)];
  await first.read();
  await second.read();
  service.isDown = true;
  await expect(first.read()).rejects.toThrow('status 503');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  service.beforePages = async () => {
    ask();
    await answered;
  };
  const reading = second.read();
  await asked;
  await first.read('changes');
  expect(first.failure()).toMatchObject({ failure: { code: 'rental_down' } });
  service.isDown = false;
  answer();
  await reading;
  await vi.waitUntil(async () => {
    await first.read('changes');
    return first.failure() === null;
  }, WAIT);
  expect(shownBy(first)).toEqual(shownBy(second));
});

test('a reader that has failed does not try again for who asks before its lease is let go', async () => {
  const service = serviceOf(rentalFiles(5));
  const cut = serviceOf([]);
  cut.isDown = true;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const reader = startInstance(cut, { beforeRelease: async () => released });
  await expect(reader.read()).rejects.toThrow('status 503');
  const other = startInstance(service);
  const askedBefore = await requestsOfOthers();
  // On a machine that stands still for seconds, the lease ends by itself, and it reads at once.
  let isRead = false;
  const reading = other.read().finally(() => (isRead = true));
  await vi.waitUntil(async () => isRead || (await requestsOfOthers()) > askedBefore, WAIT);
  const looksBefore = reader.looks();
  await vi.waitUntil(() => reader.looks() >= looksBefore + LOOKS, WAIT);
  release();
  await reading;
  expect(cut.readings).toBe(1);
});

test.each([
  ['a segment is cut', `update rental_desk.snapshot_segments set content = substr(content, 1, 40)`],
  [
    'a segment is forged',
    `update rental_desk.snapshot_segments set content = set_byte(content, 30, (get_byte(content, 30) + 1) % 256)`,
  ],
  [
    'a segment is gone',
    `delete from rental_desk.snapshot_segments where id in (select id from rental_desk.snapshot_segments limit 1)`,
  ],
  [
    'the manifest is forged',
    `update rental_desk.shared_snapshots set manifest = set_byte(manifest, 30, (get_byte(manifest, 30) + 1) % 256)`,
  ],
  ['the manifest is of another name', `update rental_desk.shared_snapshots set name = name || '1'`],
])('where %s, an instance reads for itself and says so', async (_what, change) => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  const snapshot = await reader.read();
  await reader.replication.publish(snapshot);
  await runSql(store, change);
  const other = startInstance(service);
  await other.read('changes');
  expect(shownBy(other).files).toHaveLength(5);
  expect(other.isDegraded()).toBe(true);
  expect(other.refused).toHaveLength(1);
  expect(service.readings).toBe(2);
});

test('an earlier snapshot that is put back is refused, and so is that of another version or secret', async () => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.replication.publish(await reader.read());
  const other = startInstance(service);
  await other.read('changes');
  await runSql(
    store,
    'create table if not exists public.kept as select * from rental_desk.shared_snapshots',
  );
  service.files = rentalFiles(6);
  await reader.replication.publish(await reader.read());
  await settled([other], service);
  await runSql(
    store,
    `insert into rental_desk.shared_snapshots
     select number + 100, name, answered, manifest, segments, published_at from public.kept limit 1`,
  );
  await runSql(store, 'update rental_desk.snapshot_lease set published = published + 200');
  await vi.waitUntil(() => other.refused.includes('replayed'), WAIT);
  await settled([other], service);

  for (const strange of [{ version: '2' }, { secret: 'another secret' }]) {
    const stranger = startInstance(service, strange);
    await stranger.read('changes');
    expect(stranger.refused).toEqual(['unreadable']);
    expect(shownBy(stranger).files).toEqual(shownBy(reader).files);
  }
});

test('a database that has forgotten which lease was the last keeps nobody reading for themselves', async () => {
  await runSql(store, 'update rental_desk.snapshot_lease set token = token + 1000');
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.replication.publish(await reader.read());
  const others = [startInstance(service), startInstance(service)];
  await Promise.all(others.map(async (other) => other.read('changes')));
  reader.kill();
  for (const other of others) other.suspend(true);
  // Another database has taken over, and a new instance reads.
  await runSql(
    store,
    `update rental_desk.snapshot_lease set token = 0, holder = '', expires_at = clock_timestamp()`,
  );
  service.files = rentalFiles(6);
  const next = startInstance(service);
  await next.replication.publish(await next.read());
  for (const other of others) other.suspend(false);
  await vi.waitUntil(() => others.some((other) => other.refused.includes('replayed')), WAIT);

  service.files = rentalFiles(7);
  await vi.waitUntil(async () => {
    await next.read();
    return others.every((other) => !other.isDegraded() && shownBy(other).files?.length === 7);
  }, WAIT);
  expect(others.map(({ refused }) => new Set(refused).size <= 1)).toEqual([true, true]);
});

test('clocks that are minutes apart change nothing, whoever reads', async () => {
  const service = serviceOf(rentalFiles(6));
  const ahead = startInstance(service, { aheadMs: 300_000 });
  await ahead.read();
  const behind = startInstance(service);
  await behind.read('changes');
  expect(shownBy(behind)).toEqual(shownBy(ahead));
  ahead.suspend(true);
  await leaseEnds();
  service.files = rentalFiles(9);
  await behind.read();
  ahead.suspend(false);
  await settled([ahead, behind], service);
  service.files = rentalFiles(4);
  await ahead.read();
  await settled([ahead, behind], service);
  expect(shownBy(ahead)).toEqual(shownBy(behind));
});

test('many files that are followed by few, and by none, are taken over', async () => {
  const service = serviceOf(rentalFiles(2_000));
  const reader = startInstance(service);
  await reader.read();
  const other = startInstance(service);
  for (const count of [2_000, 10, 0, 1_500]) {
    service.files = rentalFiles(count);
    await reader.read();
    await settled([reader, other], service);
  }
  expect(other.isDegraded()).toBe(false);
  expect(other.refused).toEqual([]);
});

test('nothing of a person can be read in the database', async () => {
  const service = serviceOf(rentalFiles(40));
  const reader = startInstance(service);
  await reader.replication.publish(await reader.read());
  const rows = await runSql(
    store,
    `select string_agg(encode(content, 'escape'), '') as content from rental_desk.snapshot_segments
     union all select string_agg(encode(manifest, 'escape'), '') from rental_desk.shared_snapshots`,
  );
  const stored = JSON.stringify(rows);
  expect(stored.length).toBeGreaterThan(500);
  expect(stored).not.toMatch(/Anne|Lef|Flat|R-1|api\.example/);
});

async function storedSegments(): Promise<string[]> {
  const rows = await runSql(store, 'select id from rental_desk.snapshot_segments order by id');
  return rows.map((row) => JSON.stringify(row));
}

test('what a file held before it changed leaves the database within two days', async () => {
  const service = serviceOf(rentalFiles(40));
  const reader = startInstance(service);
  await reader.replication.publish(await reader.read());
  const first = await storedSegments();
  service.files = rentalFiles(39);
  await reader.replication.publish(await reader.read());
  // One file less is written beside the first ones, which hold it still.
  expect(await storedSegments()).toEqual(expect.arrayContaining(first));
  times += DAY_MS;
  for (const _ of ['the day after', 'its next', 'its next but one']) {
    await reader.replication.publish(await reader.read());
  }
  expect(first.length).toBeGreaterThan(0);
  expect((await storedSegments()).filter((id) => first.includes(id))).toEqual([]);
});

test('after a crash of the database, which empties what is shared, all goes on', async () => {
  const service = serviceOf(rentalFiles(5));
  const reader = startInstance(service);
  await reader.read();
  const other = startInstance(service);
  await other.read('changes');
  await postgres.crash();
  await postgres.restart();
  service.files = rentalFiles(8);
  await vi.waitUntil(
    () =>
      runSql(store, 'select 1').then(
        () => true,
        () => false,
      ),
    WAIT,
  );
  await reader.read();
  await settled([reader, other], service);
  await vi.waitUntil(() => !other.isDegraded() && !reader.isDegraded(), WAIT);
  expect(shownBy(other)).toEqual(shownBy(reader));
});

test.each([
  ['is full', `raise exception 'no space left on device' using errcode = 'disk_full'`],
  ['is too slow', `raise exception 'statement timeout' using errcode = 'query_canceled'`],
  ['goes away meanwhile', 'perform pg_terminate_backend(pg_backend_pid())'],
])(
  'a database that %s is told, and the service is not read again and again for it',
  async (_what, fails) => {
    const service = serviceOf(rentalFiles(5));
    await breakSegments(fails);
    const fleet = [startInstance(service), startInstance(service)];
    try {
      await Promise.all(fleet.map((instance) => instance.read()));
      await vi.waitUntil(() => fleet.some((instance) => instance.isDegraded()), WAIT);
      // Twenty looks at a lease that nobody holds.
      await setTimeout(20 * TEND_MS);
      expect(service.readings).toBeLessThanOrEqual(2 * fleet.length);
      expect(fleet.map((instance) => shownBy(instance).files?.length)).toEqual([5, 5]);
      expect(fleet.map(({ replication }) => replication.reading().because)).toContain('database');
    } finally {
      await mendSegments();
    }
    service.files = rentalFiles(6);
    // As when a reading is due.
    await fleet[0]?.read('changes');
    await settled(fleet, service);
    await vi.waitUntil(() => !fleet.some((instance) => instance.isDegraded()), WAIT);
  },
);

test('who has failed to publish waits for its next reading, also when another one gives up the lease', async () => {
  const service = serviceOf(rentalFiles(5));
  await breakSegments(`raise exception 'no space left on device' using errcode = 'disk_full'`);
  const instance = startInstance(service);
  try {
    await instance.read();
    await vi.waitUntil(() => instance.isDegraded(), WAIT);
    await runSql(
      store,
      `update rental_desk.snapshot_lease set holder = 'another', token = token + 1,
         published = published + 1, expires_at = clock_timestamp() + interval '1 hour'`,
    );
    await vi.waitUntil(() => instance.replication.reading().reader !== null, WAIT);
    await leaseEnds();
    await vi.waitUntil(() => instance.replication.reading().reader === null, WAIT);
    // Longer than it waits between two looks at what is published.
    await setTimeout(20 * TEND_MS);
    expect(service.readings).toBe(1);
  } finally {
    await mendSegments();
  }
  await instance.read('changes');
  await vi.waitUntil(() => !instance.isDegraded(), WAIT);
  expect(service.readings).toBe(2);
});

/** @param fails what the database does, in PL/pgSQL, whenever a segment is stored */
async function breakSegments(fails: string): Promise<void> {
  await runSql(
    store,
    `create or replace function public.fails() returns trigger language plpgsql
     as $$ begin ${fails}; return new; end $$`,
  );
  await runSql(
    store,
    `create or replace trigger fails before insert on rental_desk.snapshot_segments
     for each row execute function public.fails()`,
  );
}

async function mendSegments(): Promise<void> {
  await runSql(store, 'drop trigger fails on rental_desk.snapshot_segments');
}

/** Steps of the reader; more kills with `KILLS`. */
const STEPS = [
  'lease:after',
  'putSegments:before',
  'putSegments:after',
  'publish:before',
  'publish:after',
];
const KILLS = Number(process.env['KILLS'] ?? 2 * STEPS.length);

test(
  'a reader that is killed at any step is followed, and nobody pages through a wrong list',
  async () => {
    const service = serviceOf(rentalFiles(20));
    let fleet = [startInstance(service), startInstance(service)];
    await Promise.all(fleet.map((instance) => instance.read()));
    for (let killed = 0; killed < KILLS; killed += 1) {
      // The reader leaves, so that the one to be killed takes its place.
      const [leaving, ...others] = fleet;
      leaving?.kill();
      for (const other of others) other.suspend(true);
      await leaseEnds();
      service.files = rentalFiles(5 + (killed % 17)).map((file, index) =>
        index === killed % 5 ? { ...file, decision: 'READY' } : file,
      );
      const dying = startInstance(service, { killAt: STEPS[killed % STEPS.length] ?? '' });
      await Promise.race([dying.read(), vi.waitUntil(() => dying.isKilled(), WAIT)]).catch(
        () => {},
      );
      await vi.waitUntil(() => dying.isKilled(), WAIT);
      for (const other of others) other.suspend(false);
      await leaseEnds();
      fleet = [...others, startInstance(service)];
      await fleet[0]?.read();
      await settled(fleet, service);
      const [id, ...ids] = fleet.map((instance) => shownBy(instance).id);
      expect(ids).toEqual(ids.map(() => id));
      expect(fleet.flatMap(({ refused }) => refused)).toEqual([]);
    }
  },
  60_000 + KILLS * 5_000,
);

/** What may happen to a fleet. */
const step = fc.oneof(
  fc.record({ what: fc.constant('files' as const), count: fc.integer({ min: 0, max: 25 }) }),
  fc.record({ what: fc.constantFrom('read', 'kill', 'cut', 'suspend'), which: fc.nat({ max: 9 }) }),
  fc.constant({ what: 'join' as const }),
);

/** Answers that come in another order than they were asked for, or at once. */
const late = fc.record({ lateMsMax: fc.constantFrom(0, 3 * TEND_MS) });

const RUNS = Number(process.env['RUNS'] ?? 5);

test(
  'whatever happens, every instance answers in the end as one alone would',
  async () => {
    let decided = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 10 }),
        late,
        async (steps, over) => {
          const service = serviceOf(rentalFiles(10));
          let fleet = [startInstance(service, over), startInstance(service, over)];
          for (const each of steps) {
            const instance = 'which' in each ? fleet[each.which % fleet.length] : undefined;
            if (each.what === 'files' && 'count' in each) {
              decided += 1;
              service.files = rentalFiles(each.count + 1).map((file, index) =>
                index === decided % (each.count + 1) ? { ...file, decision: 'READY' } : file,
              );
            }
            if (each.what === 'join') fleet = [...fleet, startInstance(service, over)];
            if (each.what === 'read') await instance?.read();
            if (each.what === 'cut') instance?.cutOff(true);
            if (each.what === 'suspend') instance?.suspend(true);
            if (each.what === 'kill' && fleet.length > 1) {
              instance?.kill();
              fleet = fleet.filter((other) => other !== instance);
            }
            if (['kill', 'cut', 'suspend'].includes(each.what)) await leaseEnds();
            await setTimeout(TEND_MS);
            for (const other of fleet) {
              other.cutOff(false);
              other.suspend(false);
            }
          }
          await leaseEnds();
          const [asking] = fleet;
          await asking?.read();
          await settled(fleet, service);
          const shown = fleet.map((instance) => shownBy(instance).id);
          expect(new Set(shown).size).toBe(1);
          for (const instance of fleet) instance.kill();
        },
      ),
      { numRuns: RUNS },
    );
  },
  120_000 + RUNS * 10_000,
);
