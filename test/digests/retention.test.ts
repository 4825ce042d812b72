import { randomUUID } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import { PostError, type PostLog } from '../../src/delivery/ports.ts';
import { createRetention, type RetentionPorts } from '../../src/digests/retention.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import type { ChannelSettings } from '../../src/store/channel-settings.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createDeliveryFixture, messageOf } from '../delivery/fixture.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { INSIDE } from '../support/channels.ts';
import { serverPlace } from '../support/places.ts';
import { shownIn } from '../support/screen.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';

const { leasing, lyon } = CHANNELS;
const DAY_MS = 86_400_000;
const AFTER_30 = 'Removed by Rental Desk after 30 days.';
const GOING: AbortSignal = new AbortController().signal;

let store: DigestStore;
let workspace: SlackWorkspace;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  workspace = await testWorkspace({ now: () => Date.now() });
  await runSql(store, 'delete from rental_desk.posts');
  await runSql(store, 'delete from rental_desk.channel_settings');
});

const poster = (postLog: PostLog = store.posts) =>
  createPoster({
    monotonic: () => performance.now(),
    client: testClient(workspace, undefined, { timeout: 2_000 }),
    tokens: createActionTokens('secret'),
    access: INSIDE,
    postLog,
  });

function retention(over: Partial<RetentionPorts> = {}) {
  return createRetention({
    store,
    poster: poster(),
    latestSnapshot: () => null,
    language: 'en',
    accessLogDays: 365,
    eventLogDays: 400,
    monotonic: () => performance.now(),
    ...over,
  });
}

/** What a post of ours is, and where. */
interface Standing {
  readonly days: number;
  readonly files: readonly string[];
  readonly channel: string;
  readonly key: string;
}

/** A post of ours that has stood for so many days. */
async function posted(text: string, over: Partial<Standing> = {}): Promise<string> {
  const { days = 0, files = [], channel = leasing, key = randomUUID() } = over;
  const ts = await poster().post(channel, { ...messageOf(text), files }, key);
  await runSql(
    store,
    "update rental_desk.posts set posted_at = posted_at - $1::int * interval '24 hours' where ts = $2",
    [days, ts],
  );
  return ts;
}

const chosen = async (change: Partial<ChannelSettings>, channel: string = leasing) =>
  store.settings.save(channel, change, PEOPLE.claire);

const textsIn = (channel: string = leasing) =>
  workspace
    .state()
    .messages.filter((message) => message.channel === channel)
    .map(({ text }) => text);

const remembered = async () =>
  runSql(store, 'select ts, files, redacted_at is not null as empty from rental_desk.posts');

/** As if the time had come for what is to be tried again. */
const later = async () => runSql(store, 'update rental_desk.posts set try_at = clock_timestamp()');

test('posts of ours go when their days are over, and what others say stays', async () => {
  await posted('old', { days: 30 });
  await posted('new', { days: 29 });
  await posted('there', { days: 300, channel: lyon });
  await workspace.perform('say', { person: PEOPLE.claire, channel: leasing, text: 'hello' });
  await retention()(GOING);
  expect(textsIn()).toEqual(['old', 'new', 'hello']);

  await chosen({ retentionDays: 30 });
  await retention()(GOING);
  expect(textsIn()).toEqual(['new', 'hello']);
  expect(textsIn(lyon)).toEqual(['there']);
  expect(await remembered()).toHaveLength(2);
});

test('where posts are emptied, one sentence takes their place, in the channel’s language', async () => {
  await posted('old', { days: 30, files: ['a'] });
  await posted('vieux', { days: 30, channel: lyon });
  await chosen({ retentionDays: 30, retentionManner: 'redact' });
  await chosen({ retentionDays: 1, retentionManner: 'redact', language: 'fr' }, lyon);
  await retention()(GOING);
  expect(textsIn()).toEqual([AFTER_30]);
  expect(textsIn(lyon)).toEqual(['Retiré par Rental Desk après 1 jour.']);
  expect(shownIn(workspace)).not.toMatch(/old|vieux/);
  expect(await remembered()).toEqual([
    { ts: expect.any(String), files: [], empty: true },
    { ts: expect.any(String), files: [], empty: true },
  ]);
});

