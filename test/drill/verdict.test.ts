import { expect, test } from 'vitest';

import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { Delivery } from '../../src/store/digest.ts';
import { pageMessage } from '../support/page-message.ts';
import { leaksIn } from './canaries.ts';
import { digestVerdict } from './digest-verdict.ts';
import { createDisturbances } from './disturbances.ts';
import { fateOf, noteGivenUp, noteToldAgain, type Request, tookInCalmMs } from './requests.ts';
import { wrongStatement, wrongTotal } from './statements.ts';
import { createTruth } from './truth.ts';

/** A drill that never finds anything would please everybody: here it has something to find. */

const REQUEST: Request = {
  who: 'U1',
  what: '/rental list',
  askedAt: 1_000,
  wanted: 1,
  toldAgainAt: null,
  answeredAt: [],
  said: [],
  isUnheard: false,
  endedAt: 9_000,
};
const REASON = 'The service is not answering. Try again in a minute. (Reference Q7K2MB)';

test.each([
  ['answered', { answeredAt: [1_200], said: ['99 rental files'] }, []],
  ['told why', { answeredAt: [1_200], said: [REASON] }, []],
  ['not heard', { isUnheard: true }, []],
  ['not heard', { isUnheard: true, answeredAt: [8_000], said: ['99 rental files'] }, []],
  ['cut off', {}, [5_000]],
  ['lost', {}, [500, 9_500]],
  ['lost', { wanted: 2, answeredAt: [1_200], said: ['99 rental files'] }, []],
])('a request may be %s', (fate, over, kills) => {
  expect(fateOf({ ...REQUEST, ...over }, kills)).toBe(fate);
});

test('an answer is timed from when its data could be had', () => {
  let nowMs = 2_000;
  const disturbances = createDisturbances(() => nowMs);
  const end = disturbances.begin('silence');
  nowMs = 4_000;
  end();
  // Two seconds more, in which a service may want to be left alone.
  expect(tookInCalmMs({ ...REQUEST, answeredAt: [6_500] }, disturbances)).toBe(500);
  expect(tookInCalmMs({ ...REQUEST, answeredAt: [1_500] }, disturbances)).toBe(500);
  expect(disturbances.namesIn(3_000, 3_001)).toEqual(['silence']);
});

test('an answer to what Slack told again is timed from then', () => {
  const disturbances = createDisturbances(() => 0);
  const request = { ...REQUEST, what: 'home', answeredAt: [31_500] };
  expect(tookInCalmMs({ ...request, toldAgainAt: 31_000 }, disturbances)).toBe(500);
  expect(tookInCalmMs({ ...request, toldAgainAt: 32_000 }, disturbances)).toBe(30_500);
});

test('only what Slack tells again of the same thing, and for trouble, begins anew', () => {
  let nowMs = 1_000;
  const disturbances = createDisturbances(() => nowMs);
  const asked = { ...REQUEST, what: 'home' };
  const event = { type: 'app_home_opened', user: asked.who };
  // Nothing is amiss: the bot itself was too slow to say that it had heard.
  noteToldAgain(event, [asked], disturbances, 2_000);
  expect(asked.toldAgainAt).toBeNull();
  nowMs = 3_000;
  disturbances.begin('kill')();
  noteToldAgain({ ...event, type: 'app_mention' }, [asked], disturbances, 4_000);
  noteToldAgain({ ...event, user: 'U2' }, [asked], disturbances, 4_000);
  expect(asked.toldAgainAt).toBeNull();
  noteToldAgain(event, [asked], disturbances, 4_000);
  expect(asked.toldAgainAt).toBe(4_000);
});

test('what Slack gave up to tell the bot was not heard, unless it was answered before', () => {
  const [home, mention] = [
    { ...REQUEST, what: 'home' },
    { ...REQUEST, what: 'mention' },
  ];
  const answered = { ...mention, answeredAt: [1_500], said: ['99 rental files'] };
  const event = { type: 'app_mention', user: REQUEST.who };
  noteGivenUp(event, [mention, home]);
  noteGivenUp(event, [answered]);
  expect([home, mention, answered].map((asked) => fateOf(asked, []))).toEqual([
    'lost',
    'not heard',
    'answered',
  ]);
});

test('what was asked before the bot was ended and started again is waited for no longer', () => {
  let nowMs = 2_000;
  const disturbances = createDisturbances(() => nowMs);
  const ends = [disturbances.begin('silence'), disturbances.begin('kill')];
  nowMs = 3_000;
  expect(disturbances.hasRestartedSince(1_000)).toBe(false);
  for (const end of ends) end();
  nowMs = 5_001;
  expect(disturbances.hasRestartedSince(1_000)).toBe(true);
  expect(disturbances.hasRestartedSince(2_000)).toBe(false);
});

