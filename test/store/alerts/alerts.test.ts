import { beforeEach, expect, test } from 'vitest';

import type { Digest } from '../../../src/store/digest.ts';
import {
  ALERT_ASPECTS,
  type AlertMatches,
  AlertOptions,
  EVENT_ASPECTS,
  type EventAspect,
} from '../../../src/store/events.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { addDigest, planned } from '../fixture.ts';
import { emptyTables, runSql } from '../run-sql.ts';

const ENTERS: AlertOptions = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null };
const LEAVES: AlertOptions = { ...ENTERS, on: 'leaves' };
const CHANGES: AlertOptions = { ...ENTERS, on: 'changes', aspects: [...ALERT_ASPECTS] };
const LATER = 4_000_000_000_000;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'digests', 'file_events', 'watched_files');
});

const snapshotWith = (...ids: string[]) => ({
  readAtMs: Date.now(),
  readUntilMs: Date.now(),
  generation: null,
  has: (id: string) => ids.includes(id),
});

/** A snapshot of a certain moment. */
/** No event closes a file. */
const isClosing = () => false;
const readAt = (readAtMs: number) => ({
  readAtMs,
  readUntilMs: readAtMs,
  generation: null,
  has: () => true,
});

/** A moment of one morning. */
const second = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 8, 0, seconds));

/** All files of a snapshot that fit an alert. */
function matching(
  { id, version, alert }: Digest,
  fits: readonly string[],
  over: Partial<AlertMatches> = {},
): AlertMatches {
  return { id, version, on: alert?.on ?? 'enters', fits: new Set(fits), among: 'all', ...over };
}

/** An alert that these files fit, and that has announced nothing. */
async function begun(alert: AlertOptions, ...fits: string[]): Promise<Digest> {
  const digest = await addDigest(store, { alert });
  await store.alerts.apply([matching(digest, fits)], snapshotWith(...fits));
  return digest;
}

/** Records that something happened to a file a second ago. */
async function happened(fileId: string, aspect: string, from?: string, to?: string) {
  await runSql(
    store,
    `insert into rental_desk.file_events (file_id, aspect, from_value, to_value, after_at, before_at)
     values ($1, $2, $3, $4, clock_timestamp() - interval '2 seconds', clock_timestamp() - interval '1 second')`,
    [fileId, aspect, from ?? null, to ?? null],
  );
}

/** What alerts are to announce: `enters a`, `score a 5 6`. */
async function announcedBy(...alerts: readonly Digest[]): Promise<string[]> {
  const rows = await runSql(
    store,
    `select concat_ws(' ', kind, file_id, from_value, to_value) as what
     from rental_desk.alert_entries where digest_id = any($1) order by id`,
    [alerts.map(({ id }) => id)],
  );
  return rows.map((row) => String(Object(row).what));
}

/** The files that fit an alert as last recorded. */
async function fittingOf({ id }: Digest): Promise<string[]> {
  const rows = await runSql(
    store,
    'select file_id as id from rental_desk.alert_files where digest_id = $1 and left_at is null order by 1',
    [id],
  );
  return rows.map((row) => String(Object(row).id));
}

test('only alerts that go on have a state, with what was last looked at', async () => {
  await addDigest(store);
  const alert = await addDigest(store, { alert: ENTERS });
  const paused = await addDigest(store, { alert: ENTERS });
  await store.digests.pause(paused.id, 'asked', 'U1');
  const removed = await addDigest(store, { alert: ENTERS });
  await store.digests.remove(removed.id, 'U1');
  const before = await store.alerts.states();
  expect(before.states).toEqual([{ id: alert.id, version: alert.version, evaluated: null }]);
  expect(Math.abs(before.nowMs - Date.now())).toBeLessThan(60_000);

  await happened('a', 'score');
  const snapshot = snapshotWith('a');
  await store.alerts.apply([matching(alert, ['a'])], snapshot);
  const rows = await runSql(store, 'select max(id)::float8 as id from rental_desk.file_events');
  const { states } = await store.alerts.states();
  const evaluated = { readAtMs: snapshot.readAtMs, eventId: Object(rows[0]).id };
  expect(states).toEqual([{ id: alert.id, version: alert.version, evaluated }]);
  const other = await addDigest(store, { alert: ENTERS });
  for (const ids of [[], ['none'], [alert.id], [other.id, alert.id]]) {
    const named = await store.alerts.states(ids);
    expect(named.states.map(({ id }) => id).toSorted()).toEqual(
      ids.filter((id) => id !== 'none').toSorted(),
    );
    expect(Math.abs(named.nowMs - Date.now())).toBeLessThan(60_000);
  }
});