const file = (id: string, over: object = {}) => ({ id, decision: 'PENDING', ...over });

test.each([
  ['accepted', [file('a', { decision: 'ACCEPTED' }), file('b')], {}, true],
  ['rejected', [file('a', { decision: 'REJECTED' }), file('b')], {}, true],
  ['archived', [file('a', { archived_at: '2026-11-20T09:00:00Z' }), file('b')], {}, true],
  ['gone from the list', [file('b')], {}, true],
  ['ready', [file('a', { decision: 'READY' }), file('b')], {}, false],
  ['of a decision that nobody knows', [file('a', { decision: 'LATER' }), file('b')], {}, false],
  ['not in a reading that missed some', [file('b')], { skipped: 1 }, false],
  ['not in a reading with a doubt', [file('b')], { inconsistency: 'moved' }, false],
  ['not among the changes that were read', [file('b')], { isWhole: false }, false],
] as const)('a file that is %s', async (_how, files, doubts, isEmptied) => {
  const snapshot: Snapshot = { ...readingOfFiles(...files), ...doubts };
  await posted('about a', { files: ['a'] });
  await posted('about both', { files: ['a', 'b'] });
  await posted('about both, yesterday', { days: 1, files: ['a', 'b'] });
  await posted('about b', { days: 1, files: ['b'] });
  await retention({ latestSnapshot: () => snapshot })(GOING);
  expect(textsIn()).not.toContain(
    'Removed by Rental Desk: a rental file shown here is decided, archived or no longer listed.',
  );
  await chosen({ redactClosed: true });
  let newest = snapshot;
  const sweep = retention({ latestSnapshot: () => newest });
  await sweep(GOING);
  newest = { ...snapshot, startedAt: snapshot.startedAt + 1 };
  await sweep(GOING);
  const emptied =
    'Removed by Rental Desk: a rental file shown here is decided, archived or no longer listed.';
  expect(textsIn()).toEqual(
    isEmptied
      ? [emptied, 'about both', emptied, 'about b']
      : ['about a', 'about both', 'about both, yesterday', 'about b'],
  );
});

test('a file that one reading lacks keeps its posts, however often that is looked at', async () => {
  await posted('about a', { days: 1, files: ['a'] });
  await chosen({ redactClosed: true });
  const forgetful = readingOfFiles(file('b'));
  let newest = forgetful;
  const sweep = retention({ latestSnapshot: () => newest });
  const next = async (snapshot: Snapshot, startedAt: number) => {
    newest = { ...snapshot, startedAt };
    await sweep(GOING);
    await sweep(GOING);
    return textsIn();
  };
  expect(await next(forgetful, 1)).toEqual(['about a']);
  expect(await next(readingOfFiles(file('a'), file('b')), 2)).toEqual(['about a']);
  expect(await next(forgetful, 3)).toEqual(['about a']);
  expect(await next({ ...forgetful, isWhole: false }, 4)).toEqual(['about a']);
  expect(await next(forgetful, 5)).not.toEqual(['about a']);
});

test('what somebody has removed already is forgotten, and nothing else is lost by a refusal', async () => {
  const ts = await posted('gone', { days: 3 });
  await testClient(workspace).chat.delete({ channel: leasing, ts });
  await chosen({ retentionDays: 1 });
  await retention()(GOING);
  expect(await remembered()).toEqual([]);
});

