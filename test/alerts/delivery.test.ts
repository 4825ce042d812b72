import { beforeEach, expect, test } from 'vitest';

import { alertDueIn, composeAlert } from '../../src/alerts/compose.ts';
import type { AlertPorts } from '../../src/alerts/evaluate.ts';
import { PostError, RetryLaterError } from '../../src/delivery/ports.ts';
import { createComposer } from '../../src/digests/compose/composer.ts';
import { createLiveUpdates } from '../../src/digests/live-updates.ts';
import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import type { KnownSharing } from '../../src/i18n/index.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { LEFT_MS } from '../../src/store/digest.ts';
import type { AlertOptions } from '../../src/store/events.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createDeliveryFixture, realTime } from '../delivery/fixture.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { expectGood } from '../support/hostile.ts';
import { serverPlace } from '../support/places.ts';
import { shownIn } from '../support/screen.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import { addAlert, announcedBy, startInstance } from './fixture.ts';

type File = Readonly<Record<string, unknown>>;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

beforeEach(async () => {
  await emptyTables(store, 'digests', 'journal', 'journal_files', 'file_events');
});

const calendars = createCalendars();
const planner = createPlanner(timetableOf(calendars), (error) => {
  throw error;
});

const ready = (id: string, over: File = {}): File => ({
  id,
  status: 'OPEN',
  decision: 'READY',
  score: 700,
  completion_rate: 90,
  product: { title: `Flat ${id}`, reference: `R-${id}` },
  applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
  ...over,
});

/** One instance, a workspace, and the delivery of what alerts announce. */
async function stage(sharing: KnownSharing = 'internal', ports: Partial<AlertPorts> = {}) {
  const workspace = await testWorkspace(realTime);
  const instance = startInstance(store, ports);
  let latest: Snapshot | null = null;
  const poster = createPoster({
    monotonic: () => performance.now(),
    client: testClient(workspace, undefined, { timeout: 2_000 }),
    tokens: createActionTokens('secret'),
    access: {
      allows: async () => true,
      freshSharing: async () => sharing,
      lastSharing: () => sharing,
    },
    postLog: store.posts,
  });
  const common = {
    settings: store.settings,
    calendars,
    language: 'en',
    now: () => Date.now(),
    linkTo: () => null,
    currency: null,
  } as const;
  const updateLivePosts = createLiveUpdates({
    store,
    poster,
    latestSnapshot: () => latest,
    compose: createComposer({ ...common, alerts: store.alerts }).composeLive,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    onRefused(_, code) {
      throw new Error(code);
    },
  });
  let refusal: string | null = null;
  const fixture = createDeliveryFixture(store, workspace, {
    poster: {
      ...poster,
      async post(...args) {
        const code = refusal;
        refusal = null;
        if (code !== null) throw new PostError('refused', code);
        return poster.post(...args);
      },
    },
    async readSnapshot() {
      if (latest === null) throw new TypeError('nothing was read');
      return latest;
    },
    compose: async (request, _, delivery) => {
      const announced = await store.alerts.entriesOf(delivery.id);
      const composed = await composeAlert(request, announced, sharing, common);
      expectGood(composed.message);
      expect(composed.message.text).not.toContain('cannot be read');
      return composed;
    },
  });
  /** Plans all that is due. */
  const plan = async () => {
    await store.planning.planDue((digest, now) => planner.plan(digest, now), 100);
    const ids = await store.planning.unqueued(100);
    await store.planning.recordQueued(ids);
    return ids;
  };
  return {
    fixture,
    workspace,
    has: async (...files: File[]) => {
      latest = instance.read(files);
      await instance.evaluate();
    },
    /** Reads files without evaluating alerts. */
    reads: (files: File[], over: Partial<Snapshot>) => {
      latest = instance.read(files, over);
    },
    evaluate: async () => instance.evaluate(),
    /** Has Slack refuse the next post. */
    refuse: (code: string) => {
      refusal = code;
    },
    /** Updates what is posted, as of the last snapshot. */
    update: async () => {
      // No post is updated twice within a minute.
      await runSql(
        store,
        "update rental_desk.deliveries set live_at = clock_timestamp() - interval '1 second'",
      );
      await updateLivePosts(new AbortController().signal);
    },
    plan,
    /** Plans and delivers all that is due. */
    deliver: async () => {
      const ids = await plan();
      for (const id of ids) await fixture.untilDone(id);
      return ids;
    },
  };
}

test('files that enter are one post with the first five, and the others in its thread', async () => {
  const { fixture, has, deliver } = await stage();
  const alert = await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ready(id)));
  const [id = ''] = await deliver();
  await deliver();

  const [post = '', rest = '', ...more] = fixture.messagesIn();
  expect(more).toEqual([]);
  expect(post).toContain(`${alert.name}: 7 files entered`);
  expect(post).toContain('+2 more in the thread.');
  expect(post).not.toContain('Flat old');
  expect(rest).toContain('files 6 to 7');
  expect(await fixture.delivery(id)).toMatchObject({ kind: 'alert', state: 'posted', tries: 1 });
});

