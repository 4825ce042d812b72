import { expect, test } from 'vitest';

import type { DigestService } from '../../src/commands/command.ts';
import type { DispatcherOptions } from '../../src/commands/dispatcher.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import { DEFAULT_DIGEST_OPTIONS, type DigestChoice } from '../../src/store/digest.ts';
import { StoreError } from '../../src/store/errors.ts';
import { WATCH_LIST_QUERY } from '../../src/store/events.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Action, Message } from '../../src/views/message.ts';
import { plannedRun } from '../store/fixture.ts';
import { runSql } from '../store/run-sql.ts';
import { FILES } from '../support/agency.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { deskOver } from '../support/desk.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf, serviceDown } from '../support/rental-files.ts';
import { useStore } from '../support/use-store.ts';
import { digestDeskOver } from './digest-desk.ts';
import { claireAsks, deskIn, textsOf } from './screens.ts';

/** What is shown where something is mistyped, missing, old, broken or away; `-u` renews it. */

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

const NOW = Date.UTC(2026, 10, 21, 9);
const DAY_MS = 86_400_000;

const away = async (): Promise<never> => {
  throw new StoreError('unreachable', 'The database does not answer');
};

/** A digest or an alert as a form would store it. */
function choiceOf(channelId: string, over: Partial<DigestChoice>): DigestChoice {
  return {
    channelId,
    name: 'Morning',
    query: '-status:closed archived:no decision:ready sort:waiting',
    schedule: {
      times: ['09:00'],
      days: [1, 2, 3, 4, 5],
      zone: 'Europe/Paris',
      holidays: 'FR',
      onHoliday: 'skip',
    },
    options: DEFAULT_DIGEST_OPTIONS,
    alert: null,
    ...over,
  };
}

const ALERT = { on: 'enters', aspects: [], everyMinutes: 90, quiet: null } as const;

async function added(choice: DigestChoice, ownerId = 'U0CLAIRE001') {
  const digest = await store.digests.add(choice, ownerId, null);
  if (digest === null) throw new Error('the name is taken');
  return digest;
}

test('questions about files that find several, one or none, and words that mean nothing', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('list lyon pomegranate', 'list rejected in montpellier', 'list score:>');
  await screens.type('list decision:redy', 'list colour:red', 'list a b c d e f g', 'list age:>1d');
  await screens.type('how many in lyon', 'who is in lyon', 'ready in lyon', 'pending ready');
  await screens.type('list taken:me', 'list decided:2026-11-12', 'list snoozed:yes', 'me as hugo');
  await screens.type('me as pomegranate', 'show', 'show pomegranate', 'show LY-0342', 'nt-0001');
  await screens.type('search', 'search pomegranate', 'search zoé', 'lits', 'pomegranate');
  await screens.type('property', 'property pomegranate', 'property station', 'vacant in 1d');
  await screens.type('vacant in 0d', 'vacant in 400d', 'stats pomegranate', 'stats ready');
  await screens.type('report target:5', 'report yesterday', 'report target:0', 'report lyon');
  await screens.type('approve NT-0001', 'reject LY-0342', 'refuse', 'contact of zoé', 'missing MO');
  await screens.type('help', 'help keys', 'help digest', 'help pomegranate', 'https://x.example/a');
  expect(screens.outline()).toMatchSnapshot();
});

test('requests to keep something that cannot be kept so', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('take pomegranate', 'take LY-0342', 'take accepted', 'drop ready-loft');
  await screens.type('drop', 'watch', 'watch accepted', 'snooze', 'snooze rejected');
  await screens.type('view save', 'view save Lyon', 'view save Lyon lyon', 'view save lyon paris');
  await screens.type('view run Lion', 'view remove Lion', 'view Lion', 'view Lyon', 'view');
  await screens.type('settings colour:red', 'settings privacy:full', 'settings page-size:11');
  await screens.type('settings page-size:10 language:fr', 'settings language:en', 'settings 5');
  await screens.type('access user:@claire', 'access file:ready-loft', 'access user:<@U0CLAIRE001>');
  await screens.type('export lyon', 'export pomegranate', 'export colour:red', 'status');
  expect(screens.outline()).toMatchSnapshot();
});

