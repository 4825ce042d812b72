import { beforeEach, expect, test } from 'vitest';

import { startLeaseGuard } from '../../src/delivery/ports.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import type { Authorizer } from '../../src/slack/authorize.ts';
import { createMessenger, sendDirect } from '../../src/slack/post/messenger.ts';
import { isInDirect } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { HAND_LEASE_MS, type TakenFile } from '../../src/store/triage.ts';
import { handKeyOf, notifyOfHandOvers, type Triage } from '../../src/triage/triage.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';
import { beforeEachTriage } from '../support/triage.ts';

const { claire: CLAIRE, hannah: HANNAH } = PEOPLE;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MESSAGE = { kind: 'message', blocks: [], text: 'You were handed a file' } as const;

let store: DigestStore;
let triage: Triage;
beforeEachTriage((opened) => ({ store, triage } = opened));

let workspace: Awaited<ReturnType<typeof testWorkspace>>;
let client: ReturnType<typeof testClient>;
beforeEach(async () => {
  workspace = await testWorkspace({ now: () => Date.now() });
  client = testClient(workspace);
});

type Send = Parameters<typeof notifyOfHandOvers>[0]['send'];

/** A complete snapshot of these files, read after all that was done before. */
function snapshotOf(...ids: string[]): Snapshot {
  return { ...readingOfFiles(...ids.map((id) => ({ id }))), startedAt: Date.now() + DAY_MS };
}

let snapshot: Snapshot | null;
beforeEach(() => {
  snapshot = snapshotOf('a', 'b', 'c', 'own', 'back', 'told', 'passed on');
});

/** The wall clock of every process. */
let clockMs = 0;
const startGuard = () => startLeaseGuard({ now: () => clockMs, monotonic: () => 0 }, HAND_LEASE_MS);

const EVERYBODY: Pick<Authorizer, 'authorize'> = {
  authorize: async ({ userId }) => ({
    isAllowed: true,
    person: { userId, isAdmin: false, email: null },
    reader: { locale: null, zone: null },
  }),
};
const nothing = () => {};
const NO_LOG = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };

/** Sends the message as a process does that hands a file over; says what became of it. */
async function sendTo(taken: TakenFile, check = startGuard()) {
  const messenger = createMessenger(client, createActionTokens('secret'));
  const letter = { kind: 'direct', to: taken.takenBy, key: handKeyOf(taken), check } as const;
  const message = { ...letter, messageFor: () => MESSAGE };
  return sendDirect(message, { access: EVERYBODY, messenger, log: NO_LOG }, {});
}

const send: Send = async (handed, _entry, check) => (await sendTo(handed, check)) === 'sent';

/** What each instance does once a minute. */
async function tell(by: Send = send): Promise<void> {
  await notifyOfHandOvers({
    store: store.triage,
    latestSnapshot: () => snapshot,
    startGuard,
    wasSent: async (handed) => isInDirect(client, handed.takenBy, handKeyOf(handed), handed.atMs),
    send: by,
  });
}

/** Files were handed over, and tried, that many minutes before. */
async function minutesAgo(minutes: number): Promise<void> {
  const earlier = `interval '${minutes} minutes'`;
  await runSql(
    store,
    `update rental_desk.taken_files
     set at = at - ${earlier}, hand_tried_at = hand_tried_at - ${earlier}`,
  );
}

/** A process is stopped for so long. */
async function stopped(minutes: number): Promise<void> {
  clockMs += minutes * MINUTE_MS;
  await minutesAgo(minutes);
}

const told = () =>
  workspace
    .state()
    .messages.filter(({ channel }) => channel === directMessageWith(HANNAH))
    .map(({ text }) => text);

test('a process that is killed between handing a file over and the message leaves it to another', async () => {
  await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  // The process that hands it over may still live.
  await tell();
  expect(told()).toEqual([]);

  await minutesAgo(3);
  await Promise.all([tell(), tell(), tell()]);
  expect(told()).toEqual([MESSAGE.text]);
  await minutesAgo(3);
  await tell();
  expect(told()).toEqual([MESSAGE.text]);
});

