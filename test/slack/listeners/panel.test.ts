import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { createTriage, type Triage } from '../../../src/triage/triage.ts';
import { deskOver } from '../../support/desk.ts';
import { storeIn } from '../../support/open-store.ts';
import { serverPlace } from '../../support/places.ts';
import { pagesOf, rentalFile, serviceDown } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { testClock } from '../../support/slack-workspace.ts';

const LINK = 'https://console.example.com/lilas';
const FILE = rentalFile({
  id: 'lilas',
  decision: 'READY',
  status: 'ANALYZED',
  created_at: '2026-11-10T08:00:00Z',
  product: { title: 'T3 <!channel> rue des Lilas', reference: 'LY-0342' },
  applicants: [
    {
      first_name: 'Anne',
      last_name: 'Lefèvre',
      email: 'anne@example.org',
      phone: '+33612345678',
      birth_date: '1990-04-02',
    },
  ],
});

let store: DigestStore;
let close: () => Promise<void>;
let triage: Triage;

beforeAll(async () => {
  ({ store, close } = await storeIn(serverPlace));
  triage = createTriage({ now: () => Date.now(), store: store.triage, onFailure: () => {} });
  await triage.catchUp();
}, 60_000);

afterAll(async () => close());

type Over = Parameters<typeof deskOver>[1];

/** The app with Work Objects on, a link in #leasing, and everybody in the channel. */
async function linked(over: Over = {}, settings: Parameters<typeof openSlackApp>[1] = {}) {
  const desk = deskOver(() => pagesOf([FILE]), { triage, ...over });
  const slackApp = await openSlackApp(desk.dispatcher, { workObjects: true, ...settings });
  const { workspace } = slackApp;
  await workspace.changeChannel(CHANNELS.leasing, { members: Object.values(PEOPLE) });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await slackApp.settled(() => hannah.say('/rental list'));
  await hannah.say(LINK);
  await vi.waitUntil(() => hannah.seen(LINK).attachments.length > 0, { timeout: 60_000 });
  const { channel, ts } = hannah.seen(LINK);
  const open = async (person: string, attachment = 1) =>
    workspace.perform('open_entity', { person, channel, ts, attachment });
  return { ...slackApp, ...desk, hannah, open, ts };
}

const panelOf = (workspace: SlackWorkspace, person: string) =>
  workspace.state().panels.find((one) => one.person === person);

async function answered(workspace: SlackWorkspace, person: string) {
  await vi.waitUntil(() => panelOf(workspace, person)?.isLoading === false, { timeout: 60_000 });
  const panel = panelOf(workspace, person);
  if (panel === undefined) throw new Error('there is no panel');
  return panel;
}

const shownIn = (panel: unknown) => JSON.stringify(panel);

test('a link becomes a Work Object at the level of the channel, leading with what is wanted', async () => {
  const { hannah, store: memory } = await linked();
  const [attachment] = hannah.seen(LINK).attachments;
  expect(attachment).toMatchObject({
    entity: {
      entity_type: 'slack#/entities/item',
      app_unfurl_url: LINK,
      url: LINK,
      external_ref: { id: 'lilas', type: 'rental_file' },
      entity_payload: {
        attributes: { title: { text: 'T3 ‹!channel› rue des Lilas' }, display_id: 'LY-0342' },
        display_order: ['status', 'waiting', 'people', 'updated'],
      },
    },
  });
  expect(shownIn(attachment)).toContain('"value":"Ready to decide","tag_color":"green"');
  expect(shownIn(attachment)).toContain('A.\u00a0L.');
  expect(shownIn(attachment)).not.toMatch(/Lefèvre|anne@|33612|1990/);
  expect(memory.opened).toMatchObject([{ kind: 'unfurl', fileId: 'lilas', surface: 'link' }]);
});