test('alerts are loaded by their ids, and none without any', async () => {
  const [one, other] = [await addDigest(store, { alert: ENTERS }), await addDigest(store)];
  await addDigest(store);
  const loaded = await store.alerts.load([one.id, other.id, 'none']);
  expect(new Set(loaded)).toEqual(new Set([one, other]));
  expect(await store.alerts.load([])).toEqual([]);
});

test('an alert that has changed, or whose last reading was newer, is left out', async () => {
  const alert = await begun(ENTERS, 'a');
  const now = Date.now();
  const both = matching(alert, ['a', 'b']);
  expect(await store.alerts.apply([{ ...both, version: 7 }], readAt(now + 1))).toEqual(
    new Set([alert.id]),
  );
  expect(await store.alerts.apply([{ ...both, id: 'none' }], readAt(now + 1))).toEqual(
    new Set(['none']),
  );
  const { states } = await store.alerts.states();
  const last = states[0]?.evaluated?.readAtMs ?? 0;
  expect(await store.alerts.apply([both], readAt(last - 1))).toEqual(new Set([alert.id]));
  expect(await announcedBy(alert)).toEqual([]);
  // The same reading may be looked at again, as after a restart.
  expect(await store.alerts.apply([both], readAt(last))).toEqual(new Set());
  expect(await announcedBy(alert)).toEqual(['enters b']);
});

test('after the clock was set back, alerts are evaluated again', async () => {
  const alert = await begun(ENTERS, 'a');
  await runSql(
    store,
    `update rental_desk.alert_states set read_at = clock_timestamp() + interval '1 hour'`,
  );
  const both = matching(alert, ['a', 'b']);
  expect(await store.alerts.apply([both], snapshotWith('a', 'b'))).toEqual(new Set());
  expect(await announcedBy(alert)).toEqual(['enters b']);
});

test('an alert is evaluated for the first time over all files, and then over any', async () => {
  const alert = await addDigest(store, { alert: ENTERS });
  const some = matching(alert, ['a'], { among: new Set(['a']) });
  expect(await store.alerts.apply([some], snapshotWith('a', 'b'))).toEqual(new Set([alert.id]));
  expect(await fittingOf(alert)).toEqual([]);
  await store.alerts.apply([matching(alert, [])], snapshotWith('a', 'b'));
  expect(await store.alerts.apply([some], snapshotWith('a', 'b'))).toEqual(new Set());
  expect(await announcedBy(alert)).toEqual(['enters a']);
  expect(await fittingOf(alert)).toEqual(['a']);
});

test('only a file that was looked at, and is there, leaves', async () => {
  const alert = await begun(LEAVES, 'a', 'b', 'c', 'd');
  const among = new Set(['a', 'b']);
  const some = matching(alert, ['a'], { among });
  await store.alerts.apply([some], snapshotWith('a', 'b', 'c', 'd'));
  expect(await announcedBy(alert)).toEqual(['leaves b']);
  expect(await fittingOf(alert)).toEqual(['a', 'c', 'd']);
  await store.alerts.apply([matching(alert, ['a'])], snapshotWith('a', 'c'));
  expect(await announcedBy(alert)).toEqual(['leaves b', 'leaves c']);
  expect(await fittingOf(alert)).toEqual(['a', 'd']);
});