test('digests that are mistyped, not there, or not clear', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('digest', 'digest status', 'digest run', 'digest pause nosuch', 'digest edit');
  await screens.type('digest add 25:00', 'digest add 09:00 top:0', 'digest add 09:00 top:21');
  await screens.type(
    'digest add days:someday',
    'digest add holidays:XX',
    'digest add 9h colour:red',
  );
  await screens.type('digest add view:nosuch', 'digest add age:>1bd top:3 colour:none 09:00');
  await screens.type('digest add 9:00 name:Morning', 'digest add 9:00 name:Morning lyon');
  await screens.type('digest pause', 'digest status', 'digest resume', 'digest add 14h name:Noon');
  await screens.type('digest pause', 'digest pause Moning', 'digest pause noon', 'digest run noon');
  await screens.type('digest report week', 'digest add report:week 9h');
  await screens.type('digest add report:week top:3', 'digest preview noon', 'digest remove noon');
  await screens.type('digest pomegranate');
  expect(screens.outline()).toMatchSnapshot();
});

test('alerts that are mistyped, not there, or not clear', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('alert', 'alert test', 'alert pause', 'alert add', 'alert add 09:00 ready');
  await screens.type('alert add ready every:8d', 'alert add ready every:soon');
  await screens.type('alert add ready top:5', 'alert add ready quiet:20:00');
  await screens.type('alert add ready quiet:20:00-20:00', 'alert add ready to:nobody');
  await screens.type('alert add ready when:changes:colour');
  await screens.type('alert ready every:7d quiet:20h-8h', 'alert test', 'alert history');
  await screens.type('alert add lyon when:leaves every:now to:me', 'alert pause', 'alert resume');
  await screens.type('alert pause lion', 'alert pause Lyon', 'alert resume "Ready to decide"');
  await screens.type('alert add nantes when:changes:score,status', 'alert list');
  await screens.type('alert edit lyon', 'alert remove lyon', 'alert pomegranate');
  const french = textsOf(dispatcher, claireAsks({ locale: 'fr-FR' }));
  await french.type('alerte ajouter prêt à:personne', 'alerte ajouter prêt silence:20h');
  await french.type('alerte ajouter prêt à:moi toutes:2j', 'alerte tester', 'alerte historique');
  expect(screens.outline()).toMatchSnapshot('English');
  expect(french.outline()).toMatchSnapshot('French');
});

test('what an alert and a digest have sent, and those that cannot be read any more', async () => {
  const { dispatcher } = await deskIn(store, {
    channels: { ...OPEN_CHANNELS, ownerState: async () => 'gone' },
  });
  const asked = claireAsks();
  const channelId = asked.place.channelId ?? '';
  const digest = await added(choiceOf(channelId, {}), 'U0GONE00001');
  const alert = await added(choiceOf(channelId, { name: 'Ready', alert: ALERT }), 'U0GONE00001');
  const query = 'archived:no decision:approved sort:oldest';
  const approved = await added(choiceOf(channelId, { name: 'Approved', query }), 'U0GONE00001');
  const states = [
    ['posted', null, 0, null],
    ['posted', null, 60, { ready: 1, waiting: 2, overdue: 3 }],
    ['posted', null, 119, { ready: 0, waiting: 2, overdue: 0 }],
    ['posted', null, 120, null],
    ['skipped', 'empty', null, null],
    ['skipped', 'holiday', null, null],
    ['missed', 'late', null, null],
    ['failed', 'channel_not_found', null, null],
    ['unknown', null, null, null],
    ['planned', null, null, null],
    ['posting', null, null, null],
  ] as const;
  for (const { id } of [digest, alert, approved]) {
    for (const [index, [state, reason, late, counts]] of states.entries()) {
      const dueAt = NOW - index * DAY_MS;
      await plannedRun(store, id, `run ${index}`, 60_000);
      await runSql(
        store,
        `update rental_desk.deliveries set due_at = $3, state = $4, reason = $5, posted_at = $6,
          ready = $7, waiting = $8, overdue = $9, kind = $10
         where digest_id = $1 and slot = $2`,
        [
          id,
          `run ${index}`,
          new Date(dueAt).toISOString(),
          state,
          reason,
          late === null ? null : new Date(dueAt + late * 1_000).toISOString(),
          counts?.ready ?? null,
          counts?.waiting ?? null,
          counts?.overdue ?? null,
          index % 2 === 0 ? 'run' : 'slot',
        ],
      );
    }
  }
  const broken = { ...choiceOf('', {}).schedule, zone: 'Mars/Base' };
  await added(choiceOf(channelId, { name: 'Unreadable', query: 'coloor:red' }));
  await added(choiceOf(channelId, { name: 'On Mars', schedule: broken }));
  await added(choiceOf(channelId, { name: 'Unclear', query: 'coloor:red', alert: ALERT }));
  const screens = textsOf(dispatcher, asked);
  await screens.type('digest status Morning', 'alert history Ready', 'digest status Approved');
  await screens.type('digest', 'digest edit Unreadable', 'digest preview Unreadable');
  await screens.type(
    'digest status "On Mars"',
    'digest pause "On Mars"',
    'digest resume "On Mars"',
  );
  await screens.type('alert', 'alert edit Unclear', 'alert test Unclear', 'status');
  expect(screens.outline()).toMatchSnapshot();
});