test('what an alert was to announce before it was about other files is not announced as theirs', async () => {
  const { fixture, has, plan } = await stage();
  const alert = await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ready('a'));
  const [id = ''] = await plan();
  const choice = { ...alert, query: 'decision:accepted' };
  await store.digests.edit({ id: alert.id, version: 1 }, choice, 'U0CLAIRE001', null, true);
  await fixture.untilDone(id);
  expect(fixture.messagesIn()).toEqual([]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'skipped', reason: 'empty' });
  expect(await announcedBy(store, alert)).toEqual([]);
});

/** Names of the files that a message lists, in order. */
function listedIn(text: string): readonly string[] {
  return [...text.matchAll(/Flat (\w)/g)].map(([, name]) => name ?? '');
}

test('a thread that is posted after a crash has the files that the post does not list', async () => {
  const { fixture, workspace, has, plan } = await stage();
  await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ready(id));
  await has(ready('old'), ...files);
  const [id = ''] = await plan();
  workspace.interrupt({ method: 'conversations.replies', moment: 'before', trouble: 'http_500' });
  await expect(fixture.deliver(id)).rejects.toThrow('not posted for sure');
  const [post = ''] = fixture.messagesIn();
  const listed = listedIn(post);
  expect(listed).toHaveLength(5);

  // One that the post lists is decided, so that it stands after all others.
  await has(
    ready('old'),
    ...files.map((file) => (file['id'] === listed[0] ? { ...file, decision: 'ACCEPTED' } : file)),
  );
  await fixture.untilDone(id);
  const [, thread = ''] = fixture.messagesIn();
  expect([...listed, ...listedIn(thread)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

test('10,000 files that enter at once are one post with a thread of thirty', async () => {
  const { fixture, has, deliver } = await stage();
  await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ...Array.from({ length: 10_000 }, (_, index) => ready(`f${index}`)));
  await deliver();

  const [post = '', rest = '', ...more] = fixture.messagesIn();
  expect(more).toEqual([]);
  expect(post).toContain('10,000 files entered');
  expect(rest).toContain('files 6 to 35');
});

test('changes stand beside their files with both values, and files that left are named', async () => {
  const { fixture, has, deliver } = await stage();
  await addAlert(
    store,
    'status:open',
    { on: 'changes', aspects: ['score', 'completion'] },
    CHANNELS.leasing,
  );
  await addAlert(store, 'decision:ready', { on: 'leaves' }, CHANNELS.leasing);
  await has(ready('a', { score: 500 }), ready('b'));
  await has(ready('a', { score: 800 }), ready('b', { decision: 'ACCEPTED' }));
  await deliver();

  const texts = fixture.messagesIn();
  expect(texts).toHaveLength(2);
  const changed = texts.find((text) => text.includes('1 file changed'));
  expect(changed).toContain('500 → 800');
  const left = texts.find((text) => text.includes('1 file left'));
  expect(left).toContain('Flat b');
});

test('a change of a kind that only a newer version knows is said to be another change', async () => {
  const { fixture, has, deliver } = await stage();
  const changes = { on: 'changes', aspects: ['score'] } as const;
  const { id } = await addAlert(store, 'status:open', changes, CHANNELS.leasing);
  await has(ready('a', { score: 500 }));
  await has(ready('a', { score: 800 }));
  await runSql(
    store,
    `insert into rental_desk.alert_entries (digest_id, file_id, kind, from_value, to_value)
     values ($1, 'a', 'mood', 'GRUMPY', 'HAPPY')`,
    [id],
  );
  await deliver();

  const [text] = fixture.messagesIn();
  expect(text).toContain('500 → 800 · Another change');
  expect(text).not.toContain('HAPPY');
});

test('files that may not have been read are waited for, and never said to be gone', async () => {
  const { fixture, has, reads, plan } = await stage();
  await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ready('a'), ready('b'));
  const [id = ''] = await plan();
  reads([ready('old'), ready('a')], { skipped: 1 });
  await expect(fixture.deliver(id)).rejects.toThrow(RetryLaterError);
  expect(fixture.messagesIn()).toEqual([]);

  await runSql(
    store,
    "update rental_desk.deliveries set due_at = due_at - interval '5 minutes' where id = $1",
    [id],
  );
  await fixture.untilDone(id);
  const [post = '', ...more] = fixture.messagesIn();
  expect(more).toEqual([]);
  expect(post).toContain('2 files entered');
  expect(post).toContain('1 file was not in the last update, which is incomplete.');
  expect(post).not.toContain('no longer in the list');
  expect(await fixture.delivery(id)).toMatchObject({ state: 'posted', isIncomplete: true });
});

test.each([
  { on: 'enters', before: { decision: 'PENDING' }, title: '3 files entered' },
  { on: 'leaves', before: { score: 800 }, title: '3 files left' },
  { on: 'changes', before: { score: 500 }, title: '3 files changed' },
] as const)(
  'a post of what $on keeps its title and what it said of each file, and shows what became of them',
  async ({ on, before, title }) => {
    const { fixture, has, deliver, update } = await stage();
    const query = on === 'leaves' ? 'score:800' : 'status:open decision:ready';
    const alert: Partial<AlertOptions> = { on, aspects: on === 'changes' ? ['score'] : [] };
    await addAlert(store, query, alert, CHANNELS.leasing);
    const ids = ['a', 'b', 'c'];
    await has(...ids.map((id) => ready(id, before)));
    await has(...ids.map((id) => ready(id)));
    await deliver();
    const [posted = ''] = fixture.messagesIn();
    expect(posted).toContain(title);
    expect(posted.split('500 → 700')).toHaveLength(on === 'changes' ? 4 : 1);

    await has(ready('a', { decision: 'ACCEPTED' }), ready('b'));
    await update();
    const [updated = '', ...more] = fixture.messagesIn();
    expect(more).toEqual([]);
    expect(updated).toContain(title);
    for (const part of ['1 still waiting', '1 approved', '1 no longer here']) {
      expect(updated).toContain(part);
    }
    // Of a file that is gone, only its id is known.
    expect(updated.split('500 → 700')).toHaveLength(on === 'changes' ? 3 : 1);
  },
);

test('a post whose files are all decided already stays as it is', async () => {
  const { fixture, has, deliver, update } = await stage();
  await addAlert(store, 'decision:ready', { on: 'leaves' }, CHANNELS.leasing);
  await has(ready('a'));
  await has(ready('a', { decision: 'ACCEPTED' }));
  await deliver();
  const posted = fixture.messagesIn();
  expect(posted).toHaveLength(1);
  await has();
  await update();
  expect(fixture.messagesIn()).toEqual(posted);
});

test('people of other organisations see references, and neither decisions, scores nor names', async () => {
  const { workspace, has, deliver } = await stage('external');
  await addAlert(
    store,
    'status:open',
    { on: 'changes', aspects: ['score', 'decision'] },
    CHANNELS.leasing,
  );
  await has(ready('a', { score: 500, decision: 'PENDING' }));
  await has(ready('a', { score: 800 }));
  await deliver();
  expect(workspace.state().messages).toHaveLength(1);
  const all = shownIn(workspace);
  expect(all).toContain('R-a');
  for (const secret of ['800', '500', 'Dupont', 'Ready', 'Pending', 'A.\u00a0D.']) {
    expect(all).not.toContain(secret);
  }
});

test('a batch waits as long as the alert asks, and holds all that came meanwhile', async () => {
  const { fixture, has, deliver } = await stage();
  const alert = await addAlert(store, 'decision:ready', { everyMinutes: 60 }, CHANNELS.leasing);
  const pending = (id: string) => ready(id, { decision: 'PENDING' });
  await has(pending('a'), pending('b'), pending('c'));
  await has(ready('a'), pending('b'), pending('c'));
  expect(await deliver()).toHaveLength(1);
  await has(ready('a'), ready('b'), pending('c'));
  await has(ready('a'), ready('b'), ready('c'));
  expect(await deliver()).toEqual([]);
  const found = await store.digests.find(alert.id);
  expect((found?.nextDueAt ?? 0) - Date.now()).toBeGreaterThan(59 * 60_000);

  await runSql(
    store,
    "update rental_desk.digests set next_run_at = date_trunc('milliseconds', clock_timestamp())",
  );
  expect(await deliver()).toHaveLength(1);
  const texts = fixture.messagesIn();
  expect(texts.map((text) => /(\d) files? entered/.exec(text)?.[1])).toEqual(['1', '2']);
});

test('a channel that is archived between two batches pauses the alert, its owner learns it, and nothing is lost', async () => {
  const { fixture, workspace, has, deliver, evaluate } = await stage();
  const alert = await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ready('a'));
  await deliver();
  await workspace.changeChannel(CHANNELS.leasing, { isArchived: true });
  await has(ready('old'), ready('a'), ready('b'));
  await deliver();
  expect(await store.digests.find(alert.id)).toMatchObject({
    state: 'paused',
    pausedBecause: 'is_archived',
  });
  expect(fixture.ownerMessages()).toHaveLength(1);

  await workspace.changeChannel(CHANNELS.leasing, { isArchived: false });
  await has(ready('old'), ready('a'), ready('b'), ready('c'));
  await store.digests.resume(alert.id, PEOPLE.claire, null);
  await evaluate();
  await evaluate();
  await deliver();
  expect((await announcedBy(store, alert)).toSorted()).toEqual([
    'enters a',
    'enters b',
    'enters c',
  ]);
  expect(fixture.messagesIn().filter((text) => text.includes('2 files entered'))).toHaveLength(1);
});

