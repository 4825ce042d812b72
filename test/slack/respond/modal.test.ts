import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';

import {
  createModalResponder,
  createModals,
  type ModalTarget,
} from '../../../src/slack/respond/modal.ts';
import { createActionTokens } from '../../../src/slack/respond/payload.ts';
import type { Form, Message } from '../../../src/views/message.ts';
import { skipPauses } from '../../support/pauses.ts';

function message(text: string, fields: Partial<Message> = {}): Message {
  const blocks = [{ type: 'section', text: { type: 'plain_text', text } }] as const;
  return { kind: 'message', text, blocks, ...fields };
}

/** A responder into a modal that opens when the test says so. */
function windowThatOpens({
  isBlind = false,
  failure,
}: { isBlind?: boolean; failure?: Error } = {}) {
  let trouble = failure;
  const stood: string[] = [];
  const opening = Promise.withResolvers<void>();
  const otherwise: (Message | Form)[] = [];
  const responder = createModalResponder({
    tokens: createActionTokens('secret of tests'),
    scope: { userId: 'U1', channelId: 'C1' },
    closeLabel: () => 'Close',
    isBlind,
    isOver: false,
    async show(view) {
      await opening.promise;
      const error = trouble;
      trouble = undefined;
      if (error !== undefined) throw error;
      stood.push(textOf(JSON.stringify(view)));
      return 'V1';
    },
    async change(_viewId, view) {
      stood.push(textOf(JSON.stringify(view)));
    },
    waiting: () => message('waiting', { isProgress: true }),
    fallback: async (answer) => void otherwise.push(answer),
  });
  return { responder, stood, opening, otherwise };
}

function textOf(view: string): string {
  return /"section","text":\{"type":"plain_text","text":"(.*?)"/.exec(view)?.[1] ?? '';
}

test('an answer that is being put into a window is not overtaken by the sign of life', async () => {
  const { responder, stood, opening } = windowThatOpens();
  const answered = responder.message(message('answer'));
  const waiting = responder.showWaiting?.();
  opening.resolve();
  await Promise.all([answered, waiting]);
  expect(stood).toEqual(['answer']);
});

test('a sign of life that is being put there is followed by the answer', async () => {
  const { responder, stood, opening } = windowThatOpens();
  const waiting = responder.showWaiting?.();
  const answered = responder.message(message('answer'));
  opening.resolve();
  await Promise.all([answered, waiting]);
  expect(stood).toEqual(['waiting', 'answer']);
});

test('a correction and a sign of life never both acknowledge a form', async () => {
  const { responder, stood, opening } = windowThatOpens();
  opening.resolve();
  const acts: string[] = [];
  const correct = async () =>
    responder.replaceFirst(async () => {
      acts.push('corrected');
    });
  const [isCorrected] = await Promise.all([correct(), responder.showWaiting?.()]);
  expect([isCorrected, acts, stood]).toEqual([true, ['corrected'], []]);

  const late = windowThatOpens();
  late.opening.resolve();
  const [, isLate] = await Promise.all([
    late.responder.showWaiting?.(),
    late.responder.replaceFirst(async () => void acts.push('late')),
  ]);
  expect([isLate, acts, late.stood]).toEqual([false, ['corrected'], ['waiting']]);
});

test('where Slack refuses unseen, the plain form goes first', async () => {
  const { responder, stood, opening } = windowThatOpens({ isBlind: true });
  opening.resolve();
  await responder.message(message('drawn', { plainBlocks: message('plain').blocks }));
  expect(stood).toEqual(['plain']);
});

test('an answer that fails leaves the way to what says so', async () => {
  const failure = new TypeError('the network is away');
  const { responder, stood, opening } = windowThatOpens({ failure });
  opening.resolve();
  await expect(responder.message(message('answer'))).rejects.toBe(failure);
  await responder.sendPrivately(message('told'));
  expect(stood).toEqual(['told']);
});

test('what has come too late for a modal is not tried there again', async () => {
  const failure = new WebAPIPlatformError(Object({ ok: false, error: 'expired_trigger_id' }));
  const { responder, stood, opening, otherwise } = windowThatOpens({ failure });
  opening.resolve();
  const answer = message('answer');
  await Promise.all([responder.showWaiting?.(), responder.message(answer)]);
  expect({ stood, otherwise }).toEqual({ stood: [], otherwise: [answer] });
});

test.each([
  ['open', 'drawn'],
  ['push', 'drawn'],
  ['in', 'drawn'],
  ['acknowledge', 'plain'],
] as const)('%s: the form that is shown first is %s', async (kind, form) => {
  skipPauses();
  const shown: string[] = [];
  const show = async ({ view }: { view: unknown }) => {
    shown.push(textOf(JSON.stringify(view)));
    return { view: { id: 'V1' } };
  };
  const opening = { open: { triggerId: 'T1' }, push: { triggerId: 'T1' }, in: { viewId: 'V1' } };
  const ack = async (view: unknown) => void (await show({ view }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A target of each kind.
  const target = {
    kind,
    ...(kind === 'acknowledge' ? { viewId: 'V1', ack } : opening[kind]),
  } as ModalTarget;
  const modals = createModals({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as they are used.
    ...({
      client: { views: { open: show, push: show, update: show } },
      dispatcher: { closeLabel: () => 'Close', waiting: () => message('waiting') },
      access: { knownReader: () => null },
    } as never as Parameters<typeof createModals>[0]),
    tokens: createActionTokens('secret of tests'),
  });

  const responder = modals.responder(target, { userId: 'U1', channelId: 'C1' }, 'U1', null);
  await responder.message(message('drawn', { plainBlocks: message('plain').blocks }));

  expect(shown).toEqual([form]);
});