test('a form that cannot be saved says beside which field why', async () => {
  const { dispatcher } = await deskIn(store, {
    channels: {
      ...OPEN_CHANNELS,
      membership: async (id) => (id === 'C0GONE' ? 'absent' : 'member'),
    },
  });
  const asked = claireAsks();
  const there = { days: ['1'], times: '09:00', channel: asked.place.channelId ?? '' };
  const ready = { ...there, query: 'ready' };
  type Filled = Readonly<Record<string, string | readonly string[]>>;
  const digests: readonly Filled[] = [
    {},
    { ...there, times: '9h, 25h' },
    { ...there, days: [] },
    { ...there, days: ['0', '8'] },
    { ...there, query: 'colour:red' },
    { ...there, query: 'view:nosuch' },
    { ...there, channel: 'C0GONE' },
    { ...there, zone: 'Mars/Base' },
    { ...there, target: '0' },
    { ...there, name: 'x'.repeat(100) },
    { ...there, name: 'Fine', query: 'lyon', target: '3' },
    { ...there, name: 'Fine' },
  ];
  const alerts: readonly Filled[] = [
    {},
    ready,
    { ...there, query: 'colour:red' },
    { ...ready, when: 'changes', aspects: [] },
    { ...ready, when: 'changes', aspects: ['score'], every: '60' },
    { ...ready, when: 'enters', every: 'soon' },
    { ...ready, when: 'enters', every: '15', quiet: '20:00-20:00' },
    { ...ready, when: 'leaves', every: '15', quiet: '20:00-08:00', channel: 'C0GONE' },
    { ...ready, when: 'leaves', every: '15', name: 'Leaving' },
    { ...ready, query: 'top:5 ready', when: 'leaves', every: '15' },
    { ...ready, query: 'view:nosuch', when: 'leaves', every: '15' },
    { ...ready, when: 'leaves', every: '15', name: 'Leaving', days: [] },
  ];
  const screens = textsOf(dispatcher, asked);
  for (const [command, all, more] of [
    ['digest', digests, {}],
    ['digest', digests, { all: 1 }],
    ['alert', alerts, {}],
  ] as const) {
    for (const filled of all) {
      const action: Action = { command, args: { do: 'create', ...more } };
      const title = `${command} ${JSON.stringify({ ...more, ...filled })}`;
      await screens.show(title, dispatcher.submit(action, filled, asked));
    }
  }
  expect(screens.outline()).toMatchSnapshot();
});