test('an alert announces what it is about: what enters, what leaves, or neither of them', async () => {
  const [entering, leaving, changing] = [
    await begun(ENTERS, 'a'),
    await begun(LEAVES, 'a'),
    await begun(CHANGES, 'a'),
  ];
  const all = [entering, leaving, changing];
  await store.alerts.apply(
    all.map((alert) => matching(alert, ['b'])),
    snapshotWith('a', 'b'),
  );
  expect(await announcedBy(entering)).toEqual(['enters b']);
  expect(await announcedBy(leaving)).toEqual(['leaves a']);
  expect(await announcedBy(changing)).toEqual([]);
  for (const alert of all) expect(await fittingOf(alert)).toEqual(['b']);
});

test('evaluated together, an alert over some files and one over all do not mix', async () => {
  const [one, other] = [await begun(LEAVES, 'a', 'b'), await begun(LEAVES, 'a', 'b')];
  await store.alerts.apply(
    [matching(one, []), matching(other, [], { among: new Set(['a']) })],
    snapshotWith('a', 'b'),
  );
  expect((await announcedBy(one)).toSorted()).toEqual(['leaves a', 'leaves b']);
  expect(await announcedBy(other)).toEqual(['leaves a']);
});

test('what is announced already stays so when the file leaves again', async () => {
  const alert = await begun(ENTERS);
  await store.alerts.apply([matching(alert, ['a'])], snapshotWith('a', 'b'));
  const id = await planned(store, alert);
  await runSql(store, 'update rental_desk.alert_entries set delivery_id = $1', [id]);
  await store.alerts.apply([matching(alert, [])], snapshotWith('a', 'b'));
  expect(await announcedBy(alert)).toEqual(['enters a']);
  expect(await store.alerts.entriesOf(id)).toEqual([
    { fileId: 'a', kind: 'enters', from: null, to: null },
  ]);
});

test('a change that was to be announced is so although the file has entered or left meanwhile', async () => {
  const alert = await begun(CHANGES, 'a');
  await happened('a', 'score', '5', '6');
  await store.alerts.applyEvents([alert], snapshotWith('a'), isClosing);
  await store.alerts.apply([matching(alert, [])], snapshotWith('a'));
  expect(await announcedBy(alert)).toEqual(['score a 5 6']);
});

test('more files than fit into one statement enter and leave, each once', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => `f${index}`);
  const [entering, leaving] = [await begun(ENTERS), await begun(LEAVES, ...many)];
  await store.alerts.apply(
    [matching(entering, many), matching(leaving, [])],
    snapshotWith(...many),
  );
  expect(new Set(await announcedBy(entering))).toEqual(new Set(many.map((id) => `enters ${id}`)));
  expect(new Set(await announcedBy(leaving))).toEqual(new Set(many.map((id) => `leaves ${id}`)));
  expect(await fittingOf(entering)).toHaveLength(many.length);
  expect(await fittingOf(leaving)).toEqual([]);
});

test.each(EVENT_ASPECTS)(
  'a change of %s is announced by alerts that name it, if any may',
  async (aspect) => {
    const name = ALERT_ASPECTS.find((known) => known === aspect);
    const others = ALERT_ASPECTS.filter((known) => known !== aspect);
    const naming = await begun({ ...CHANGES, aspects: name ? [name] : [] }, 'a');
    const silent = await begun({ ...CHANGES, aspects: others }, 'a');
    const entering = await begun({ ...ENTERS, aspects: [...ALERT_ASPECTS] }, 'a');
    await happened('a', aspect, 'x', 'y');
    await happened('b', aspect, 'x', 'y');
    await store.alerts.applyEvents([naming, silent, entering], snapshotWith('a', 'b'), isClosing);
    expect(await announcedBy(naming)).toEqual(name ? [`${name} a x y`] : []);
    expect(await announcedBy(silent, entering)).toEqual([]);
  },
);

test('ten alerts, and those that are not evaluated yet, are told of the same event once', async () => {
  const alerts: Digest[] = [];
  for (let count = 0; count < 10; count += 1) alerts.push(await begun(CHANGES, 'a'));
  const fresh = await addDigest(store, { alert: CHANGES });
  await happened('a', 'score', '5', '6');
  await store.alerts.applyEvents(alerts, snapshotWith('a'), isClosing);
  await store.alerts.applyEvents([...alerts, fresh], snapshotWith('a'), isClosing);
  for (const alert of alerts) expect(await announcedBy(alert)).toEqual(['score a 5 6']);
  // Without any that is evaluated, nothing is looked at.
  await store.alerts.applyEvents([fresh], snapshotWith('a'), isClosing);
  await store.alerts.applyEvents([], snapshotWith('a'), isClosing);
  expect(await announcedBy(fresh)).toEqual([]);
});

