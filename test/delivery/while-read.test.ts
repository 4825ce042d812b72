import { describe, expect, test } from 'vitest';

import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { type Digest, PAUSED_BY_HAND } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import { composed, createDeliveryFixture, messageOf, realTime } from './fixture.ts';

const DAY_MS = 86_400_000;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

/** A digest to which something is done while its rental files are read, and what became of it. */
async function deliveredWhile(
  change: (digest: Digest) => Promise<unknown>,
  { fails = false, isRun = false } = {},
) {
  const workspace = await testWorkspace(realTime);
  const { id, ...choice } = await createDeliveryFixture(store, workspace).digest();
  let isFirst = true;
  const fixture = createDeliveryFixture(store, workspace, {
    async readSnapshot() {
      const digest = await store.digests.find(id);
      if (isFirst && digest !== null) await change(digest);
      isFirst = false;
      if (!fails) return readingOf([]);
      throw new RentalError('GET', 'status 503', { code: 'rental_down', status: 503 });
    },
  });
  const deliveryId = isRun
    ? (await store.deliveries.planRun(id, '2026-11-23T09:00:00', DAY_MS)).id
    : await fixture.due({ id, ...choice });
  await fixture.untilDone(deliveryId);
  return { fixture, ended: await fixture.delivery(deliveryId), name: choice.name };
}

const pause = async ({ id }: Digest) => store.digests.pause(id, PAUSED_BY_HAND, PEOPLE.claire);
const remove = async ({ id }: Digest) => store.digests.remove(id, PEOPLE.claire);
const snooze = async ({ id }: Digest) =>
  store.digests.snooze(id, Date.now() + DAY_MS, PEOPLE.claire);

describe.each([
  ['paused', pause],
  ['removed', remove],
  ['snoozed', snooze],
] as const)('a digest that is %s while its files are read', (reason, change) => {
  test('is not posted', async () => {
    const { ended, fixture } = await deliveredWhile(change);
    expect(fixture.messagesIn()).toEqual([]);
    expect(ended).toMatchObject({ state: 'skipped', reason });
  });

  test('tells its channel nothing of files that cannot be read', async () => {
    const { ended, fixture } = await deliveredWhile(change, { fails: true });
    expect(fixture.messagesIn()).toEqual([]);
    expect(ended).toMatchObject({ state: 'skipped', reason });
  });
});

test('a digest that moves while its files are read is posted as it is now, once', async () => {
  const { ended, fixture, name } = await deliveredWhile(async (digest) =>
    store.digests.edit(
      digest,
      { ...digest, channelId: CHANNELS.lyon, name: `${digest.name}, moved` },
      PEOPLE.claire,
      null,
    ),
  );
  expect(fixture.messagesIn()).toEqual([]);
  expect(fixture.messagesIn(CHANNELS.lyon)).toEqual([`${name}, moved`]);
  expect(ended).toMatchObject({ state: 'posted', tries: 1, channelId: CHANNELS.lyon });
});

test('a digest whose channel hides names while it waits for its turn is composed anew', async () => {
  const workspace = await testWorkspace(realTime);
  let composedTimes = 0;
  const fixture = createDeliveryFixture(store, workspace, {
    async compose({ digest: { channelId } }) {
      composedTimes += 1;
      const settings = await store.settings.of(channelId);
      if (composedTimes === 1) {
        await store.settings.save(channelId, { privacy: 'reference' }, PEOPLE.claire);
      }
      return composed(messageOf(settings?.privacy ?? 'by default'));
    },
  });
  await fixture.untilDone(await fixture.due(await fixture.digest()));
  expect(fixture.messagesIn()).toEqual(['reference']);
  await fixture.untilDone(await fixture.due(await fixture.digest()));
  expect(composedTimes).toBe(3);
  // From before the clock of the database was set back.
  await runSql(
    store,
    "update rental_desk.channel_settings set changed_at = now() + interval '1 hour'",
  );
  await fixture.untilDone(await fixture.due(await fixture.digest()));
  expect(composedTimes).toBe(4);
});

test('a thread whose channel hides names after the post and before the thread is composed anew', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, {
    async compose({ digest: { channelId, name } }) {
      const settings = await store.settings.of(channelId);
      return { ...composed(messageOf(name)), threadReply: messageOf(String(settings?.privacy)) };
    },
    store: {
      ...store,
      leases: {
        ...store.leases,
        async recordPost(...given) {
          await store.leases.recordPost(...given);
          await store.settings.save(CHANNELS.direction, { privacy: 'reference' }, PEOPLE.claire);
        },
      },
    },
  });
  await store.settings.save(CHANNELS.direction, { privacy: 'full' }, PEOPLE.claire);
  const digest = await fixture.digest({ style: 'detailed' }, CHANNELS.direction);
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn(CHANNELS.direction)).toEqual([digest.name, 'reference']);
});

test('a notice whose channel changes its settings after it was written is written anew', async () => {
  const workspace = await testWorkspace(realTime);
  let written = 0;
  const fixture = createDeliveryFixture(store, workspace, {
    messages: {
      async outageNotice({ channelId }) {
        const settings = await store.settings.of(channelId);
        written += 1;
        if (written === 1) await store.settings.save(channelId, { language: 'fr' }, PEOPLE.claire);
        return messageOf(settings?.language ?? 'by default');
      },
      missed: async ({ name }) => messageOf(name),
      toOwner: async ({ name }) => messageOf(name),
    },
  });
  fixture.service.isDown = true;
  const id = await fixture.due(await fixture.digest({}, CHANNELS.lyon));
  const before = fixture.messagesIn(CHANNELS.lyon);
  await expect(fixture.deliver(id)).rejects.toThrow('it has changed');
  await expect(fixture.deliver(id)).rejects.toThrow('rental_down');
  expect(fixture.messagesIn(CHANNELS.lyon)).toEqual([...before, 'fr']);
});

test('a digest that is run on demand is posted although it is paused meanwhile', async () => {
  const { fixture, name } = await deliveredWhile(pause, { isRun: true });
  expect(fixture.messagesIn()).toEqual([name]);
});