test('a watch list cannot be made to announce other files, nor made twice', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = textsOf(dispatcher, claireAsks({ place: { channelId: 'U0CLAIRE001' } }));
  await screens.type('watch ready-loft', 'watch ready-flat', 'alert', 'watch list');
  const all = await store.digests.list({ ownerId: 'U0CLAIRE001', kind: 'alert' });
  expect(all.filter(({ query }) => query === WATCH_LIST_QUERY)).toHaveLength(1);
  await screens.type('alert edit "Watched files" ready', 'alert pause', 'watch review');
  expect(screens.outline()).toMatchSnapshot();
});

const failing = async (): Promise<never> => {
  throw serviceDown();
};

/** Files that cannot all be read, and a service that is then away. */
function troubled(over: Partial<DispatcherOptions> = {}) {
  let isDown = false;
  const pages = (): readonly FilePage[] => {
    if (isDown) throw serviceDown();
    return pagesOf(FILES).map((page) => ({ ...page, skipped: 2, unknownValues: 3 }));
  };
  const opened = deskOver(pages, { fileNow: failing, checkService: failing, ...over });
  return {
    ...opened,
    lose: () => {
      isDown = true;
    },
  };
}

const DETAILS: Action = { command: 'show', args: { id: 'ready-loft', details: 1 } };

test('old files are shown as old, and files that could not be read are counted', async () => {
  const { dispatcher, lose, wait } = troubled({ degradations: () => ['clock', 'changed since'] });
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('');
  lose();
  wait(3_600);
  const refresh: Action = { command: 'overview', args: {} };
  await screens.show('refresh', dispatcher.runAction(refresh, claireAsks()));
  await screens.type(
    '',
    'list',
    'pending lyon',
    'status',
    'show ready-loft',
    'show gone',
    'report',
  );
  await screens.type('property LY-0342', 'property nowhere', 'vacant', 'stats', 'export', 'me');
  await screens.show('details', dispatcher.runAction(DETAILS, claireAsks()));
  expect(screens.outline()).toMatchSnapshot();
});

test('nothing at all can be read', async () => {
  const { dispatcher, lose } = troubled();
  lose();
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('', 'list', 'status', 'show ready-loft', 'digest', 'alert', 'take ready-loft');
  await screens.show('home', dispatcher.home(claireAsks()));
  expect(screens.outline()).toMatchSnapshot();
});

test('while the database is away, files are shown all the same, and what cannot be done is said', async () => {
  const { digests } = digestDeskOver(store);
  const refusing = <Part extends object>(part: Part): Part =>
    new Proxy(part, { get: (_, name) => (name === 'then' ? undefined : away) });
  const service: DigestService = {
    ...digests,
    digests: refusing(digests.digests),
    deliveries: refusing(digests.deliveries),
    alerts: refusing(digests.alerts),
  };
  const desk = await deskIn(store, {
    digests: service,
    journal: { history: () => null, eventsOf: away },
  });
  const { dispatcher } = desk;
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('list');
  desk.store.setDown(true);
  await screens.show('home', dispatcher.home(claireAsks()));
  await screens.type('', 'settings', 'view', 'digest', 'alert', 'access', 'show ready-loft');
  await screens.type('status', 'settings page-size:3', 'view save a lyon', 'digest add 09:00');
  await screens.type('report');
  await screens.show('details', dispatcher.runAction(DETAILS, claireAsks()));
  const reveal: Action = { command: 'show', args: { id: 'ready-loft', reveal: 1 } };
  await screens.show('contact', dispatcher.runAction(reveal, claireAsks()));
  expect(screens.outline()).toMatchSnapshot();
});

test('without digests, triage and a journal, what needs them says so', async () => {
  const { dispatcher } = deskOver(() => pagesOf(FILES), {
    fileNow: async (id) => FILES.find((file) => file.id === id) ?? null,
  });
  const screens = textsOf(dispatcher, claireAsks());
  await screens.type('', 'take ready-loft', 'take', 'watch', 'snooze review', 'list taken:me');
  await screens.type('digest', 'alert', 'show ready-loft', 'report', 'status');
  await screens.type('list decided:2026-11');
  await screens.show('home', dispatcher.home(claireAsks()));
  const several: Action = { command: 'triage', args: { ids: 'ready-loft\nreview' } };
  await screens.show('several', dispatcher.runAction(several, claireAsks()));
  expect(screens.outline()).toMatchSnapshot();
});

