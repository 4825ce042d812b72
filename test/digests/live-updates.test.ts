import { beforeEach, expect, test } from 'vitest';

import { PostError } from '../../src/delivery/ports.ts';
import type { LiveUpdatePorts } from '../../src/digests/live-updates.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import { liveStage, type LiveStage, type Posted, waiting } from './live-fixture.ts';

const MINUTE_MS = 60_000;
const accepted = { decision: 'ACCEPTED' };

let store: DigestStore;
let workspace: SlackWorkspace;
let stage: LiveStage;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await runSql(store, 'delete from rental_desk.channel_settings');
  await runSql(store, 'update rental_desk.deliveries set live = null');
  workspace = await testWorkspace({ now: () => Date.now() });
  stage = liveStage(store, workspace);
  stage.has([waiting('a'), waiting('b', { decision: 'PENDING' }), waiting('c')]);
});

const texts = () => stage.standing().map(({ text }) => text);
const firstLine = () => texts()[0]?.split('\n')[0];
const isRewritten = () => / of 3 decided/.test(texts()[0] ?? '');

/** The second of three files is decided; a minute has passed. */
async function bIsAccepted(): Promise<void> {
  stage.has([waiting('a'), waiting('b', accepted), waiting('c')]);
  await stage.aMinuteLater();
}

test('what is decided is struck through, and said in words', async () => {
  const { digest, deliveryId } = await stage.post();
  const [before] = stage.standing();
  stage.has([
    waiting('a', accepted),
    waiting('b', { decision: 'REJECTED' }),
    waiting('c'),
    waiting('d'),
  ]);
  await stage.aMinuteLater();
  await stage.look();

  const [after, ...others] = stage.standing();
  expect(others).toEqual([]);
  expect(after?.ts).toBe(before?.ts);
  expect(after?.metadata).toEqual({
    event_type: 'rental_desk_digest',
    event_payload: { slot: deliveryId },
  });
  expect(after?.text.split('\n')).toEqual([
    `${digest.name}: 2 of 3 decided · 1 still waiting · 1 ready to decide · 1 approved · 1 declined · 1 new since, in the next digest`,
    expect.stringMatching(/\(Europe\/Paris\) · updated \d\d:\d\d$/),
    'Ready to decide (when posted)',
    '1. decided: approved, Flat a (R-a), A.\u00a0D.',
    expect.stringMatching(/^2\. Flat c \(R-c\), A\.\u00a0D\., Ready, waiting/),
    'In review (when posted)',
    '3. decided: declined, Flat b (R-b), A.\u00a0D.',
    '/rental pending',
  ]);
  // The one that still waits, and the one that came.
  expect(JSON.stringify(after?.blocks)).toContain('"View all (2)"');
  expect(JSON.stringify(after?.blocks)).toContain(
    '~*<https://console.example.com/a|Flat a>*~\\n~R-a · A.\u00a0D.~\\n:white_check_mark: decided: approved',
  );
});

test('a channel that speaks French reads it in French', async () => {
  await store.settings.save(CHANNELS.leasing, { language: 'fr' }, PEOPLE.claire);
  await stage.post();
  await bIsAccepted();
  await stage.look();
  expect(texts()[0]).toMatch(
    /\u00a0: 1 décidé sur 3 · 2 encore en attente · 2 prêts à décider · 1 accepté\n/,
  );
  expect(texts()[0]).toContain('3. décidé\u00a0: accepté, Flat b');
});

test.each([
  ['archived', waiting('b', { archived_at: '2026-11-20T09:00:00Z' }), 'archived since, Flat b'],
  ['closed', waiting('b', { status: 'CLOSED' }), 'closed since, Flat b'],
  ['gone', null, 'no longer in the list of rental files'],
])('a file that is %s is no decided one', async (_how, b, says) => {
  await stage.post();
  stage.has([waiting('a'), ...(b === null ? [] : [b]), waiting('c')]);
  await stage.aMinuteLater();
  await stage.look();
  expect(firstLine()).toMatch(
    /: 0 of 3 decided · 2 still waiting · 2 ready to decide · 1 no longer here$/,
  );
  expect(texts()[0]).toContain(`3. ${says}`);
});