test.each([
  ['query', `query = 'status:nonsense'`, 'failed query'],
  ['zone', `zone = 'Mars/X'`, 'failed schedule'],
  [
    'occasion of a newer version',
    `alert = jsonb_set(alert, '{on}', '"dances"')`,
    'failed schedule',
  ],
])(
  'the owner of an alert whose %s no instance can read is told once, after the others had their time',
  async (_, change, why) => {
    let elapsedMs = 0;
    const { fixture, has, deliver, evaluate } = await stage('internal', {
      monotonic: () => elapsedMs,
      onUnreadable: () => {},
    });
    const alert = await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
    await runSql(store, `update rental_desk.digests set ${change} where id = $1`, [alert.id]);
    await has(ready('old'));
    expect(await deliver()).toEqual([]);

    elapsedMs = LEFT_MS;
    await evaluate();
    const older = createPlanner(timetableOf(calendars), () => {}, alertDueIn(calendars));
    const plan = async (atMs: number) =>
      store.planning.planDue((digest) => older.plan(digest, atMs), 10);
    await plan(Date.now());
    await plan(Date.now() + LEFT_MS);
    for (const { id } of await store.deliveries.list({ digestId: alert.id, limit: 10 })) {
      await fixture.untilDone(id);
    }

    expect(fixture.ownerMessages()).toEqual([expect.stringContaining(why)]);
    expect(await store.digests.find(alert.id)).toMatchObject({ state: 'paused' });
    expect(await announcedBy(store, alert)).toEqual([]);
  },
);