const LINK = 'https://console.example.com/ready-loft';

test('the Home tab, panels, previews, welcomes and suggestions', async () => {
  const { dispatcher } = await deskIn(store);
  const asked = claireAsks();
  const screens = textsOf(dispatcher, asked);
  await screens.show('home', dispatcher.home(claireAsks({ place: { channelId: null } })));
  const stranger = claireAsks({ person: {}, place: { channelId: null } });
  await screens.show('home of another', dispatcher.home(stranger));
  for (const named of [
    { id: 'ready-loft', link: LINK },
    { id: null, link: LINK },
    { id: 'review', link: LINK },
    { id: 'gone', link: 'https://elsewhere.example/gone' },
    { id: null, link: 'https://elsewhere.example/' },
  ]) {
    await screens.show(`panel ${JSON.stringify(named)}`, dispatcher.panel(named, asked));
  }
  const ids = ['ready-loft', 'ready-flat', 'ready-loft', 'gone', 'review', 'held', 'bare'];
  const urls = [...ids, 'accepted'].map((id) => `https://console.example.com/${id}`);
  for (const sharing of ['internal', 'external', 'unknown'] as const) {
    const place = { surface: 'link', audience: 'channel', sharing: async () => sharing } as const;
    const previews = await dispatcher.previews(urls, claireAsks({ place })).then(
      (all) => [...all],
      (error: unknown) => String(error),
    );
    expect(previews).toMatchSnapshot(`previews, ${sharing}`);
    const welcome = await dispatcher.welcome(claireAsks({ place })).then(
      ({ message }) => message,
      async (error: unknown) => dispatcher.failed(error, null, asked),
    );
    await screens.show(`welcome, ${sharing}`, [welcome]);
  }
  await screens.show('direct welcome', [await dispatcher.directWelcome(asked)]);
  expect(screens.outline()).toMatchSnapshot('screens');
  for (const text of ['', 'lyon', 'LY-0342', 'zoé', 'pomegranate']) {
    expect(await dispatcher.suggest(text, asked)).toMatchSnapshot(`suggestions for ${text}`);
  }
  for (const text of ['', 'what is new', LINK, 'LY-0342', `see ${LINK} please`]) {
    expect(dispatcher.actionIn(text)).toMatchSnapshot(`action in ${text}`);
  }
});

test('refusals, rejections, and what stands while people wait', async () => {
  const { dispatcher } = await deskIn(store);
  const asked = claireAsks();
  const info = { reader: asked.reader, channelId: asked.place.channelId };
  const screens = textsOf(dispatcher, asked);
  const shown = async (title: string, message: Message | Promise<Message>) =>
    screens.show(title, [await message]);
  for (const reason of [
    'other_workspace',
    'guest',
    'guest_unknown',
    'deleted',
    'bot',
    'not_in_group',
    'not_in_channel',
    'unknown',
  ] as const) {
    await shown(`refused: ${reason}`, dispatcher.refused(reason, asked));
  }
  const assistant = claireAsks({ place: { surface: 'mcp', channelId: null } });
  await shown('an assistant is refused', dispatcher.refused('not_in_channel', assistant));
  const again = { command: 'list', args: { typed: '' } };
  for (const why of ['limited', 'busy', 'closing'] as const) {
    await shown(`rejected: ${why}`, dispatcher.rejected({ why, waitSeconds: 7 }, again, info));
  }
  await shown('waiting', dispatcher.waiting(info));
  await shown('a late panel', dispatcher.latePanel(info));
  await shown('a failure', dispatcher.failed(serviceDown(), again, asked));
  const [form] = await Array.fromAsync(dispatcher.run('settings', asked));
  if (form?.kind !== 'form') throw new Error('there is no form');
  await shown('a late form', dispatcher.late(form, again, info));
  await shown('a late form without a way back', dispatcher.late(form, null, info));
  await shown('a form without a window', dispatcher.formByButton(form, again, info));
  expect(dispatcher.closeLabel(info)).toBe('Close');
  expect(screens.outline()).toMatchSnapshot();
});
