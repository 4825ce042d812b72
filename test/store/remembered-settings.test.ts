import { expect, test, vi } from 'vitest';

import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  rememberedSettings,
} from '../../src/store/channel-settings.ts';
import { memoryStore } from '../support/memory-store.ts';

const CHANNEL = 'C0LEASING01';
const MINUTE_MS = 60_000;
const STRICT = { ...DEFAULT_CHANNEL_SETTINGS, privacy: 'reference' } as const;
const FULL = { ...DEFAULT_CHANNEL_SETTINGS, privacy: 'full' } as const;

/** Settings over a store in memory, with a clock of their own. */
function settings() {
  let time = 0;
  const now = () => time;
  const store = memoryStore(now);
  const troubles: unknown[] = [];
  const of = vi.spyOn(store.settings, 'of');
  return {
    store,
    of,
    troubles,
    remembered: rememberedSettings(store.settings, now, (error) => troubles.push(error)),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test('what was never set is the defaults, and outside a channel nothing is asked', async () => {
  const { remembered, of } = settings();
  expect(await remembered.of(CHANNEL)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  expect(await remembered.of(null)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  expect(of).toHaveBeenCalledTimes(1);
});

test('what was read holds for a minute, what was saved here holds at once', async () => {
  const { remembered, store, wait, of } = settings();
  await remembered.of(CHANNEL);
  await store.settings.save(CHANNEL, { privacy: 'full' }, 'U1');
  wait(MINUTE_MS - 1);
  expect(await remembered.of(CHANNEL)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  wait(1);
  expect(await remembered.of(CHANNEL)).toEqual(FULL);

  await remembered.store.save(CHANNEL, { privacy: 'reference' }, 'U1');
  expect(await remembered.of(CHANNEL)).toEqual(STRICT);
  expect(of).toHaveBeenCalledTimes(2);
});

test('what a channel may see of people is asked afresh, but of no store that is down', async () => {
  const { remembered, store, of, wait } = settings();
  await store.settings.save(CHANNEL, { privacy: 'full' }, 'U1');
  expect(await remembered.of(CHANNEL)).toEqual(FULL);
  // By another instance, which this one does not hear of.
  await store.settings.save(CHANNEL, { privacy: 'reference' }, 'U1');
  expect(await remembered.privacyOf(CHANNEL)).toBe('reference');
  expect(await remembered.of(CHANNEL)).toEqual(STRICT);

  store.setDown(true);
  of.mockClear();
  for (let asked = 0; asked < 5; asked += 1) {
    expect(await remembered.privacyOf(CHANNEL)).toBe('reference');
  }
  expect(of).toHaveBeenCalledTimes(1);
  store.setDown(false);
  wait(5_000);
  await store.settings.save(CHANNEL, { privacy: 'full' }, 'U1');
  expect(await remembered.privacyOf(CHANNEL)).toBe('full');
  expect(await remembered.privacyOf(null)).toBe('initials');
});

test('a clock that is set back keeps no settings for longer', async () => {
  const { store, remembered, wait } = settings();
  await store.settings.save(CHANNEL, { privacy: 'full' }, 'U1');
  expect(await remembered.of(CHANNEL)).toEqual(FULL);
  // By another instance, which this one does not hear of.
  await store.settings.save(CHANNEL, { privacy: 'reference' }, 'U1');

  wait(-60 * MINUTE_MS);
  expect(await remembered.of(CHANNEL)).toEqual(STRICT);
});

test('a store that was never read shows nobody, and one that was goes on as before', async () => {
  const { remembered, store, wait, troubles } = settings();
  store.setDown(true);
  expect(await remembered.of(CHANNEL)).toEqual(STRICT);
  store.setDown(false);
  wait(MINUTE_MS);
  await store.settings.save(CHANNEL, { privacy: 'full' }, 'U1');
  expect(await remembered.of(CHANNEL)).toEqual(FULL);

  store.setDown(true);
  wait(MINUTE_MS);
  expect(await remembered.of(CHANNEL)).toEqual(FULL);
  expect(troubles).toHaveLength(2);
});

test('a store that is down is not asked again by everybody', async () => {
  const { remembered, store, of, wait } = settings();
  store.setDown(true);
  for (let asked = 0; asked < 5; asked += 1) await remembered.of(CHANNEL);
  expect(of).toHaveBeenCalledTimes(1);
  wait(5_000);
  await remembered.of(CHANNEL);
  expect(of).toHaveBeenCalledTimes(2);
});

test('a store that hangs is asked once, and nobody waits for it', async () => {
  const { remembered, of } = settings();
  const hanging = Promise.withResolvers<ChannelSettings | null>();
  of.mockImplementation(async () => hanging.promise);

  const answers = await Promise.all([1, 2, 3].map(async () => remembered.of(CHANNEL)));

  expect(answers).toEqual([STRICT, STRICT, STRICT]);
  expect(of).toHaveBeenCalledTimes(1);
  hanging.resolve(FULL);
  await vi.waitFor(async () => expect(await remembered.of(CHANNEL)).toEqual(FULL), {
    timeout: 60_000,
  });
});

test.each([
  ['arrives', async () => FULL],
  [
    'fails',
    async () => {
      throw new Error('away');
    },
  ],
])('what is saved while a reading is under way outlasts it, when it %s', async (_how, outcome) => {
  const { remembered, of } = settings();
  const gate = Promise.withResolvers<void>();
  of.mockImplementationOnce(async () => {
    await gate.promise;
    return outcome();
  });
  const before = remembered.of(CHANNEL);
  await remembered.store.save(CHANNEL, { privacy: 'reference' }, 'U1');
  gate.resolve();
  await before;
  expect(await remembered.of(CHANNEL)).toEqual(STRICT);
});

test('the settings of ten thousand channels are remembered, and no more than these', async () => {
  const { remembered, of } = settings();
  for (let channel = 0; channel < 10_000; channel += 1) await remembered.of(`C${channel}`);
  await remembered.of('C0');
  expect(of).toHaveBeenCalledTimes(10_000);
  await remembered.of('C10000');
  await remembered.of('C0');
  expect(of).toHaveBeenCalledTimes(10_002);
});