test('a process that is killed after the message is not followed by a second one', async () => {
  await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  await minutesAgo(3);
  const [taken] = (await store.triage.all()).taken;
  if (taken === undefined) throw new Error('nothing was taken');
  await sendTo(taken);

  await tell();

  expect(told()).toEqual([MESSAGE.text]);
  expect(await store.triage.unnotified()).toBeNull();
});

test('a process that is stopped between its look-up and the message sends nothing when it wakes up', async () => {
  await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  await minutesAgo(3);
  const [reached, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = tell(async (...given) => {
    reached.resolve();
    await awake.promise;
    return send(...given);
  });
  await reached.promise;
  await stopped(3);
  await tell();
  awake.resolve();
  await first;
  expect(told()).toEqual([MESSAGE.text]);
  expect(await store.triage.unnotified()).toBeNull();
});

test('a process that is stopped once it has handed a file over leaves the message to another', async () => {
  const check = startGuard();
  const taken = await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  await stopped(1);
  expect(await sendTo(taken, check)).toBe('left');
  expect(told()).toEqual([]);
  await stopped(2);
  await tell();
  expect(told()).toEqual([MESSAGE.text]);
});

test('nobody is told twice where many wait and Slack is slow', async () => {
  const files = ['a', 'b', 'c'];
  for (const file of files) await triage.take(file, HANNAH, CLAIRE, CLAIRE);
  await minutesAgo(3);
  let others: Promise<void> | null = null;
  await tell(async (...given) => {
    // Each message takes longer than another process lets this one live; one begins meanwhile.
    await minutesAgo(1.2);
    others ??= tell();
    await others;
    return send(...given);
  });
  expect(told()).toEqual(files.map(() => MESSAGE.text));
});

test('what Slack does not take is tried again, and not for longer than a day', async () => {
  await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  await minutesAgo(3);
  let tries = 0;
  const failing = async () => {
    tries += 1;
    return false;
  };
  await tell(failing);
  await tell(failing);
  expect(tries).toBe(1);
  await minutesAgo(3);
  await tell(failing);
  expect(tries).toBe(2);
  await minutesAgo(24 * 60);
  await tell(failing);
  expect(tries).toBe(2);
});

test('nobody is told of a file that they took, gave back, or have told of already', async () => {
  await triage.take('own', HANNAH);
  await triage.take('back', HANNAH, CLAIRE, CLAIRE);
  await triage.giveBack('back', HANNAH);
  await triage.take('told', HANNAH, CLAIRE, CLAIRE);
  await triage.notified({ fileId: 'told', takenBy: HANNAH });
  await triage.take('passed on', HANNAH, CLAIRE, CLAIRE);
  await triage.take('passed on', CLAIRE, HANNAH);
  await minutesAgo(3);

  await tell();

  expect(told()).toEqual([]);
});

test.each<[string, () => Snapshot | null]>([
  ['before anything is read', () => null],
  ['that lacks the file beside one that cannot be read', () => ({ ...snapshotOf(), skipped: 1 })],
  ['that lacks the file and was cut short', () => ({ ...snapshotOf(), inconsistency: 'count' })],
  ['that is older than the hand-over', () => ({ ...snapshotOf(), startedAt: 0 })],
])('a file waits for its message while the reading is one %s', async (_name, lacking) => {
  await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  await minutesAgo(3);
  snapshot = lacking();
  await tell();
  expect(told()).toEqual([]);

  await minutesAgo(3);
  snapshot = snapshotOf('a');
  await tell();
  expect(told()).toEqual([MESSAGE.text]);
});

test('nobody is told of a file that is gone', async () => {
  await triage.take('a', HANNAH, CLAIRE, CLAIRE);
  await minutesAgo(3);
  snapshot = snapshotOf('b');
  await tell();
  snapshot = snapshotOf('a');
  await minutesAgo(3);
  await tell();
  expect(told()).toEqual([]);
});