test('an alert that has looked at an event before is not told again with one that has not', async () => {
  const early = await begun(CHANGES, 'a');
  const late = await begun(CHANGES, 'a');
  await happened('a', 'score', '5', '6');
  await store.alerts.applyEvents([early], snapshotWith('a'), isClosing);
  await happened('a', 'score', '6', '7');
  await store.alerts.applyEvents([early, late], snapshotWith('a'), isClosing);
  expect(await announcedBy(early)).toEqual(['score a 5 6', 'score a 6 7']);
  expect(await announcedBy(late)).toEqual(['score a 5 6', 'score a 6 7']);
});

test('a file that is gone leaves alerts of leaving, and is forgotten by all, unless it is back', async () => {
  const [leaving, entering] = [await begun(LEAVES, 'a', 'b'), await begun(ENTERS, 'a', 'b')];
  await happened('a', 'gone');
  await happened('b', 'gone');
  await store.alerts.applyEvents([leaving, entering], snapshotWith('b'), isClosing);
  expect(await announcedBy(leaving)).toEqual(['leaves a']);
  expect(await announcedBy(entering)).toEqual([]);
  expect(await fittingOf(leaving)).toEqual(['b']);
  expect(await fittingOf(entering)).toEqual(['b']);
});

test('more events than are taken at once are all told of, in their order', async () => {
  const alert = await begun(CHANGES, 'a');
  await runSql(
    store,
    `insert into rental_desk.file_events (file_id, aspect, from_value, to_value, after_at, before_at)
     select case when n in (1, 5001, 10001) then 'a' else 'other' end, 'score', n, n + 1,
       clock_timestamp(), clock_timestamp() from generate_series(1, 10001) as n order by n`,
  );
  await store.alerts.applyEvents([alert], snapshotWith('a'), isClosing);
  expect(await announcedBy(alert)).toEqual([
    'score a 1 2',
    'score a 5001 5002',
    'score a 10001 10002',
  ]);
});

test('an alert with something to announce is pending until it has a due time', async () => {
  const alert = await begun(ENTERS);
  const others = [await begun(ENTERS), await begun(ENTERS)];
  await store.alerts.apply(
    [alert, ...others].map((each) => matching(each, ['a'])),
    snapshotWith('a'),
  );
  const [paused, settled] = others;
  await store.digests.pause(paused?.id ?? '', 'asked', 'U1');
  const taken = await planned(store, { id: settled?.id ?? '' });
  await runSql(
    store,
    'update rental_desk.alert_entries set delivery_id = $1 where digest_id = $2',
    [taken, settled?.id],
  );
  await begun(ENTERS, 'a');
  expect(await store.alerts.pending()).toEqual([
    { digest: alert, lastDueMs: null, refusedWith: null },
  ]);

  const [older, last, missed, empty] = [
    await planned(store, alert, 9),
    await planned(store, alert, 5),
    await planned(store, alert, 1),
    await planned(store, alert, 0),
  ];
  expect(older).not.toBe(last);
  await runSql(store, "update rental_desk.deliveries set state = 'missed' where id = $1", [missed]);
  await runSql(
    store,
    "update rental_desk.deliveries set state = 'skipped', reason = 'empty' where id = $1",
    [empty],
  );
  const lastDueMs = (await store.deliveries.find(last))?.dueAt;
  const pending = { digest: alert, lastDueMs, refusedWith: null };
  expect(await store.alerts.pending()).toEqual([pending]);
  await runSql(
    store,
    `update rental_desk.deliveries set state = 'failed', reason = 'access_denied',
     queued_at = clock_timestamp() where id = $1`,
    [last],
  );
  expect(await store.alerts.pending()).toEqual([{ ...pending, refusedWith: 'access_denied' }]);
  await runSql(
    store,
    'update rental_desk.alert_entries set at = clock_timestamp() where digest_id = $1',
    [alert.id],
  );
  expect(await store.alerts.pending()).toEqual([pending]);

  await store.alerts.schedule(alert.id, LATER);
  expect(await store.alerts.pending()).toEqual([]);
  // The first due time holds.
  await store.alerts.schedule(alert.id, LATER + 1);
  expect((await store.digests.find(alert.id))?.nextDueAt).toBe(LATER);
  await store.alerts.schedule(paused?.id ?? '', LATER);
  expect((await store.digests.find(paused?.id ?? ''))?.nextDueAt).toBeNull();
});

