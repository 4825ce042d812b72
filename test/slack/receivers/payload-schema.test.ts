import { expect, test } from 'vitest';

import { isSlackPayload, isUnheardEvent } from '../../../src/slack/receivers/payload-schema.ts';

type Payload = Readonly<Record<string, unknown>>;

const USER = { id: 'U0CLAIRE001', team_id: 'T0TEAM00001' };
const VIEW = {
  id: 'V1',
  app_installed_team_id: 'T0TEAM00001',
  type: 'modal',
  root_view_id: 'V1',
  previous_view_id: null,
};
const INTERACTION = {
  user: USER,
  team: { id: 'T0TEAM00001', enterprise_id: 'E0' },
  enterprise: { id: 'E0' },
  trigger_id: '1.2',
  response_url: 'https://hooks.slack.com/1',
};
const envelope = (event: object): Payload => ({
  team_id: 'T0TEAM00001',
  enterprise_id: 'E0',
  event_id: 'Ev1',
  authorizations: [{ team_id: 'T0TEAM00001', enterprise_id: null }],
  event,
});

/** A payload of each kind, and the fields that it cannot be without. */
const PAYLOADS: Readonly<Record<string, readonly [Payload, readonly string[]]>> = {
  'a command': [
    {
      command: '/rental',
      text: 'list',
      user_id: 'U0CLAIRE001',
      team_id: 'T0TEAM00001',
      enterprise_id: 'E0',
      channel_id: 'C0LEASING01',
      trigger_id: '1.2',
      response_url: 'https://hooks.slack.com/1',
    },
    ['command', 'user_id', 'team_id', 'channel_id'],
  ],
  'a button': [
    {
      ...INTERACTION,
      type: 'block_actions',
      channel: { id: 'C0LEASING01' },
      actions: [{ type: 'button', action_id: 'a', block_id: 'b', value: 'v' }],
      container: {},
      view: VIEW,
    },
    ['type', 'user', 'user.id', 'actions', 'container', 'view.id', 'view.type', 'channel.id'],
  ],
  'a typed letter': [
    {
      ...INTERACTION,
      type: 'block_suggestion',
      channel: { id: 'C0LEASING01' },
      action_id: 'a',
      block_id: 'b',
      value: 'ly',
      view: VIEW,
    },
    ['type', 'user', 'user.id', 'action_id', 'value', 'view.id', 'view.type', 'channel.id'],
  ],
  'a shortcut': [
    { ...INTERACTION, type: 'shortcut', callback_id: 'find' },
    ['type', 'user', 'user.id', 'team.id', 'enterprise.id'],
  ],
  'a shortcut of a message': [
    {
      ...INTERACTION,
      type: 'message_action',
      callback_id: 'find',
      channel: { id: 'C0LEASING01' },
      message: { text: 'LY-0342' },
    },
    ['type', 'user', 'channel', 'channel.id', 'message'],
  ],
  'a form': [
    {
      ...INTERACTION,
      type: 'view_submission',
      view: { ...VIEW, callback_id: 'c', state: { values: { b: { a: { value: 'x' } } } } },
    },
    ['type', 'user', 'view', 'view.id', 'view.type', 'view.state', 'view.state.values'],
  ],
  'a form that is closed': [
    { ...INTERACTION, type: 'view_closed', view: VIEW },
    ['type', 'user', 'view', 'view.id', 'view.type'],
  ],
  'a check of the address': [{ type: 'url_verification', challenge: 'c' }, ['type', 'challenge']],
  'a Home tab': [
    envelope({ type: 'app_home_opened', user: 'U0CLAIRE001', tab: 'home', channel: 'D0' }),
    ['team_id', 'event_id', 'event', 'event.type', 'event.user', 'event.tab'],
  ],
  'a channel that was joined': [
    envelope({
      type: 'member_joined_channel',
      user: 'U0CLAIRE001',
      channel: 'C0LEASING01',
      inviter: 'U0BOB000001',
    }),
    ['event.user', 'event.channel'],
  ],
  'a mention': [
    envelope({
      type: 'app_mention',
      user: 'U0CLAIRE001',
      channel: 'C0LEASING01',
      text: 'list',
      thread_ts: '1.2',
    }),
    ['event.channel', 'event.text'],
  ],
  'a link': [
    envelope({
      type: 'link_shared',
      user: 'U0CLAIRE001',
      channel: 'C0LEASING01',
      message_ts: '1.2',
      links: [{ url: 'https://console.example.com/a' }],
      unfurl_id: 'u',
      source: 'composer',
    }),
    ['event.user', 'event.channel', 'event.message_ts', 'event.links'],
  ],
  'a panel': [
    envelope({
      type: 'entity_details_requested',
      user: 'U0CLAIRE001',
      trigger_id: '1.2',
      entity_url: 'https://console.example.com/a',
      external_ref: { id: 'a', type: 'file' },
      channel: 'C0LEASING01',
    }),
    ['event.user', 'event.trigger_id', 'event.entity_url', 'event.external_ref.id'],
  ],
  'a direct message': [
    envelope({
      type: 'message',
      channel_type: 'im',
      user: 'U0CLAIRE001',
      channel: 'D0',
      text: 'list',
      thread_ts: '1.2',
    }),
    ['event.user', 'event.channel'],
  ],
  'a changed profile': [
    envelope({ type: 'user_change', user: { id: 'U0CLAIRE001' } }),
    ['event.user', 'event.user.id'],
  ],
  'a new colleague': [
    envelope({ type: 'team_join', user: { id: 'U0CLAIRE001' } }),
    ['event.user', 'event.user.id'],
  ],
  'a changed group': [
    envelope({ type: 'subteam_updated', subteam: { id: 'S0' } }),
    ['event.subteam', 'event.subteam.id'],
  ],
  'other members of a group': [
    envelope({ type: 'subteam_members_changed', subteam_id: 'S0' }),
    ['event.subteam_id'],
  ],
  'a channel that is shared': [
    envelope({ type: 'channel_shared', channel: 'C0LEASING01' }),
    ['event.channel'],
  ],
  'a channel that is shared no more': [
    envelope({ type: 'channel_unshared', channel: 'C0LEASING01' }),
    ['event.channel'],
  ],
};

