import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';

import type { PostLog } from '../../../src/delivery/ports.ts';
import type { Authorization } from '../../../src/slack/authorize.ts';
import { createMessenger, sendDirect } from '../../../src/slack/post/messenger.ts';
import { createActionTokens } from '../../../src/slack/respond/payload.ts';
import type { Message } from '../../../src/views/message.ts';

const PRESS = { label: 'View', spoken: 'View', action: { command: 'show', args: { id: 'a' } } };
const tokens = createActionTokens('secret of tests');
const refusal = (code: string) => new WebAPIPlatformError(Object({ ok: false, error: code }));

const MESSAGE: Message = {
  kind: 'message',
  text: 'hello',
  blocks: [{ type: 'buttons', buttons: [PRESS] }],
  files: ['file-1'],
};

/** A messenger, with what it sends, what it records, and what Slack makes of a call. */
function messenger(errors: Readonly<Record<string, Error>> = {}, hasLog = true) {
  const sent: (readonly [string, Record<string, unknown>])[] = [];
  const logged: string[] = [];
  const call = (name: string, answer: object) => async (payload: Record<string, unknown>) => {
    sent.push([name, payload]);
    if (errors[name] !== undefined) throw errors[name];
    return answer;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
  const client = {
    chat: {
      postMessage: call('post', { ts: '7.0' }),
      postEphemeral: call('ephemeral', {}),
    },
    conversations: { open: call('open', { channel: { id: 'D1' } }) },
    filesUploadV2: call('upload', {}),
  } as unknown as WebClient;
  let record: unknown = null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
  const postLog = {
    intend: async (intended: unknown) => {
      record = intended;
      logged.push('intend');
    },
    posted: async (_: string, ts: string) => void logged.push(`posted ${ts}`),
    withdraw: async () => void logged.push('withdraw'),
  } as unknown as PostLog;
  return {
    sent,
    logged,
    record: () => record,
    /** Whom the first button of what was sent last is for; `null` for everybody. */
    buttonFor: () => {
      const [, { blocks }] = sent.at(-1) ?? ['', {}];
      const [value = ''] = /(?<="value":")[^"]+/.exec(JSON.stringify(blocks)) ?? [];
      return tokens.decode(value)?.userId;
    },
    to: createMessenger(client, tokens, hasLog ? postLog : undefined),
  };
}

test('a message for a channel is recorded before it is sent, and completed after it', async () => {
  const { to, sent, logged, record, buttonFor } = messenger();
  await to.post({ ...MESSAGE, isForOutside: true }, 'C1', undefined);
  expect(logged).toEqual(['intend', 'posted 7.0']);
  expect(record()).toMatchObject({
    channelId: 'C1',
    kind: 'share',
    files: ['file-1'],
    isReduced: true,
  });
  const [[name, payload] = ['', {}]] = sent;
  expect([name, payload]).toMatchObject([
    'post',
    {
      channel: 'C1',
      text: 'hello',
      unfurl_links: false,
      unfurl_media: false,
      metadata: { event_type: 'rental_desk_shared' },
    },
  ]);
  expect(buttonFor()).toBeNull();
});

test.each([
  ['restricted_action', 'not_allowed', ['intend', 'withdraw']],
  ['is_archived', 'archived', ['intend', 'withdraw']],
  ['not_in_channel', 'not_in_channel', ['intend', 'withdraw']],
  ['fatal_error', 'unclear', ['intend']],
] as const)('a message that got %s did not arrive: %s', async (code, obstacle, steps) => {
  const { to, logged } = messenger({ post: refusal(code) });
  await expect(to.post(MESSAGE, 'C1', undefined)).rejects.toMatchObject({
    name: 'UndeliverableError',
    obstacle,
  });
  expect(logged).toEqual(steps);
});

test('without a log a message is sent all the same', async () => {
  const { to, sent, logged } = messenger({}, false);
  await to.post(MESSAGE, 'C1', undefined);
  expect([sent.length, logged]).toEqual([1, []]);
});

test('a direct message goes into its thread, for its reader alone', async () => {
  const { to, sent, buttonFor } = messenger();
  await to.direct(MESSAGE, 'U1', { thread: '5.0' });
  expect(sent.map(([name]) => name)).toEqual(['open', 'post']);
  expect(sent[1]?.[1]).toMatchObject({ channel: 'D1', thread_ts: '5.0' });
  expect(buttonFor()).toBe('U1');
});

const PERSON = { userId: 'U1', isAdmin: false, email: null };
const READER = { locale: 'fr-FR', zone: null };
const MAY: Authorization = { isAllowed: true, person: PERSON, reader: READER };
const mayNot = (reason: 'guest' | 'not_in_channel' | 'unknown'): Authorization => ({
  ...MAY,
  isAllowed: false,
  reason,
  failure: null,
});

test.each([
  [MAY, {}, 'sent', 2],
  [mayNot('guest'), {}, 'no_access', 0],
  [mayNot('not_in_channel'), {}, 'no_directs', 0],
  [mayNot('unknown'), {}, 'failed', 0],
  [MAY, { open: refusal('user_disabled') }, 'failed', 1],
  [MAY, { post: refusal('messages_tab_disabled') }, 'failed', 2],
  [MAY, { post: refusal('ratelimited') }, 'failed', 2],
  [MAY, { post: refusal('fatal_error') }, 'unclear', 2],
] as const)('of a message to another person: %o %o %s', async (allowed, errors, outcome, calls) => {
  const { to, sent } = messenger(errors);
  const asked: unknown[] = [];
  const access = {
    async authorize(...given: unknown[]) {
      asked.push(given);
      return allowed;
    },
  };
  const lines: string[] = [];
  const write = (_: object, line: string) => void lines.push(line);
  const log = { debug: write, info: write, warn: write, error: write, fatal: write };
  const letter = {
    kind: 'direct' as const,
    to: 'U1',
    key: 'told once',
    messageFor: (locale: string | null) => ({ ...MESSAGE, text: String(locale) }),
    onOutcome: () => {},
  };
  expect(await sendDirect(letter, { access, messenger: to, log }, {})).toBe(outcome);
  expect(asked).toEqual([[{ userId: 'U1', teamId: null, channelId: null }, true]]);
  expect([sent.length, lines.length]).toEqual([calls, outcome === 'sent' ? 0 : 1]);
  // In their language, and with what it is found by.
  const metadata = { event_type: 'rental_desk_shared', event_payload: { slot: 'told once' } };
  expect(
    sent.slice(1).map(([, { channel, text, metadata: found }]) => [channel, text, found]),
  ).toEqual(calls < 2 ? [] : [['D1', 'fr-FR', metadata]]);
});

test.each([
  [false, 'U1'],
  [true, null],
])('what one person sees, shared: %s, answers for %s', async (isShared, userId) => {
  const { to, sent, buttonFor } = messenger();
  const target = { userId: 'U1', channelId: 'C1', thread: '5.0', isShared };
  await to.postEphemeral(MESSAGE, target);
  expect(sent).toMatchObject([['ephemeral', { channel: 'C1', user: 'U1', thread_ts: '5.0' }]]);
  expect(buttonFor()).toBe(userId);
});

test('what one person cannot see there comes by direct message; another failure is told', async () => {
  const target = { userId: 'U1', channelId: 'C1', thread: undefined };
  const outside = messenger({ ephemeral: refusal('user_not_in_channel') });
  await outside.to.postEphemeral(MESSAGE, target);
  expect(outside.sent.map(([name]) => name)).toEqual(['ephemeral', 'open', 'post']);
  expect(outside.sent[0]?.[1]).not.toHaveProperty('thread_ts');

  const failing = messenger({ ephemeral: refusal('fatal_error') });
  await expect(failing.to.postEphemeral(MESSAGE, target)).rejects.toThrow('fatal_error');
  expect(failing.sent).toHaveLength(1);
});

test('a document goes to its reader with what it is, or is said not to arrive', async () => {
  const document = { fileName: 'a.csv', content: 'a,b', text: 'Here it is.' };
  const { to, sent } = messenger();
  await to.document({ kind: 'document', ...document }, 'U1');
  expect(sent[1]).toEqual([
    'upload',
    {
      channel_id: 'D1',
      filename: 'a.csv',
      title: 'a.csv',
      content: 'a,b',
      initial_comment: 'Here it is.',
    },
  ]);
  const failing = messenger({ upload: refusal('file_uploads_disabled') });
  await expect(failing.to.document({ kind: 'document', ...document }, 'U1')).rejects.toMatchObject({
    obstacle: 'not_allowed',
  });
});