test.each(['is_archived', 'channel_not_found', 'not_in_channel', 'cant_delete_message'])(
  'after %s a post is tried again a day later',
  async (code) => {
    await posted('old', { days: 3 });
    await posted('older', { days: 4, channel: lyon });
    await chosen({ retentionDays: 1 });
    await chosen({ retentionDays: 1 }, lyon);
    const real = poster();
    let isRefusing = true;
    const refuse = async (channelId: string) => {
      if (isRefusing && channelId === leasing) throw new PostError('refused', code);
    };
    const refusing: RetentionPorts['poster'] = {
      ...real,
      async removeOrThrow(channelId, ts) {
        await refuse(channelId);
        await real.removeOrThrow(channelId, ts);
      },
      async update(channelId, ts, message) {
        await refuse(channelId);
        await real.update(channelId, ts, message);
      },
    };
    await retention({ poster: refusing })(GOING);
    expect([textsIn(), textsIn(lyon)]).toEqual([['old'], []]);
    expect(await remembered()).toHaveLength(1);
    isRefusing = false;
    await retention({ poster: refusing })(GOING);
    expect(textsIn()).toEqual(['old']);
    await later();
    await retention({ poster: refusing })(GOING);
    expect(textsIn()).toEqual([]);
  },
);

const emptiedAt = async () => runSql(store, 'select redacted_at from rental_desk.posts');

test('what may not be deleted is emptied once, and deleted once it may be', async () => {
  await posted('old', { days: 30 });
  await chosen({ retentionDays: 30 });
  const real = poster();
  let isKeeping = true;
  let emptied = 0;
  const keeping: RetentionPorts['poster'] = {
    ...real,
    async update(...given) {
      emptied += 1;
      await real.update(...given);
    },
    async removeOrThrow(channelId, ts) {
      if (isKeeping) throw new PostError('refused', 'cant_delete_message');
      await real.removeOrThrow(channelId, ts);
    },
  };
  const sweep = async () => retention({ poster: keeping })(GOING);
  await sweep();
  expect([textsIn(), emptied]).toEqual([[AFTER_30], 1]);
  const [first] = await emptiedAt();
  await later();
  await sweep();
  expect([textsIn(), emptied]).toEqual([[AFTER_30], 1]);
  // Its record goes some time after that.
  expect(await emptiedAt()).toEqual([first]);
  isKeeping = false;
  await later();
  await sweep();
  expect([textsIn(), await remembered()]).toEqual([[], []]);
});

test('when Slack wants peace, the rest is left for later', async () => {
  for (const text of ['one', 'two', 'three']) await posted(text, { days: 2 });
  await chosen({ retentionDays: 1 });
  workspace.interrupt({ method: 'chat.delete', moment: 'before', trouble: 'ratelimited' });
  await expect(retention()(GOING)).rejects.toMatchObject({ outcome: 'wait' });
  expect(textsIn()).toEqual(['one', 'two', 'three']);
  await later();
  await retention()(GOING);
  expect(textsIn()).toEqual([]);
});

test('two instances at once do it once', async () => {
  for (const text of ['one', 'two', 'three']) await posted(text, { days: 2 });
  await chosen({ retentionDays: 1 });
  const erased: string[] = [];
  const counting = (): RetentionPorts['poster'] => {
    const real = poster();
    return {
      ...real,
      async removeOrThrow(channelId, ts) {
        erased.push(ts);
        await real.removeOrThrow(channelId, ts);
      },
    };
  };
  await Promise.all([
    retention({ poster: counting() })(GOING),
    retention({ poster: counting() })(GOING),
  ]);
  expect(textsIn()).toEqual([]);
  expect(new Set(erased).size).toBe(3);
  expect(erased).toHaveLength(3);
});

test('a post whose posting was interrupted is found by its key, and goes like the others', async () => {
  await chosen({ retentionDays: 1 });
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  const posting = poster().post(leasing, messageOf('there'), randomUUID());
  await expect(posting).rejects.toMatchObject({ outcome: 'unclear' });
  workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'hang_up' });
  const failing = poster().post(leasing, messageOf('not there'), randomUUID());
  await expect(failing).rejects.toMatchObject({ outcome: 'unclear' });
  expect(await remembered()).toHaveLength(2);

  await later();
  const searches: (readonly unknown[])[] = [];
  const searching = poster();
  const find: typeof searching.find = async (...search) => {
    searches.push(search);
    return searching.find(...search);
  };
  await retention({ poster: { ...searching, find } })(GOING);
  expect(await remembered()).toEqual([
    { ts: workspace.state().messages[0]?.ts, files: [], empty: false },
  ]);
  // Up to when it was posted: a channel may have too many messages since.
  expect(searches.map(([, , since, , until]) => until === since)).toEqual([true, true]);
});

