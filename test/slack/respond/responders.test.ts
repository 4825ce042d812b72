import { WebAPIPlatformError } from '@slack/web-api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createPanelResponder } from '../../../src/slack/respond/entity.ts';
import { createActionTokens } from '../../../src/slack/respond/payload.ts';
import { createRespond, deliverOrFallBack } from '../../../src/slack/respond/respond.ts';
import type { Form, Message } from '../../../src/views/message.ts';
import { skipPauses } from '../../support/pauses.ts';

const SCOPE = { userId: 'U1', channelId: 'C1' };
const tokens = createActionTokens('secret of tests');

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function message(text: string, fields: Partial<Message> = {}): Message {
  const blocks = [{ type: 'section', text: { type: 'plain_text', text } }] as const;
  return { kind: 'message', text, blocks, ...fields };
}

/** A responder; without a response URL, all its messages go to the direct message. */
function responder(
  origin: 'command' | 'action',
  userId: string | null = 'U1',
  responseUrl?: string,
) {
  const sent: string[] = [];
  const replaced: string[] = [];
  return {
    sent,
    replaced,
    to: createRespond({
      responseUrl,
      origin,
      isPublic: userId === null,
      scope: { ...SCOPE, userId },
      userId: 'U1',
      tokens,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
      messenger: { direct: async ({ text }: Message) => void sent.push(text) } as never,
      keep: (kept) => message(`${kept.text}, shared by U2`),
      onReplaced: async ({ text }) => void replaced.push(text),
      openForm: async () => message('too late'),
    }),
  };
}

test.each([
  ['command', 1],
  ['action', 3],
] as const)(
  'of the progress of a %s, %i messages are sent, and the answer',
  async (origin, max) => {
    const { to, sent } = responder(origin);
    for (let step = 1; step <= 6; step += 1)
      await to.message(message(`${step}`, { isProgress: true }));
    await to.message(message('answer'));
    expect(sent).toEqual([...Array.from({ length: max }, (_, step) => `${step + 1}`), 'answer']);
  },
);

const RESPONSE_URL = 'https://hooks.slack.com/actions/T1/1/abc';

/** What Slack answers at response URLs, and the texts that were sent there. */
function slackAnswers(answer: { readonly status: number; readonly text: string }) {
  const texts: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    const { text }: { readonly text: string } = JSON.parse(body);
    texts.push(text);
    return new Response(answer.text, { status: answer.status });
  });
  return texts;
}

test('in a message for a whole channel no progress is shown, and its answer is noted', async () => {
  const texts = slackAnswers({ status: 200, text: 'ok' });
  const { to, sent, replaced } = responder('action', null, RESPONSE_URL);
  await to.message(message('reading', { isProgress: true }));
  await to.message(message('answer'));
  await to.sendPrivately(message('for you'));
  expect([texts, sent, replaced]).toEqual([['answer, shared by U2', 'for you'], [], ['answer']]);
});

test.each([
  ['is used up', RESPONSE_URL],
  ['is missing', undefined],
])(
  'where a response URL %s, the message for the channel is not noted as replaced, and nobody shared what comes directly',
  async (_why, responseUrl) => {
    slackAnswers({ status: 404, text: 'used_url' });
    const { to, sent, replaced } = responder('action', null, responseUrl);
    await to.message(message('answer'));
    expect([sent, replaced]).toEqual([['answer'], []]);
  },
);

test('a form that opens too late is said to', async () => {
  const { to, sent } = responder('command');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It is only handed on.
  await to.form({ kind: 'form' } as Form);
  expect(sent).toEqual(['too late']);
});

test('what must arrive is tried three times, then by the other path', async () => {
  const pausesMs = skipPauses();
  for (const failures of [0, 1, 2, 3]) {
    const went: string[] = [];
    await deliverOrFallBack(
      async () => {
        went.push('first');
        if (went.length <= failures) throw new Error('busy');
      },
      async () => void went.push('other'),
    );
    const tries = Array.from({ length: Math.min(failures + 1, 3) }, () => 'first');
    expect(went).toEqual(failures === 3 ? [...tries, 'other'] : tries);
  }
  expect(pausesMs).toEqual([300, 300, 1_200, 300, 1_200]);
});

test('what arrives on neither path is told of with both errors', async () => {
  skipPauses();
  const [first, other] = [new Error('busy'), new Error('closed')];
  const delivered = deliverOrFallBack(
    async () => Promise.reject(first),
    async () => Promise.reject(other),
  );
  await expect(delivered).rejects.toMatchObject({ errors: [first, other] });
});

/** A panel, and what was shown in it. */
function panel(present?: () => Promise<void>) {
  const shown: { error?: { custom_title?: string; custom_message?: string } }[] = [];
  const direct: string[] = [];
  const to = createPanelResponder({
    names: { url: 'https://console.example.com/a', external_ref: { id: 'a' } },
    scope: SCOPE,
    tokens,
    present: async (details) => {
      await present?.();
      shown.push(details);
    },
    late: () => message('It takes longer.'),
    formByButton: () => message('Open it in Slack.'),
    direct: async ({ text }) => void direct.push(text),
  });
  return { to, shown, direct };
}

test('a panel says in words why it shows nothing, without markup and no longer than Slack takes', async () => {
  const { to, shown } = panel();
  const text = `See <https://example.com|the list> &lt;b&gt; &amp; more. ${'é'.repeat(3_000)}`;
  await to.message(message(text, { title: 'Refused' }));
  const [{ error } = {}] = shown;
  expect(error).toMatchObject({ status: 'custom', custom_title: 'Refused' });
  expect(error?.custom_message?.slice(0, 26)).toBe('See the list ‹b› & more. é');
  expect(error?.custom_message).toHaveLength(2_000);
});

test('a panel takes one answer: the first that is no progress, or after 1.4 s that it takes longer', async () => {
  const early = panel();
  const waiting = early.to.showWaiting?.();
  await early.to.message(message('reading', { isProgress: true }));
  await vi.advanceTimersByTimeAsync(1_399);
  await early.to.message(message('answer'));
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(early.shown.map(({ error }) => error?.custom_message)).toEqual(['answer']);

  const late = panel();
  const waited = late.to.showWaiting?.();
  await vi.advanceTimersByTimeAsync(1_400);
  await waited;
  await late.to.message(message('answer'));
  expect(late.shown.map(({ error }) => error?.custom_message)).toEqual(['It takes longer.']);
});

test('what a panel takes no longer comes by direct message, and another failure leaves it open', async () => {
  const expired = new WebAPIPlatformError(Object({ ok: false, error: 'expired_trigger_id' }));
  const closed = panel(async () => Promise.reject(expired));
  await closed.to.message(message('answer'));
  expect([closed.shown, closed.direct]).toEqual([[], ['answer']]);

  let tries = 0;
  const busy = panel(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('the network is away');
  });
  await expect(busy.to.message(message('answer'))).rejects.toThrow('the network is away');
  await busy.to.message(message('what happened'));
  expect(busy.shown.map(({ error }) => error?.custom_message)).toEqual(['what happened']);
});
