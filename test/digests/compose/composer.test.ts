import { expect, test } from 'vitest';

import { RetryLaterError } from '../../../src/delivery/ports.ts';
import { createComposer } from '../../../src/digests/compose/composer.ts';
import { createCalendars } from '../../../src/digests/schedule.ts';
import { deliveryReference } from '../../../src/lib/crypto.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '../../../src/store/channel-settings.ts';
import type { Delivery, Digest } from '../../../src/store/digest.ts';
import { NOW_MS } from '../../portfolio/query/random-entries.ts';
import { readingOfFiles } from '../../portfolio/reading-of.ts';
import { buttonsOf } from '../../support/desk.ts';
import { expectGood } from '../../support/hostile.ts';
import { digestOf, triageOf } from './fixture.ts';

const READING = readingOfFiles({
  id: 'a',
  decision: 'READY',
  applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
});

function composerFor(
  chosen: Partial<typeof DEFAULT_CHANNEL_SETTINGS> | null,
  triage?: Parameters<typeof createComposer>[0]['triage'],
) {
  return createComposer({
    triage,
    alerts: { entriesOf: async () => [] },
    settings: {
      of: async () => (chosen === null ? null : { ...DEFAULT_CHANNEL_SETTINGS, ...chosen }),
    },
    calendars: createCalendars(),
    language: 'en',
    now: () => NOW_MS,
    linkTo: () => null,
    currency: null,
  });
}

const moment = (digest: Digest) => ({
  digest,
  snapshot: READING,
  before: null,
  past: [],
  dueAt: NOW_MS,
  isCatchUp: false,
});

function delivery(over: Partial<Delivery> = {}): Delivery {
  return {
    id: '018f',
    digestId: 'd7k2',
    slot: '2026-11-20T09:30',
    kind: 'slot',
    dueAt: NOW_MS,
    giveUpAt: NOW_MS + 90 * 60_000,
    state: 'failed',
    reason: 'is_archived',
    tries: 1,
    firstTryAt: null,
    postedAt: null,
    channelId: null,
    ts: null,
    noticeTs: null,
    isLate: false,
    isIncomplete: false,
    counts: null,
    ...over,
  };
}

test.each([
  [null, 'internal', 'A.\u00a0D.'],
  [{ privacy: 'full' }, 'internal', 'Anne Dupont'],
  [{ privacy: 'full' }, 'external', 'shared with another organisation'],
  [{ privacy: 'full', language: 'fr' }, 'external', 'partagé avec une autre organisation'],
] as const)(
  'a channel that chose %j, where people are %s, reads “%s”',
  async (chosen, sharing, text) => {
    const { message } = await composerFor(chosen).compose(moment(digestOf()), sharing);

    expect(message.text).toContain(text);
  },
);

test.each([
  ['ahead of it', NOW_MS, NOW_MS + 10 * 60_000, true],
  ['behind it', NOW_MS - 10 * 60_000, NOW_MS - 10 * 60_000, false],
])(
  'whether a digest is late is told by the clock of its due time, here %s',
  async (_, dueAt, nowMs, late) => {
    const { isLate, message } = await composerFor(null).compose(
      { ...moment(digestOf()), dueAt, nowMs },
      'internal',
    );

    expect(isLate).toBe(late);
    expect(message.text.includes('Late')).toBe(late);
  },
);

test('nothing is posted or escalated before it is known what rests and what is taken', async () => {
  const digest = digestOf({}, { escalate: { channelId: 'C0SECOND001', afterDays: 1 } });
  let state: ReturnType<ReturnType<typeof triageOf>['state']> = null;
  const { compose, escalationMessages } = composerFor(null, { state: () => state });

  await expect(compose(moment(digest), 'internal')).rejects.toThrow(RetryLaterError);
  expect(() => escalationMessages.overdueFiles(digest, READING)).toThrow(RetryLaterError);

  state = triageOf({ snoozed: ['a'] }).state();
  const { message } = await compose(moment(digest), 'internal');
  expect(message.text).toContain('1 snoozed, not shown');
  expect(escalationMessages.overdueFiles(digest, READING)).toEqual([]);
});