test('what is not known of other files is still said once a post is updated', async () => {
  const unknown = [
    waiting('x', { decision: 'ON_APPEAL' }),
    waiting('y', { archived_at: 'garbled' }),
  ];
  stage.has([waiting('a'), waiting('b'), ...unknown]);
  await stage.post();
  const notices = ['ON_APPEAL', 'Whether 1 file is archived'];
  for (const notice of notices) expect(texts()[0]).toContain(notice);

  stage.has([waiting('a', accepted), waiting('b'), ...unknown]);
  await stage.aMinuteLater();
  await stage.look();

  expect(firstLine()).toContain('1 of 2 decided');
  for (const notice of notices) expect(texts()[0]).toContain(notice);
});

test('what was decided by mistake waits again', async () => {
  await stage.post();
  await bIsAccepted();
  await stage.look();
  expect(firstLine()).toContain('1 of 3 decided');
  stage.has([waiting('a'), waiting('b'), waiting('c')]);
  await stage.aMinuteLater();
  await stage.look();
  expect(firstLine()).toContain('0 of 3 decided · 3 still wait');
});

test('files that were snoozed when it was posted are none of its files', async () => {
  const files = [waiting('a'), waiting('b'), waiting('c'), waiting('d')];
  stage.has(files);
  stage.snooze(['c', 'd']);
  const { digest } = await stage.post();
  expect(firstLine()).toContain('2 rental files await a decision');
  expect(texts()[0]).toContain('2 snoozed, not shown');

  stage.has([waiting('a'), waiting('b'), waiting('c', accepted), waiting('d')]);
  await stage.aMinuteLater();
  await stage.look();
  expect(firstLine()).toContain('2 rental files await a decision');

  stage.has([waiting('a', accepted), waiting('b'), waiting('c', accepted), waiting('d')]);
  await stage.look();
  expect(firstLine()).toBe(
    `${digest.name}: 1 of 2 decided · 1 still waiting · 1 ready to decide · 1 approved`,
  );
  expect(texts()[0]).toContain('1 snoozed, not shown');

  // One that was snoozed while it stood in the post still stands in it.
  stage.snooze(['b', 'd']);
  stage.has([waiting('a'), waiting('b'), waiting('c', accepted), waiting('d')]);
  await stage.aMinuteLater();
  await stage.look();
  expect(firstLine()).toContain('0 of 2 decided · 2 still waiting');
  expect(texts()[0]).toContain('1 snoozed, not shown');
});

test('a post is written at most once a minute, and not while nothing has changed', async () => {
  await stage.post();
  stage.has([waiting('a'), waiting('b', accepted), waiting('c')]);
  const live = stage.follower();
  const going = new AbortController().signal;
  await live(going);
  expect(isRewritten()).toBe(false);
  await stage.aMinuteLater();
  await stage.look();
  const [first] = stage.standing();
  stage.has([waiting('a', accepted), waiting('b', accepted), waiting('c')]);
  await stage.look();
  expect(stage.standing()).toEqual([first]);
  await stage.aMinuteLater();
  await stage.look();
  expect(firstLine()).toContain('2 of 3 decided');
  const [second] = stage.standing();
  stage.has([waiting('a', accepted), waiting('b', accepted), waiting('c')]);
  await stage.aMinuteLater();
  await stage.look();
  expect(stage.standing()).toEqual([second]);
});

test('a post that is recorded after the newest reading was handled is written a minute later', async () => {
  let monotonicMs = 0;
  const live = stage.follower({ monotonic: () => monotonicMs });
  const going = new AbortController().signal;
  const newest = [waiting('a'), waiting('b', accepted), waiting('c')];
  stage.has(newest, { id: 'newest' });
  await live(going);
  stage.has([waiting('a'), waiting('b'), waiting('c')]);
  await stage.post();
  stage.has(newest, { id: 'newest' });
  await stage.aMinuteLater();

  await live(going);
  expect(isRewritten()).toBe(false);
  monotonicMs += MINUTE_MS;
  await live(going);
  expect(isRewritten()).toBe(true);
});

test('a post is taken for a minute from when it came', async () => {
  const { deliveryId } = await stage.post();
  const inTime = Date.now() + MINUTE_MS;
  expect(await store.live.take(deliveryId, inTime, 1)).toBe(false);
  await runSql(
    store,
    "update rental_desk.deliveries set posted_at = posted_at - interval '61 seconds'",
  );
  expect(await store.live.take(deliveryId, inTime, 1)).toBe(true);
  expect(await store.live.take(deliveryId, inTime, 1)).toBe(false);
});