const keysLeft = async () =>
  (await runSql(store, 'select key from rental_desk.posts')).map((row) => String(Object(row).key));

/** Posts whose posting was interrupted so many days ago, and the looks for them. */
async function interrupted(days: number, ...keys: readonly string[]) {
  for (const [index, key] of keys.entries()) {
    await store.posts.intend({ key, channelId: leasing, kind: 'share', files: [] });
    await runSql(
      store,
      `update rental_desk.posts set try_at = clock_timestamp() - $1::int * interval '1 second',
         posted_at = clock_timestamp() - $2::int * interval '1 day' where key = $3`,
      [60 - index, days, key],
    );
  }
  const failures = new Map<string, PostError>();
  const looked: string[] = [];
  /** By a process that has just started. */
  const sweep = async () =>
    retention({
      poster: {
        ...poster(),
        async find(_channelId, key) {
          looked.push(key);
          const failure = failures.get(key);
          if (failure) throw failure;
          return null;
        },
      },
    })(GOING);
  return { failures, looked, sweep };
}

test('a look-up for which the history is too long waits a day, keeps up no other, and ends after two', async () => {
  const { failures, looked, sweep } = await interrupted(1, 'long', 'other');
  failures.set('long', new PostError('wait', 'history_too_long'));
  await sweep();
  expect([looked, await keysLeft()]).toEqual([['long', 'other'], ['long']]);
  const dueIn = async (hours: number) =>
    runSql(
      store,
      "select key from rental_desk.posts where try_at <= clock_timestamp() + $1::int * interval '1 hour'",
      [hours],
    );
  expect([await dueIn(23), await dueIn(24)]).toEqual([[], [{ key: 'long' }]]);

  await runSql(store, "update rental_desk.posts set posted_at = posted_at - interval '1 day'");
  await later();
  await sweep();
  expect(await keysLeft()).toEqual([]);
});

test('refused look-ups keep up no other, and all are given up after a day, however many', async () => {
  const keys = Array.from({ length: 30 }, (_, index) => `refused ${index}`);
  const { failures, looked, sweep } = await interrupted(3, ...keys, 'other');
  for (const key of keys) failures.set(key, new PostError('refused', 'missing_scope'));
  await expect(sweep()).rejects.toMatchObject({ code: 'missing_scope' });
  await expect(sweep()).rejects.toMatchObject({ code: 'missing_scope' });
  expect([new Set(looked).size, (await keysLeft()).length]).toEqual([31, 30]);

  await runSql(
    store,
    "update rental_desk.posts set failing_since = failing_since - interval '24 hours'",
  );
  await later();
  await sweep();
  await sweep();
  expect(await keysLeft()).toEqual([]);
});

test.each([
  ['hang_up', 'wait', 24],
  ['missing_scope', 'refused', 24],
  ['ratelimited', 'wait', null],
  ['user_not_found', 'refused', 0],
] as const)(
  'a look-up that fails with %s, however often processes start anew',
  async (code, outcome, hoursUntilGivenUp) => {
    const { failures, sweep } = await interrupted(3, 'failing');
    failures.set('failing', new PostError(outcome, code));
    let before = 0;
    // Twelve hours without a look are a day on which no process was there.
    for (const hours of [0, 10, 20, 23, 24, 48]) {
      await runSql(
        store,
        `update rental_desk.posts set failing_since = failing_since - $1::int * interval '1 hour',
         failed_at = failed_at - least($1::int, 11) * interval '1 hour'`,
        [hours - before],
      );
      before = hours;
      await later();
      const isKept = hoursUntilGivenUp === null || hours < hoursUntilGivenUp;
      const failure: unknown = await sweep().catch((error: unknown) => error);
      const ended = { code: Object(failure).code, left: await keysLeft() };
      expect(ended).toEqual(isKept ? { code, left: ['failing'] } : { code: undefined, left: [] });
    }
  },
);