test('while the files cannot be read, a channel is told until when that is tried', async () => {
  const { messages: sayings } = composerFor(null);

  const notice = await sayings.outageNotice(digestOf(), delivery(), null);
  const missed = await sayings.missed(digestOf(), delivery());

  expect(notice.text).toBe(
    'Morning: could not read the rental files; trying until 11:00. This does not mean that nothing waits. The digest comes as soon as they can be read.',
  );
  expect(missed.text).toContain('Morning: the digest of Fri 20 Nov, 09:30 is missed.');
  expectGood(notice);
  expectGood(missed);
});

test('an owner is told why a digest is paused and how to go on', async () => {
  const { messages: sayings } = composerFor(null);

  const message = await sayings.toOwner(digestOf({ state: 'paused' }), delivery());

  expect(message.text).toBe(
    'Your digest “Morning” of Fri 20 Nov, 09:30 could not be sent: the channel is archived; choose another one. It is paused. Once that is fixed, press Resume. (Reference ' +
      `${deliveryReference(delivery().id)})`,
  );
  expect(buttonsOf(message)).toEqual(['Resume', 'Edit', 'History']);
  expectGood(message);
});

test.each([
  ['en', 'The digest “Morning” of', 'You get this as an admin of Rental Desk', 'Take over'],
  [
    'fr',
    'Le récap «\u00a0Morning\u00a0» du',
    'Vous recevez ce message comme administrateur',
    'Reprendre à mon nom',
  ],
] as const)('an admin is told the same in %s, and may take it over', async (language, ...says) => {
  const message = await composerFor({ language }).adminNotice(
    digestOf({ state: 'paused' }),
    delivery(),
  );

  const [happened, why, take] = says;
  expect(message.text).toContain(happened);
  expect(message.text).toContain(why);
  expect(buttonsOf(message)).toContain(take);
  expectGood(message);
});

test('a delivery goes by the same reference wherever it is told, and no other does', () => {
  expect(deliveryReference('018f')).toMatch(/^[2-9B-DF-HJ-NP-TV-XZ]{6}$/);
  expect(deliveryReference('018f')).toBe(deliveryReference('018f'));
  const many = Array.from({ length: 200 }, (_, index) => deliveryReference(`delivery ${index}`));
  expect(new Set(many).size).toBe(many.length);
});

test('an owner is told when nobody knows whether a digest was posted', async () => {
  const { messages: sayings } = composerFor({ language: 'fr' });

  const message = await sayings.toOwner(
    digestOf(),
    delivery({ state: 'unknown', reason: 'no_history' }),
  );

  expect(message.text).toContain('Slack n’a pas dit si votre récap « Morning »');
  expect(buttonsOf(message)).toEqual(['Modifier', 'Historique', 'Publier maintenant']);
  expectGood(message);
});

test.each([
  ['en', { reason: 'no_permission' }],
  ['en', { state: 'unknown', reason: 'no_history' }],
  ['fr', { reason: 'no_permission' }],
  ['fr', { state: 'unknown', reason: 'no_history' }],
] as const)(
  'in %s, nothing about an alert to a person speaks of a channel: %j',
  async (language, over) => {
    const alert = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;
    const { messages: sayings } = composerFor({ language });

    const message = await sayings.toOwner(
      digestOf({ channelId: 'U1', alert }),
      delivery({ kind: 'alert', ...over }),
    );

    expect(message.text).not.toMatch(/channel|canal/u);
    expectGood(message);
  },
);

test('a word of Slack’s that is new to us is told as it came', async () => {
  const { messages: sayings } = composerFor(null);

  const message = await sayings.toOwner(digestOf(), delivery({ reason: 'moon_phase' }));

  expect(message.text).toContain('Slack or the service says moon_phase');
});
