import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DigestStore } from '../../src/store/store.ts';
import { emptyTables } from '../store/run-sql.ts';
import { storeAt } from '../support/open-store.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { type Fault, FILE_IDS, simulate, type World } from './simulated-service.ts';
import { mistakesOf } from './truth.ts';

const TABLES = ['journal', 'journal_files', 'file_events'];

type Step = (world: World) => unknown;

const id = fc.constantFrom(...FILE_IDS);
const instance = fc.nat({ max: 1 });

/** What happens in the service, and how it is read: most often as it should. */
const life: readonly fc.WeightedArbitrary<Step>[] = [
  {
    weight: 4,
    arbitrary: id.map(
      (which): Step =>
        (world) =>
          world.change(which),
    ),
  },
  {
    weight: 2,
    arbitrary: id.map(
      (which): Step =>
        (world) =>
          world.come(which),
    ),
  },
  {
    weight: 2,
    arbitrary: id.map(
      (which): Step =>
        (world) =>
          world.go(which),
    ),
  },
  {
    weight: 4,
    arbitrary: instance.map(
      (at): Step =>
        async (world) =>
          world.read(at, 'all'),
    ),
  },
  {
    weight: 3,
    arbitrary: instance.map(
      (at): Step =>
        async (world) =>
          world.read(at, 'changes'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(instance, fc.constantFrom<Fault>('moved', 'skipped', 'forgetful')).map(
      ([at, fault]): Step =>
        async (world) =>
          world.read(at, 'all', fault),
    ),
  },
  {
    weight: 2,
    arbitrary: instance.map(
      (at): Step =>
        async (world) =>
          world.begin(at),
    ),
  },
  {
    weight: 2,
    arbitrary: instance.map(
      (at): Step =>
        async (world) =>
          world.end(at),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(async (world) => world.together()) },
  {
    weight: 1,
    arbitrary: fc.tuple(instance, fc.nat({ max: 3 })).map(
      ([at, writes]): Step =>
        async (world) =>
          world.kill(at, writes),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(instance, fc.nat({ max: 3 })).map(
      ([at, writes]): Step =>
        async (world) =>
          world.interrupt(at, writes),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map(
      (is): Step =>
        (world) =>
          world.setDatabaseAway(is),
    ),
  },
];

const clocks = fc.constantFrom(-3_600_000, 0, 3_600_000).map(
  (ms): Step =>
    (world) =>
      world.setClock(ms),
);

describe.each<[string, () => Promise<Place>, number]>([
  ['the embedded database', folderPlace, 25],
  ['two instances on PostgreSQL', serverPlace, 40],
])('%s', (_name, placeFor, numRuns) => {
  let place: Place;
  let stores: DigestStore[];

  beforeAll(async () => {
    place = await placeFor();
    const open = async () => storeAt(place);
    stores = [await open()];
    if (place.databaseUrl !== null) stores.push(await open());
  });

  afterAll(async () => {
    for (const store of stores) await store.stop();
    await place[Symbol.asyncDispose]();
  });

  async function emptyWorld(): Promise<World> {
    const [store] = stores;
    if (store === undefined) throw new Error('there is no store');
    await emptyTables(store, ...TABLES);
    const world = simulate(stores.map(({ journal }) => journal));
    for (const each of ['a', 'b', 'c']) world.come(each);
    return world;
  }

  test('the journal is what has happened, each event once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...life), { maxLength: 25 }), async (steps) => {
        const world = await emptyWorld();
        for (const step of steps) await step(world);
        await world.settle();
        for (const at of stores.keys()) await world.catchUp(at);
        expect(await mistakesOf(world, true)).toEqual([]);
      }),
      { numRuns },
    );
  }, 300_000);

  test('a life that is read step by step is recorded step by step', async () => {
    const world = await emptyWorld();
    await world.read(0, 'all');
    await world.read(0, 'all');
    world.change('a');
    await world.read(0, 'changes');
    world.come('d');
    world.go('b');
    await world.read(1, 'all');
    await world.read(0, 'all', 'forgetful');
    world.come('b');
    world.setDatabaseAway(true);
    await world.read(1, 'all');
    world.change('a');
    await world.read(1, 'changes');
    world.setDatabaseAway(false);
    await world.read(1, 'changes');

    const events = await world.events();
    expect(events.get('a')).toMatchObject([
      { aspect: 'score', from: '1', to: '4' },
      { aspect: 'score', from: '4', to: '7' },
    ]);
    expect(events.get('b')).toMatchObject([
      { aspect: 'gone', from: null, to: null },
      { aspect: 'back', from: null, to: null },
      { aspect: 'score', from: '2', to: '6' },
    ]);
    expect(events.get('c')).toEqual([]);
    expect(events.get('d')).toMatchObject([{ aspect: 'appeared', from: null, to: null }]);
    expect(world.historyOf(1)?.timesOf('c')).toMatchObject({ appearedMs: null, changedMs: null });
  });

  test('a history that holds more, by whichever instance, has another and higher version', async () => {
    const world = await emptyWorld();
    const versions: number[] = [];
    for (const at of [0, 1, 0, 0, 1, 1, 0]) {
      world.change('a');
      await world.read(at, 'all');
      await world.read(0, 'all');
      versions.push(world.historyOf(0)?.version ?? 0);
    }
    const sorted = [...new Set(versions)].toSorted((one, other) => one - other);
    expect(versions).toEqual(sorted);
  });

  test.skipIf(placeFor === serverPlace)(
    'a clock that is set back or forward makes no event',
    async () => {
      const steps = fc.array(fc.oneof(...life, { weight: 2, arbitrary: clocks }), {
        maxLength: 25,
      });
      await fc.assert(
        fc.asyncProperty(steps, async (taken) => {
          const world = await emptyWorld();
          for (const step of taken) await step(world);
          world.setClock(3_600_000);
          await world.settle();
          expect(await mistakesOf(world, false)).toEqual([]);
        }),
        { numRuns },
      );
    },
    300_000,
  );
});
