import { setTimeout } from 'node:timers/promises';

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { sendAhead } from '../../src/playground/clock/bot-clock.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { folderPlace } from '../support/places.ts';
import { startSlackFront } from '../support/slack-front.ts';
import { BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';
import { addDigests, endProcesses, ledgerOf, startDigestProcess } from './digest-process.ts';

afterEach(endProcesses);

const ZONE = 'Europe/Paris';
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A tick of the scheduler and a delivery take less. */
const SETTLED_MS = 2_500;
const PATIENCE = { timeout: 120_000, interval: 50 };
const TEST_MS_MAX = 480_000;

/** A process with a digest in the embedded database, whose clocks and Slack's start at a moment. */
async function openAt(
  startMs: number,
  times: readonly string[],
  firstDueMs: number,
  more: Readonly<Record<string, string | number>> = {},
) {
  const place = await folderPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const [digest] = await addDigests(
    place,
    [CHANNELS.leasing],
    PEOPLE.claire,
    firstDueMs,
    {},
    times,
  );
  let aheadMs = startMs - Date.now();
  const workspace = await testWorkspace({ now: () => Date.now() + aheadMs });
  const front = await startSlackFront(() => {});
  onTestFinished(() => front.stop());
  front.passTo(new URL(workspace.apiUrl));
  const environment = { SCHEDULED: 'yes', LEASE_MS: 25_000, SETTLE_MS: 2_000, ...more };
  const slack = { apiUrl: front.apiUrl, token: BOT_TOKEN };
  const child = startDigestProcess(place, slack, environment, aheadMs);
  await child.says('ticks');

  return {
    child,
    front,
    /** Sets all clocks to a moment. */
    moveTo: async (ms: number) => {
      aheadMs = ms - Date.now();
      await sendAhead(child.process, aheadMs);
    },
    /** When the posts of the channel were due, in their order. */
    posted: () =>
      workspace.state().messages.flatMap(({ text }) => {
        const [, due] = / due (\S+)$/.exec(text) ?? [];
        return due === undefined ? [] : [Date.parse(due)];
      }),
    /** Ends the process, and gives all that it has recorded. */
    ledger: async () => {
      child.process.kill('SIGTERM');
      await child.exited;
      return ledgerOf(place, [digest ?? '']);
    },
  };
}

/** The next change of the clocks in winter or in summer time. */
function nextChange(to: 'forward' | 'back'): Temporal.ZonedDateTime {
  let moment = Temporal.Now.zonedDateTimeISO(ZONE).add({ days: 1 });
  for (;;) {
    const change = moment.getTimeZoneTransition('next');
    if (change === null) throw new Error(`${ZONE} changes its clocks no more`);
    const isForward = change.offsetNanoseconds > change.subtract({ hours: 1 }).offsetNanoseconds;
    if (isForward === (to === 'forward')) return change;
    moment = change;
  }
}

test.each([
  ['forward', ['01:30+01:00', '03:30+02:00']],
  ['back', ['01:30+02:00', '02:30+02:00', '03:30+01:00']],
] as const)(
  'in the night that clocks go %s each due time is posted once, when it comes',
  async (to, night) => {
    const date = nextChange(to).toPlainDate().toString();
    const msOf = (time: string) => Temporal.Instant.from(`${date}T${time}`).epochMilliseconds;
    const due = night.map(msOf);
    const [first = 0] = due;
    const run = await openAt(first - MINUTE_MS, ['01:30', '02:30', '03:30'], first);
    for (let nowMs = first; nowMs <= first + 4 * HOUR_MS; nowMs += HOUR_MS / 2) {
      await run.moveTo(nowMs + SECOND_MS);
      const expected = due.filter((ms) => ms <= nowMs);
      await vi.waitUntil(() => run.posted().length >= expected.length, PATIENCE);
      await setTimeout(SETTLED_MS);
      expect(run.posted()).toEqual(expected);
    }
    const ledger = await run.ledger();
    expect(ledger.map(({ state }) => state)).toEqual(due.map(() => 'posted'));
  },
  TEST_MS_MAX,
);

test(
  'ten minutes asleep in the middle of a delivery: it is posted once, and so is the newest',
  async () => {
    const times = Array.from({ length: 10 }, (_, minute) => `09:0${minute}`);
    const nine = Temporal.Now.zonedDateTimeISO(ZONE)
      .add({ days: 1 })
      .withPlainTime('09:00').epochMilliseconds;
    const stop = { KILL_AT: 'startPost:after', KILL_BY: 'SIGSTOP' };
    const { child, moveTo, posted, ledger } = await openAt(nine - 5_000, times, nine, stop);
    await child.says('ends here');

    const moved = moveTo(nine + 10 * MINUTE_MS);
    // It stops again at its next post.
    const waking = setInterval(() => child.process.kill('SIGCONT'), 300);
    onTestFinished(() => clearInterval(waking));
    await moved;
    const newest = nine + 9 * MINUTE_MS;
    await vi.waitUntil(() => posted().includes(newest) && posted().includes(nine), PATIENCE);
    await setTimeout(SETTLED_MS);

    expect(new Set(posted())).toEqual(new Set([nine, newest]));
    expect(posted()).toHaveLength(2);
    const states = (await ledger())
      .toSorted((one, other) => one.dueAt - other.dueAt)
      .map(({ dueAt, state }) => [(dueAt - nine) / MINUTE_MS, state]);
    expect(states).toEqual(
      times.map((_, minute) => [minute, minute === 0 || minute === 9 ? 'posted' : 'missed']),
    );
  },
  TEST_MS_MAX,
);

test(
  'a Retry-After of an hour is waited out, and then the digest comes once',
  async () => {
    const due = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 9 * HOUR_MS;
    const time = Temporal.Instant.fromEpochMilliseconds(due)
      .toZonedDateTimeISO(ZONE)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' });
    const patient = { CALL_MS_MAX: 60_000 };
    const { child, front, moveTo, posted, ledger } = await openAt(
      due - 5_000,
      [time],
      due,
      patient,
    );
    // A clock that is moved before the answer is read ends the call: nobody knows its Retry-After.
    const limited = child.says('not posted');
    front.limitOnce('chat.postMessage', 3_600);
    await limited;

    for (const minutes of [20, 40, 58]) {
      await moveTo(due + minutes * MINUTE_MS);
      await setTimeout(SETTLED_MS);
      expect([front.calls('chat.postMessage'), posted()]).toEqual([1, []]);
    }
    await moveTo(due + 61 * MINUTE_MS);
    await vi.waitUntil(() => posted().length > 0, PATIENCE);
    await setTimeout(SETTLED_MS);
    expect(posted()).toEqual([due]);
    expect((await ledger()).map(({ state }) => state)).toEqual(['posted']);
  },
  TEST_MS_MAX,
);
