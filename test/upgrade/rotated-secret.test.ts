import { afterEach, beforeEach, expect, test } from 'vitest';

import { RetryLaterError } from '../../src/delivery/ports.ts';
import { digestQuery, wholeQuery } from '../../src/digests/query.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { LEFT_MS } from '../../src/store/digest.ts';
import { createTextCipher } from '../../src/store/encryption.ts';
import { type DigestStore, openStore } from '../../src/store/store.ts';
import { addWatchList, announcedBy, startInstance } from '../alerts/fixture.ts';
import { composed, createDeliveryFixture, messageOf, realTime } from '../delivery/fixture.ts';
import { liveStage, waiting } from '../digests/live-fixture.ts';
import { runSql } from '../store/run-sql.ts';
import { type Place, serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';

/*
 * The signing secret is changed in instances that are restarted one after the other: the first of
 * them encrypts what is stored under the new one, which those before the restart do not have.
 */

const BEFORE = createTextCipher('the-secret-before-it-was-changed', null);
const AFTER = createTextCipher(
  'the-secret-after-it-was-changed',
  'the-secret-before-it-was-changed',
);

let place: Place;
let older: DigestStore;
let newer: DigestStore;

beforeEach(async () => {
  place = await serverPlace();
  older = await openStore({ ...place, cipher: BEFORE, onError });
  await older.reached;
});
afterEach(async () => {
  await Promise.all([older.stop(), newer.stop()]);
  await place[Symbol.asyncDispose]();
});

function onError(error: unknown): never {
  throw error;
}

async function restartOne(): Promise<void> {
  newer = await openStore({ ...place, cipher: AFTER, onError });
  await newer.reached;
}

test('a digest is left to an instance that can read it, and not paused', async () => {
  const workspace = await testWorkspace(realTime);
  const deliveringFrom = (store: DigestStore) =>
    createDeliveryFixture(store, workspace, {
      timing: { leftMs: LEFT_MS },
      async compose({ digest: { query, options, name } }) {
        wholeQuery(query, options);
        return composed(messageOf(name));
      },
    });
  const before = deliveringFrom(older);
  const { id, version, ...choice } = await before.digest();
  const query = formatQuery(digestQuery(null), 'en');
  await older.digests.edit({ id, version }, { ...choice, query }, 'U0CLAIRE001', null);
  const deliveryId = await before.due({ id, version, ...choice });
  await restartOne();
  await expect(before.deliver(deliveryId)).rejects.toThrow(RetryLaterError);
  expect(await before.delivery(deliveryId)).toMatchObject({ state: 'planned', reason: 'query' });

  const after = deliveringFrom(newer);
  await after.untilDone(deliveryId);
  expect(after.messagesIn()).toEqual([choice.name]);
  expect(after.ownerMessages()).toEqual([]);
  expect(await newer.digests.find(id)).toMatchObject({ state: 'active' });
});

test('what happens to watched files is announced, although an instance looks first that cannot read who watches', async () => {
  const alert = await addWatchList(older, 'U0CLAIRE001');
  await older.triage.watch('a', 'U0CLAIRE001');
  await restartOne();
  const [before, after] = [startInstance(older, { onUnreadable: () => {} }), startInstance(newer)];
  after.read([{ id: 'a', status: 'OPEN', decision: 'PENDING', score: 500 }]);
  await after.evaluate();
  const snapshot = after.read([{ id: 'a', status: 'OPEN', decision: 'PENDING', score: 600 }]);
  await after.record();
  await before.evaluate(snapshot);
  await after.evaluate(snapshot);
  expect(await announcedBy(newer, alert)).toEqual(['score a 500 600']);
});

test('a post is kept up to date by an instance that can read its digest', async () => {
  const workspace = await testWorkspace(realTime);
  const before = liveStage(older, workspace);
  before.has([waiting('a'), waiting('b')]);
  await before.post();
  await restartOne();
  const decided = [waiting('a'), waiting('b', { decision: 'ACCEPTED' })];
  const after = liveStage(newer, workspace);
  for (const stage of [before, after]) {
    stage.has(decided);
    await stage.aMinuteLater();
    await stage.look();
    await runSql(newer, 'update rental_desk.posts set try_at = clock_timestamp()');
  }
  expect(after.standing().map(({ text }) => text)).toEqual([
    expect.stringContaining('1 of 2 decided'),
  ]);
});