const inDeliveries = (change: string) => async () =>
  runSql(store, `update rental_desk.deliveries set ${change}`);

test.each<readonly [string, (posted: Posted) => Promise<unknown>]>([
  ['the next one is posted', async ({ digest }) => stage.postAgain(digest)],
  ['it is paused', async ({ digest: { id } }) => store.digests.pause(id, 'asked', 'U1')],
  [
    'it is snoozed',
    async ({ digest: { id } }) => store.digests.snooze(id, Date.now() + MINUTE_MS, 'U1'),
  ],
  ['it is removed', async ({ digest: { id } }) => store.digests.remove(id, 'U1')],
  [
    'it is switched off',
    async ({ digest }) => {
      const options = { ...digest.options, live: false };
      await store.digests.edit(digest, { ...digest, options }, 'U1', null);
    },
  ],
  ['a day has passed', inDeliveries("due_at = due_at - interval '24 hours'")],
  ['its layout is one of another version', inDeliveries(`live = '{"version":1}'`)],
  ['its post was removed', inDeliveries('removed_at = clock_timestamp()')],
  [
    'its post was emptied',
    async () => {
      const [post] = stage.standing();
      await store.posts.redacted(CHANNELS.leasing, post?.ts ?? '');
    },
  ],
  [
    'it is due in that channel',
    async ({ digest }) =>
      runSql(
        store,
        `insert into rental_desk.deliveries (id, digest_id, slot, kind, due_at, give_up_at, state, channel_id)
     values (gen_random_uuid(), $1, 'now', 'run', clock_timestamp(), clock_timestamp(), 'planned', 'C1')`,
        [digest.id],
      ),
  ],
])('once %s, the post stays as it is', async (_when, end) => {
  const posted = await stage.post();
  const [before] = stage.standing();
  await end(posted);
  await bIsAccepted();
  await stage.look();
  expect(stage.standing()[0]).toEqual(before);
  await runSql(store, "delete from rental_desk.deliveries where channel_id = 'C1'");
});

test.each([
  ['has a doubt', [waiting('a'), waiting('b', accepted), waiting('c')], { inconsistency: 'moved' }],
  [
    'is older than the post',
    [waiting('a'), waiting('b', accepted), waiting('c')],
    { startedAt: 1 },
  ],
  ['could not read a file that is missing', [waiting('a'), waiting('c')], { skipped: 1 }],
] as const)('a reading that %s changes nothing', async (_how, files, over) => {
  await stage.post();
  stage.has(files, over);
  await stage.aMinuteLater();
  await stage.look();
  expect(isRewritten()).toBe(false);
});

test.each([
  ['empty', [], { whenEmpty: 'clear' }],
  ['switched off', [waiting('a')], { live: false }],
] as const)('a post that is %s stays as it is', async (_how, files, options) => {
  stage.has(files);
  await stage.post(options);
  const before = stage.standing();
  stage.has([waiting('a', accepted)]);
  await stage.aMinuteLater();
  await stage.look();
  expect(stage.standing()).toEqual(before);
});

test('a post in a channel that is shared with others by now is not updated any more', async () => {
  await store.settings.save(CHANNELS.leasing, { privacy: 'full' }, PEOPLE.claire);
  await stage.post({ privacy: 'full' });
  await bIsAccepted();
  await stage.look({ poster: { ...stage.poster, lastSharing: () => 'external' } });
  await stage.aMinuteLater();
  await stage.look();
  expect(texts()[0]).toContain('Anne Dupont');
  expect(isRewritten()).toBe(false);
});

test('under a heading that would name a manager to strangers, nothing is written', async () => {
  const managers = ['bob@agency.example'];
  stage.has([waiting('a', { managers }), waiting('b', { managers })]);
  await stage.post({ group: 'manager' });
  const before = stage.standing();
  stage.has([waiting('a', { managers, ...accepted }), waiting('b', { managers })]);
  await stage.aMinuteLater();
  await store.settings.save(CHANNELS.leasing, { privacy: 'reference' }, PEOPLE.claire);
  await stage.look();
  expect(stage.standing()).toEqual(before);
});