test('where Slack refuses Work Objects a link keeps its preview of blocks, and the log says so once', async () => {
  const desk = deskOver(() => pagesOf([FILE]));
  const slackApp = await openSlackApp(desk.dispatcher, {
    workObjects: true,
    refusals: Array.from({ length: 2 }, () => 'chat.unfurl error_processing_metadata'),
  });
  const { workspace, logged } = slackApp;
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await slackApp.settled(() => hannah.say('/rental list'));
  for (const [word, isTaken] of [
    ['first', false],
    ['second', true],
    ['third', false],
  ] as const) {
    workspace.refuseBlocks(isTaken ? [] : ['work_objects']);
    await hannah.say(`${word} ${LINK}`);
    await vi.waitUntil(() => hannah.seen(word).attachments.length > 0, { timeout: 60_000 });
    const shown = shownIn(hannah.seen(word).attachments);
    expect(shown).toContain(isTaken ? '"entity_type"' : '"type":"section"');
  }
  expect(logged.filter(({ message }) => message.includes('Work Object Previews'))).toHaveLength(1);
});

test.each(['http', 'socket'] as const)(
  'over %s the panel shows one person what they may see, and is recorded like a card',
  async (transport) => {
    const { workspace, open, hannah, store: memory } = await linked({}, { transport });
    await open(PEOPLE.oliver);
    const { entity, error } = await answered(workspace, PEOPLE.oliver);
    expect(error).toBeNull();
    expect(shownIn(entity)).toContain('Anne Lefèvre');
    expect(shownIn(entity)).not.toMatch(/anne@|33612|1990|<!/);
    const { primary_actions: primary, overflow_actions: overflow } =
      entity?.entity_payload.actions ?? {};
    expect(primary?.map(({ text }) => text)).toEqual(['Open in the console', 'Take']);
    expect(overflow?.map(({ text }) => text)).toEqual([
      'Reveal contact',
      'Details',
      'Watch',
      'Snooze…',
      'Refresh',
    ]);
    expect(memory.opened.at(-1)).toMatchObject({
      kind: 'show',
      fileId: 'lilas',
      userId: PEOPLE.oliver,
      channelId: CHANNELS.leasing,
      surface: 'panel',
    });
    expect(panelOf(workspace, PEOPLE.hannah)).toBeUndefined();
    expect(shownIn(hannah.seen(LINK))).not.toContain('Lefèvre');
  },
);

