import { expect, test, vi } from 'vitest';

import type { Dispatcher } from '../../src/commands/dispatcher.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { createThrottle, THROTTLE_LIMITS } from '../../src/slack/admission.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { screenOf } from '../support/screen.ts';
import { openSlackApp } from '../support/slack-app.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };
const ACKNOWLEDGED = { ok: true };

type Options = NonNullable<Parameters<typeof openSlackApp>[1]>;

/** Claire, Hannah and Tom at their screens, under a clock that the test sets. */
async function opened(throttle: NonNullable<Options['throttle']>, over: Partial<Dispatcher> = {}) {
  let nowMs = 0;
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const slackApp = await openSlackApp(
    { ...dispatcher, ...over },
    { throttle, monotonic: () => nowMs },
  );
  const { workspace } = slackApp;
  return {
    ...slackApp,
    dispatcher,
    claire: screenOf(workspace, PEOPLE.claire),
    hannah: screenOf(workspace, PEOPLE.hannah),
    countOf: (text: string) =>
      workspace.state().messages.filter((message: Message) => message.text.includes(text)).length,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** A dispatcher that answers commands only when the gate opens. */
function gated() {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const typed: Dispatcher['run'] = async function* slowly(...question) {
    asked += 1;
    await gate.promise;
    yield* dispatcher.run(...question);
  };
  return { open: () => gate.resolve(), typed, asked: () => asked };
}

test.each([
  [PEOPLE.hannah, 'That is too many requests at once. Wait 3 seconds.'],
  [PEOPLE.claire, 'Cela fait trop de demandes à la fois. Patientez 3 secondes.'],
])(
  'whoever asks too much is told once how long to wait, then nothing (%s)',
  async (id, message) => {
    const { workspace, idle, countOf, pass } = await opened({ burst: 3 });
    const person = screenOf(workspace, id);
    for (let count = 0; count < 8; count += 1) {
      expect(await person.say('/rental help')).toEqual(ACKNOWLEDGED);
      await idle();
    }
    const answered = workspace.state().messages.filter(({ text }) => text.includes('/rental'));
    expect([answered.length, countOf(message)]).toEqual([3, 1]);

    pass(1_000);
    await person.say('/rental help');
    await person.say('/rental help');
    await idle();
    const later = workspace.state().messages.filter(({ text }) => text.includes('/rental'));
    expect([later.length, countOf(message)]).toEqual([4, 1]);
  },
);

test('nobody waits for what others ask, and nothing is looked up for too much', async () => {
  const { claire, hannah, idle, countOf, requests } = await opened({ burst: 2 });
  for (let count = 0; count < 10; count += 1) await claire.say('/rental list');
  await hannah.say('/rental list');
  await idle();
  expect(countOf('20 rental files')).toBe(1);
  expect(countOf('20 dossiers')).toBe(2);
  expect(requests.length).toBeGreaterThanOrEqual(11);
});

test('a press too many offers to be pressed again, which is answered in time', async () => {
  const { hannah, idle, pass, countOf } = await opened({ burst: 1 });
  await hannah.say('/rental list');
  await idle();
  await hannah.pressIn(hannah.seen('20 rental files'), 'Refresh');
  await idle();
  const message = hannah.seen('too many requests at once');
  expect(countOf('20 rental files')).toBe(0);

  pass(1_000);
  await hannah.pressIn(message, 'Try again');
  await idle();
  expect(countOf('20 rental files')).toBe(1);
});

test('a form that was opened may be handed in, whatever was asked meanwhile', async () => {
  const { hannah, idle } = await opened({ burst: 1 });
  await hannah.say('/rental settings');
  await idle();
  await hannah.say('/rental list');
  await idle();
  await hannah.submit({});
  await idle();
  expect(hannah.inModal()).not.toContain('too many requests at once');
  expect(hannah.inModal()).toContain('Nothing changed');
});

test('beyond so many under way, people are told so at once, though others still wait', async () => {
  const gate = gated();
  const { hannah, claire, idle, countOf } = await opened({ answersMax: 3 }, { run: gate.typed });
  for (let count = 0; count < 3; count += 1) await hannah.say('/rental list');
  await vi.waitUntil(() => gate.asked() === 3, PATIENCE);

  expect(await hannah.say('/rental list')).toEqual(ACKNOWLEDGED);
  await vi.waitUntil(() => countOf('Rental Desk is busy') === 1, PATIENCE);
  expect(await claire.say('/rental list')).toEqual(ACKNOWLEDGED);
  await vi.waitUntil(() => countOf('Rental Desk is busy') === 2, PATIENCE);
  expect(gate.asked()).toBe(3);

  gate.open();
  await idle();
  await hannah.pressIn(hannah.seen('Rental Desk is busy'), 'Try again');
  await idle();
  expect(countOf('20 rental files')).toBe(4);
});

test('where even telling is too much, nobody is told; what is filled in goes before what is asked', () => {
  const limits = { burst: 0, answersMax: 3, noticesMax: 2 };
  const throttle = createThrottle(limits, () => 0);
  const asked = (surface: 'command' | 'form', inFlight: number) =>
    throttle.reject({ userId: PEOPLE.hannah, surface }, inFlight)?.isNotified ?? 'answered';
  expect([2, 3, 4, 5].map((inFlight) => asked('command', inFlight))).toEqual([
    'answered',
    true,
    true,
    false,
  ]);
  expect([4, 5].map((inFlight) => asked('form', inFlight))).toEqual(['answered', false]);
  expect([2, 3].map((inFlight) => throttle.isSuppressed(PEOPLE.hannah, inFlight))).toEqual([
    false,
    true,
  ]);
});

test('links and letters have an allowance of their own', () => {
  const throttle = createThrottle({ ...THROTTLE_LIMITS, burst: 1 }, () => 0);
  const left = Array.from({ length: 61 }, () => throttle.isSuppressed(PEOPLE.hannah, 0));
  expect(left.indexOf(true)).toBe(60);
  const asked = { userId: PEOPLE.hannah, surface: 'command' } as const;
  expect(throttle.reject(asked, 0)).toBeNull();
  expect(throttle.reject(asked, 0)).toEqual({ why: 'limited', waitSeconds: 1, isNotified: true });
});