/** The paths of all fields of objects, `event.user` among them. */
function pathsIn(value: unknown, before = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${before}${name}`,
    ...pathsIn(inner, `${before}${name}.`),
  ]);
}

/** A payload with another value at a path; without one, it is left out. */
function withAt(payload: Payload, path: string, value?: unknown): Payload {
  const [name = '', ...rest] = path.split('.');
  const { [name]: held, ...others } = payload;
  if (rest.length > 0) {
    return { ...others, [name]: withAt(fieldsOf(held), rest.join('.'), value) };
  }
  return value === undefined ? others : { ...others, [name]: value };
}

test.each(Object.entries(PAYLOADS))(
  '%s is taken with all that it needs',
  (_, [payload, needed]) => {
    expect(isSlackPayload(payload)).toBe(true);
    const refused = pathsIn(payload).filter((path) => !isSlackPayload(withAt(payload, path)));
    const missed = needed.filter((path) => !refused.includes(path));
    expect(missed).toEqual([]);
  },
);

test.each(Object.entries(PAYLOADS))('%s is refused with an id of another form', (_, [payload]) => {
  const ids = pathsIn(payload).filter((path) =>
    /(?:^|[._])(?:user|team|channel)(?:_id|\.id)?$/.test(path),
  );
  const taken = ids
    .filter((path) => typeof path.split('.').reduce<unknown>(heldAt, payload) === 'string')
    .filter((path) => isSlackPayload(withAt(payload, path, 'constructor')));
  expect(taken).toEqual([]);
});

function heldAt(holder: unknown, name: string): unknown {
  return fieldsOf(holder)[name];
}

function fieldsOf(holder: unknown): Payload {
  return Object.fromEntries(Object.entries(holder ?? {}));
}

test.each([null, 'text', [], [{}], {}, { type: 'pomegranate' }, { type: 'shortcut', actions: [] }])(
  '%j is none of Slack’s payloads',
  (payload) => {
    expect(isSlackPayload(payload)).toBe(false);
  },
);

test('what Bolt would take for something else is refused', () => {
  const [shortcut = {}] = PAYLOADS['a shortcut'] ?? [];
  const [button = {}] = PAYLOADS['a button'] ?? [];
  expect(isSlackPayload({ ...shortcut, name: 'x' })).toBe(false);
  expect(isSlackPayload({ ...shortcut, actions: [{ type: 'button' }] })).toBe(false);
  expect(isSlackPayload({ ...button, type: 'shortcut' })).toBe(false);
  expect(isSlackPayload({ ...button, actions: [] })).toBe(false);
});

test('events that nobody listens to are told from those that somebody does', () => {
  for (const [payload] of Object.values(PAYLOADS)) expect(isUnheardEvent(payload)).toBe(false);
  expect(isUnheardEvent(envelope({ type: 'reaction_added', user: 'U0CLAIRE001' }))).toBe(true);
  expect(isUnheardEvent(envelope({ type: 'message', subtype: 'x' }))).toBe(false);
  expect([isUnheardEvent({}), isUnheardEvent(null)]).toEqual([false, false]);
});

test('a message of a bot or of a channel needs nothing, as nobody reads it', () => {
  const bots = { type: 'message', channel_type: 'im', bot_id: 'B0' };
  expect(isSlackPayload(envelope(bots))).toBe(true);
  expect(isSlackPayload(envelope({ ...bots, bot_id: undefined, subtype: 'x' }))).toBe(true);
  expect(isSlackPayload(envelope({ type: 'message', channel_type: 'channel' }))).toBe(true);
  expect(isSlackPayload(envelope({ type: 'message', channel_type: 'im' }))).toBe(false);
});