test('a number of files that was never right is a wrong statement, in either language', () => {
  const truth = createTruth(1, 0);
  expect(wrongStatement('80 rental files await a decision', truth)).toBeNull();
  expect(wrongStatement('79 rental files await a decision', truth)).toBe('says that 79 wait');
  truth.decide();
  expect(wrongStatement('drill : 79 dossiers attendent une décision', truth)).toBeNull();
  expect(wrongStatement('20 dossiers attendent une décision', truth)).toBe('says that 20 wait');
  expect(wrongStatement('drill: nothing awaits a decision', truth)).toBe('says that nothing waits');
  expect(wrongTotal('99 rental files · Page 1 of 10', truth)).toBeNull();
  expect(wrongTotal('60 dossiers de location · Page 1 sur 6', truth)).toBe('says 60 files');
});

test('every file that is decided counts once', () => {
  const truth = createTruth(2, 0);
  while (truth.decide()) {
    const awaiting = truth.files().filter(({ decision }) => decision !== 'ACCEPTED');
    expect(awaiting).toHaveLength(truth.awaiting());
  }
  expect(truth.awaitingEver.size).toBe(31);
});

test('what was planted is found, and named by its kind alone', () => {
  const planted = { 'the bot token': ['xoxb-1'], 'a private key': [] };
  expect(leaksIn('the log', 'nothing of it', planted)).toEqual([]);
  expect(leaksIn('the log', 'token XOXB-1!', planted)).toEqual([
    { where: 'the log', what: 'the bot token' },
  ]);
  const assertion = ['eyJhbGciOiJSUzI1NiJ9', 'eyJpc3MiOiJ4In0aa', 'c2lnbmF0dXJlc2lnbmF0dXJl'].join(
    '.',
  );
  expect(leaksIn('the log', assertion, planted)).toEqual([
    { where: 'the log', what: 'a signed token' },
  ]);
});

const DUE = Date.parse('2026-11-23T09:00:00Z');

function delivery(id: string, over: Partial<Delivery> = {}): Delivery {
  return {
    id,
    digestId: 'd1',
    slot: '2026-11-23T09:00',
    kind: 'slot',
    dueAt: DUE,
    giveUpAt: DUE,
    state: 'posted',
    reason: null,
    tries: 1,
    firstTryAt: DUE,
    postedAt: DUE,
    channelId: 'C1',
    ts: '1.1',
    noticeTs: null,
    isLate: false,
    isIncomplete: false,
    counts: null,
    ...over,
  };
}

function post(key: string): Message {
  const metadata = { event_type: 'rental_desk_digest', event_payload: { slot: key } };
  return pageMessage('1.1', { channel: 'C1', metadata });
}

test('digests that were doubled, lost or kept quiet about are found', () => {
  const ledger = [
    delivery('once'),
    delivery('twice', { dueAt: DUE + 60_000 }),
    delivery('never', { dueAt: DUE + 120_000 }),
    delivery('quiet', { dueAt: DUE + 180_000, state: 'unknown' }),
  ];
  const expected = [0, 1, 2, 3, 4].map((minutes) => DUE + minutes * 60_000);
  const found = digestVerdict({ ledger, ids: ['d1'], dueAt: expected, resumed: new Map() }, [
    post('once'),
    post('twice'),
    post('twice'),
  ]);

  expect(found).toMatchObject({ slots: 4, postedOnce: 1, told: 0 });
  expect([found.doubled, found.lost, found.untold].map((names) => names.join())).toEqual([
    expect.stringContaining('(twice)'),
    expect.stringMatching(/not in the ledger.*\(never\)/),
    expect.stringContaining('(quiet)'),
  ]);
});

test('a digest that is paused for its channel is not due until it goes on, and then is', () => {
  const dueAt = [0, 1, 2, 3, 4].map((minutes) => DUE + minutes * 60_000);
  const ledger = [delivery('refused', { dueAt: DUE, state: 'failed', reason: 'is_archived' })];
  const lostWith = (resumed: Map<string, number[]>) =>
    digestVerdict({ ledger, ids: ['d1'], dueAt, resumed }, []).lost.length;

  expect(lostWith(new Map())).toBe(0);
  // Slots of later than the third minute are missing.
  expect(lostWith(new Map([['d1', [DUE + 150_000]]]))).toBe(2);
  // What is refused for its own sake pauses nothing.
  const [own] = ledger.map((one) => ({ ...one, reason: 'invalid_blocks' }));
  const given = { ledger: own ? [own] : [], ids: ['d1'], dueAt, resumed: new Map() };
  expect(digestVerdict(given, []).lost).toHaveLength(4);
});