test('headings and changes stay as they were, and the chart, too', async () => {
  const { digest } = await stage.post({ group: 'property' });
  stage.has([waiting('a'), waiting('c'), waiting('d')]);
  await stage.postAgain(digest);
  const [, before = ''] = texts();
  expect(before).toMatch(/Since the last digest: 1 new \(R-d, A\.\u00a0D\.\); 1 no longer here/);
  stage.has([waiting('a'), waiting('c', accepted)]);
  await stage.aMinuteLater();
  await stage.look();
  const [, after = ''] = texts();
  expect(after).toMatch(
    /: 1 of 3 decided · 1 still waiting · 1 ready to decide · 1 approved · 1 no longer here\n/,
  );
  expect(after).toMatch(/Since the last digest: 1 new; 1 no longer here/);
  expect(after).toMatch(/^Flat a · R-a \(when posted\)$/m);
  expect(after).toMatch(/^No longer listed$/m);
});

test('two instances write it once', async () => {
  await stage.post();
  await bIsAccepted();
  let updates = 0;
  const counting: Partial<LiveUpdatePorts> = {
    poster: {
      ...stage.poster,
      async update(...args) {
        updates += 1;
        await stage.poster.update(...args);
      },
    },
  };
  await Promise.all([stage.look(counting), stage.look(counting), stage.look(counting)]);
  expect(updates).toBe(1);
  expect(isRewritten()).toBe(true);
});

test.each([
  'message_not_found',
  'channel_not_found',
  'is_archived',
  'cant_update_message',
  'edit_window_closed',
])('after %s the post is left alone, and the digest goes on', async (code) => {
  const { digest } = await stage.post();
  await bIsAccepted();
  const refusing: Partial<LiveUpdatePorts> = {
    poster: {
      ...stage.poster,
      update: async () => Promise.reject(new PostError('refused', code)),
    },
  };
  await stage.look(refusing);
  expect(stage.refused).toEqual([code]);
  await stage.aMinuteLater();
  await stage.look();
  expect(isRewritten()).toBe(false);
  expect(await store.digests.find(digest.id)).toMatchObject({
    state: 'active',
    version: digest.version,
  });
});

test.each(['ratelimited', 'http_500'] as const)(
  'after %s it is tried again later',
  async (trouble) => {
    await stage.post();
    await bIsAccepted();
    workspace.interrupt({ method: 'chat.update', moment: 'before', trouble });
    await expect(stage.look()).rejects.toThrow(PostError);
    await stage.look();
    expect(isRewritten()).toBe(false);
    // As if what retention may hold for a minute were free again.
    await runSql(store, 'update rental_desk.posts set try_at = clock_timestamp()');
    await stage.aMinuteLater();
    await stage.look();
    expect(isRewritten()).toBe(true);
  },
);

test('what retention is about to empty is left to it, and the other way round', async () => {
  const { deliveryId } = await stage.post();
  await bIsAccepted();
  await runSql(
    store,
    "update rental_desk.posts set try_at = clock_timestamp() + interval '10 minutes'",
  );
  await stage.look();
  expect(isRewritten()).toBe(false);
  await runSql(store, 'update rental_desk.posts set try_at = clock_timestamp()');
  expect(await store.live.take(deliveryId, Date.now() + MINUTE_MS, MINUTE_MS)).toBe(true);
  await store.settings.save(CHANNELS.leasing, { retentionDays: 1 }, PEOPLE.claire);
  await runSql(
    store,
    "update rental_desk.posts set posted_at = posted_at - interval '2 days' where key = $1",
    [deliveryId],
  );
  expect(await store.posts.takeExpired()).toBeNull();
  await store.live.recordUpdate(deliveryId, 'x', Date.now());
  expect(await store.posts.takeExpired()).toMatchObject({ channelId: CHANNELS.leasing });
});

test('nothing of a person is kept for it', async () => {
  await stage.post({ group: 'property' });
  const kept = JSON.stringify(
    await runSql(store, 'select live, live_shown from rental_desk.deliveries'),
  );
  expect(kept).toContain('"ids":["a"]');
  expect(kept).not.toMatch(/Anne|Dupont|Flat|R-a/);
});