test('its actions take, watch and refresh the file in the panel, and reveal contacts in a modal', async () => {
  const { workspace, open, settled, logged, store: memory } = await linked();
  const oliver = screenOf(workspace, PEOPLE.oliver);
  await open(PEOPLE.oliver);
  await answered(workspace, PEOPLE.oliver);
  const use = async (label: string) => {
    const actions = panelOf(workspace, PEOPLE.oliver)?.entity?.entity_payload.actions;
    const found = [...(actions?.primary_actions ?? []), ...(actions?.overflow_actions ?? [])].find(
      ({ text }) => text === label,
    );
    if (found === undefined) throw new Error(`there is no action ${label}`);
    await settled(() => oliver.press({ panel: true }, { action_id: found.action_id }));
    return shownIn(panelOf(workspace, PEOPLE.oliver)?.entity);
  };

  expect(await use('Watch')).toContain('On your watch list.');
  expect(await use('Take')).toContain('Taken by you since');
  expect(await use('Give back')).toContain('Given back.');
  expect(await use('Refresh')).not.toContain('Given back.');
  await use('Reveal contact');
  expect(oliver.inModal()).toContain('anne@example.org');
  expect(shownIn(panelOf(workspace, PEOPLE.oliver))).not.toContain('anne@');
  expect(memory.opened.at(-1)).toMatchObject({ kind: 'reveal', surface: 'button' });
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test.each([
  [PEOPLE.nadia, 'guest'],
  [PEOPLE.emma, 'other_workspace'],
])(
  'a person who gets no answers reads why in the panel, and nothing of the file',
  async (person, reason) => {
    const { workspace, open, logged, store: memory } = await linked();
    const before = memory.opened.length;
    await open(person);
    const { entity, error } = await answered(workspace, person);
    expect(entity).toBeNull();
    expect(error).toMatchObject({ status: 'custom', custom_title: 'Rental Desk' });
    expect(error?.custom_message?.length).toBeGreaterThan(20);
    expect(shownIn(error)).not.toMatch(/Lilas|LY-0342|Lefèvre/);
    expect(logged).toContainEqual(expect.objectContaining({ message: 'refused', reason }));
    expect(memory.opened).toHaveLength(before);
  },
);

test('a file that is gone says so', async () => {
  const { workspace, open } = await linked({ fileNow: async () => null });
  await open(PEOPLE.oliver);
  expect((await answered(workspace, PEOPLE.oliver)).error).toMatchObject({
    custom_title: 'Rental file',
    custom_message: expect.stringContaining('The service no longer has this rental file.'),
  });
});

test('while the service is away the panel shows what was last read, and why', async () => {
  const { workspace, open } = await linked({
    async fileNow() {
      throw serviceDown();
    },
  });
  await open(PEOPLE.oliver);
  const { entity } = await answered(workspace, PEOPLE.oliver);
  expect(entity?.entity_payload.display_order?.[0]).toBe('notice');
  expect(shownIn(entity)).not.toContain('Reveal contact');
});

test('a panel asks a slow service for a moment only, and speaks before Slack stops to wait', async () => {
  const asked: (number | undefined)[] = [];
  const { workspace, open } = await linked({
    fileNow: async (_, msMax) => {
      asked.push(msMax);
      return new Promise(() => {});
    },
  });
  await open(PEOPLE.oliver);
  const { error } = await answered(workspace, PEOPLE.oliver);
  expect(asked).toEqual([1_500]);
  expect(error?.custom_message).toContain('in the time that Slack allows');
});

test.each([
  ['another file', { id: 'other', type: 'rental_file' }],
  ['no file of ours', { id: 'x'.repeat(500), type: 'rental_file' }],
])('a reference to %s beside the link shows nothing', async (_, forged) => {
  const { workspace, open, requests, deliver, settled, refused } = await linked(
    {},
    { refusals: null },
  );
  await open(PEOPLE.oliver);
  await answered(workspace, PEOPLE.oliver);
  const heard = requests.findLast((body) => body.includes('"entity_details_requested"')) ?? '';
  const before = panelOf(workspace, PEOPLE.oliver);
  await settled(() =>
    deliver(
      heard
        .replace(/"external_ref":\{[^}]*\}/, `"external_ref":${JSON.stringify(forged)}`)
        .replace(/"event_id":"\w+"/, `"event_id":"Ev${crypto.randomUUID()}"`),
    ),
  );
  // The trigger is used up, so the answer goes to the direct message: it names no file.
  const direct = workspace.state().messages.at(-1);
  expect(direct?.text).toContain('The service no longer has this rental file.');
  expect(panelOf(workspace, PEOPLE.oliver)).toEqual(before);
  expect(refused.at(-1)).toContain('exchanged_trigger_id');
});

test('an event of another workspace is refused, and one that came before is not answered again', async () => {
  const { workspace, open, requests, deliver, settled, logged } = await linked(
    {},
    { refusals: null },
  );
  await open(PEOPLE.oliver);
  await answered(workspace, PEOPLE.oliver);
  const heard = requests.findLast((body) => body.includes('"entity_details_requested"')) ?? '';
  // The line is written after the answer is seen, and after that of the list before it.
  await expect
    .poll(() => logged)
    .toContainEqual(expect.objectContaining({ message: 'answered', what: 'show' }));
  const lines = logged.length;
  await deliver(heard);
  expect(logged.slice(lines).map(({ message }) => message)).toEqual(['a request was refused']);
  await settled(() =>
    deliver(
      heard
        .replace(/"team_id":"\w+"/, '"team_id":"T0ELSEWHERE"')
        .replace(/"event_id":"\w+"/, `"event_id":"Ev${crypto.randomUUID()}"`),
    ),
  );
  expect(logged).toContainEqual(expect.objectContaining({ reason: 'other_workspace' }));
});

test('an answer after the trigger has expired comes by direct message', async () => {
  const clock = testClock();
  const gate = Promise.withResolvers<void>();
  const { workspace, open, settled } = await linked(
    {
      async fileNow() {
        await gate.promise;
        return FILE;
      },
    },
    { clock, refusals: ['entity.presentDetails expired_trigger_id'] },
  );
  await settled(async () => {
    await open(PEOPLE.oliver);
    clock.advance(5_000);
    gate.resolve();
  });
  const direct = workspace.state().messages.at(-1);
  expect(direct?.text).toContain('Anne Lefèvre');
});