/** As if everything about deliveries had happened hours before. */
const hoursLater = async (hours: number) =>
  runSql(
    store,
    `update rental_desk.deliveries set due_at = due_at - $1::int * interval '1 hour',
     queued_at = queued_at - $1::int * interval '1 hour'`,
    [hours],
  );

test('what one refused post was to announce comes with the next files', async () => {
  const { fixture, has, deliver, evaluate, refuse } = await stage();
  const alert = await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ready('a'));
  refuse('posting_to_channel_denied');
  expect(await deliver()).toHaveLength(1);
  await evaluate();
  expect(await deliver()).toEqual([]);
  expect(await store.digests.find(alert.id)).toMatchObject({ state: 'active' });
  expect(fixture.ownerMessages()).toHaveLength(1);

  await has(ready('old'), ready('a'), ready('b'));
  expect(await deliver()).toHaveLength(1);
  expect(fixture.messagesIn()).toEqual([expect.stringContaining('2 files entered')]);
});

test('what one refused post was to announce comes a day later where nothing else happens', async () => {
  const { fixture, has, deliver, evaluate, refuse } = await stage();
  await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ready('a'));
  refuse('access_denied');
  await deliver();
  await runSql(store, "update rental_desk.alert_entries set at = at - interval '30 hours'");
  await hoursLater(23);
  await evaluate();
  expect(await deliver()).toEqual([]);
  await hoursLater(1);
  await evaluate();
  expect(await deliver()).toHaveLength(1);
  expect(fixture.messagesIn()).toEqual([expect.stringContaining('1 file entered')]);
});

test('what a post was to announce that is too long is not tried again', async () => {
  const { fixture, has, deliver, refuse } = await stage();
  await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
  await has(ready('old'));
  await has(ready('old'), ready('a'));
  refuse('msg_too_long');
  await deliver();
  await has(ready('old'), ready('a'), ready('b'));
  await deliver();
  expect(fixture.messagesIn()).toEqual([expect.stringContaining('1 file entered')]);
});

test('an alert to one person goes into their direct messages', async () => {
  const { fixture, has, deliver } = await stage();
  await addAlert(store, 'decision:ready', {}, PEOPLE.claire);
  await has(ready('old'));
  await has(ready('old'), ready('a'));
  await deliver();
  expect(fixture.messagesIn(directMessageWith(PEOPLE.claire))).toHaveLength(1);
});

test.each([
  ['lost on its way', 'before', 'hang_up'],
  ['accepted, and the answer lost', 'after', 'hang_up'],
  ['accepted, and answered with a fault', 'after', 'http_500'],
] as const)(
  'a post of an alert that is %s is there once in the end',
  async (_how, moment, trouble) => {
    const { fixture, workspace, has, deliver } = await stage();
    await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
    await has(ready('old'));
    await has(ready('old'), ready('a'));
    workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    await deliver();
    expect(fixture.messagesIn()).toHaveLength(1);
  },
);