/** A detailed digest that is posted with a message in its thread. @returns its delivery */
async function postedWithThread(log: Partial<PostLog> = {}): Promise<string> {
  const stage = createDeliveryFixture(store, workspace, {
    poster: poster({ ...store.posts, ...log }),
  });
  stage.content.threadReply = messageOf('the other files');
  const digest = await stage.digest({ style: 'detailed' });
  const id = await stage.due(digest);
  await stage.untilDone(id);
  expect(stage.messagesIn()).toEqual([digest.name, 'the other files']);
  return id;
}

const threadRecord = async () =>
  runSql(store, "select ts from rental_desk.posts where kind = 'rest'");

test('a message in a thread whose record was not completed goes like the others', async () => {
  await postedWithThread({
    async posted(key, ts) {
      if (key.endsWith(':rest')) throw new StoreError('unreachable', 'The database is away');
      await store.posts.posted(key, ts);
    },
  });
  expect(await threadRecord()).toEqual([{ ts: null }]);
  await later();
  await retention()(GOING);
  expect(await threadRecord()).toEqual([{ ts: workspace.state().messages[1]?.ts }]);

  await chosen({ retentionDays: 1 });
  await runSql(store, "update rental_desk.posts set posted_at = posted_at - interval '2 days'");
  await retention()(GOING);
  expect(textsIn()).toEqual([]);
});

test.each([
  ['that is there is found in it', async () => {}, true],
  [
    'that is gone with all of it is forgotten',
    async () => {
      for (const { channel, ts } of workspace.state().messages.toReversed()) {
        await testClient(workspace).chat.delete({ channel, ts });
      }
    },
    false,
  ],
])('an interrupted message in a thread %s', async (_what, happen, isThere) => {
  const id = await postedWithThread();
  await happen();
  await runSql(store, "update rental_desk.posts set ts = null where kind = 'rest'");
  await runSql(store, 'update rental_desk.deliveries set thread_ts = null where id = $1', [id]);
  await later();
  const message = workspace.state().messages[1];
  await retention()(GOING);
  expect(await threadRecord()).toEqual(isThere ? [{ ts: message?.ts }] : []);
});

test('a digest that has gone is known to be delivered all the same', async () => {
  const stage = createDeliveryFixture(store, workspace, { poster: poster() });
  const digest = await stage.digest();
  const id = await stage.due(digest);
  await stage.untilDone(id);
  expect(stage.messagesIn()).toEqual([digest.name]);
  await chosen({ retentionDays: 1 });
  await runSql(store, 'update rental_desk.posts set posted_at = $1', [
    new Date(Date.now() - 2 * DAY_MS),
  ]);
  await retention()(GOING);
  expect(stage.messagesIn()).toEqual([]);
  await stage.deliver(id);
  expect(stage.messagesIn()).toEqual([]);
  expect((await stage.delivery(id)).state).toBe('posted');
});

test('a digest that is looked for is left where it is, however old', async () => {
  const stage = createDeliveryFixture(store, workspace, { poster: poster() });
  const digest = await stage.digest();
  const id = await stage.due(digest);
  await chosen({ retentionDays: 1 });
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  await expect(stage.deliver(id)).rejects.toMatchObject({ outcome: 'unclear' });
  await runSql(store, 'update rental_desk.posts set posted_at = $1, try_at = $1', [
    new Date(Date.now() - 2 * DAY_MS),
  ]);
  await retention()(GOING);
  expect(stage.messagesIn()).toEqual([digest.name]);

  await stage.untilDone(id);
  expect(stage.messagesIn()).toEqual([digest.name]);
  await retention()(GOING);
  expect(stage.messagesIn()).toEqual([]);
  expect((await stage.delivery(id)).state).toBe('posted');
});

test('it ends early when it is asked to', async () => {
  await posted('old', { days: 2 });
  await chosen({ retentionDays: 1 });
  await retention()(AbortSignal.abort());
  expect(textsIn()).toEqual(['old']);
});