test.each<[string, (alert: Digest) => Promise<unknown>]>([
  ['begins anew', async (alert) => store.alerts.reset(alert)],
  ['is removed', async ({ id }) => store.digests.remove(id, 'U1')],
])('what %s forgets what fitted and what is not announced, of itself alone', async (_, forget) => {
  const [alert, other] = [await begun(ENTERS, 'a'), await begun(ENTERS, 'a')];
  const both = [alert, other];
  await store.alerts.apply(
    both.map((each) => matching(each, ['a', 'b'])),
    snapshotWith('a', 'b'),
  );
  const id = await planned(store, alert);
  await runSql(
    store,
    'update rental_desk.alert_entries set delivery_id = $1 where digest_id = $2',
    [id, alert.id],
  );
  await runSql(store, "update rental_desk.deliveries set state = 'posting' where id = $1", [id]);
  await store.alerts.apply(
    both.map((each) => matching(each, ['a', 'b', 'c'])),
    snapshotWith('a', 'b', 'c'),
  );
  await forget(alert);
  // That may be posted already.
  expect(await announcedBy(alert)).toEqual(['enters b']);
  expect(await fittingOf(alert)).toEqual([]);
  expect(await announcedBy(other)).toEqual(['enters b', 'enters c']);
  expect(await fittingOf(other)).toEqual(['a', 'b', 'c']);
  const { states } = await store.alerts.states();
  expect(states.find(({ id: each }) => each === alert.id)?.evaluated ?? null).toBeNull();
});

test('events are given the newest first, since an instant and as many as asked for', async () => {
  const add = async (fileId: string, aspect: EventAspect | 'unheard-of', seconds: number) =>
    runSql(
      store,
      `insert into rental_desk.file_events (file_id, aspect, from_value, to_value, after_at, before_at)
       values ($1, $2, '5', '6', $3, $4)`,
      [fileId, aspect, second(seconds - 1), second(seconds)],
    );
  await add('c', 'score', 3);
  await add('a', 'status', 1);
  await add('b', 'gone', 2);
  await add('b again', 'back', 2);
  await add('d', 'unheard-of', 4);
  const since = async (seconds: number, limit: number) =>
    (await store.alerts.eventsSince(second(seconds).getTime(), limit)).map(({ fileId }) => fileId);
  expect(await since(1, 10)).toEqual(['c', 'b again', 'b', 'a']);
  expect(await since(2, 10)).toEqual(['c', 'b again', 'b']);
  expect(await since(1, 2)).toEqual(['c']);
  const [event] = await store.alerts.eventsSince(second(3).getTime(), 10);
  expect(event).toEqual({
    fileId: 'c',
    aspect: 'score',
    from: '5',
    to: '6',
    afterMs: second(2).getTime(),
    beforeMs: second(3).getTime(),
  });
});

test('what a newer version has chosen for an alert becomes the quietest choice', () => {
  const quiet = { from: '19:00', until: '08:00' };
  const chosen: AlertOptions = { on: 'leaves', aspects: ['archived'], everyMinutes: 15, quiet };
  expect(AlertOptions.parse(chosen)).toEqual(chosen);
  expect(
    AlertOptions.parse({ on: 'sings', aspects: ['mood'], everyMinutes: -1, quiet: 'always' }),
  ).toEqual({ on: 'enters', aspects: [], everyMinutes: 1_440, quiet: null });
});
