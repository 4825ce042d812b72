import { expect, test } from 'vitest';

import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { pagesOf, rentalFile, serviceDown } from '../support/rental-files.ts';

const MINUTE_MS = 60_000;
const MARGIN_MS = 2 * MINUTE_MS;

/** A service that can list what changed since a time, and the portfolio that asks it. */
function changingService(start: readonly RentalFile[]) {
  let files = start;
  let changed: readonly RentalFile[] = [];
  let time = 100 * MINUTE_MS;
  let isDown = false;
  const asked: ('all' | number)[] = [];
  const portfolio = createPortfolio({
    async *pages() {
      asked.push('all');
      yield* pagesOf(files);
    },
    async *pagesSince(epochMs) {
      asked.push(epochMs);
      if (isDown) throw serviceDown();
      yield* pagesOf(changed);
    },
    now: () => time,
    pollSeconds: 300,
    completionMax: null,
    monotonic: () => performance.now(),
    onFailure: () => {},
  });
  return {
    portfolio,
    asked,
    now: () => time,
    change: (...some: RentalFile[]) => {
      changed = some;
    },
    replaceAll: (...all: RentalFile[]) => {
      files = all;
    },
    breakDown: () => {
      isDown = true;
    },
    mend: () => {
      isDown = false;
    },
    wait: (byMs: number) => {
      time += byMs;
    },
  };
}

const files = ['a', 'b', 'c'].map((id) => rentalFile({ id }));

test('after the first reading only what changed is asked for, with a margin', async () => {
  const service = changingService(files);
  await service.portfolio.read('changes');
  const started = service.now();
  service.wait(5 * MINUTE_MS);
  service.change(rentalFile({ id: 'b', decision: 'READY' }), rentalFile({ id: 'd' }));

  const snapshot = await service.portfolio.read('changes');

  expect(service.asked).toEqual(['all', started - MARGIN_MS]);
  expect(snapshot.table.entries.map(({ id, decision }) => [id, decision])).toEqual([
    ['a', 'PENDING'],
    ['b', 'READY'],
    ['c', 'PENDING'],
    ['d', 'PENDING'],
  ]);
  expect(snapshot.rows.get('d')).toBe(3);
  expect(snapshot.changes?.added.map(({ id }) => id)).toEqual(['d']);
  expect(snapshot.changes?.changed.map(({ after, aspects }) => [after.id, aspects])).toEqual([
    ['b', ['decision']],
  ]);
});

test('what comes again unchanged within the margin is no change', async () => {
  const service = changingService(files);
  const first = await service.portfolio.read('changes');
  service.wait(MINUTE_MS);
  service.change(rentalFile({ id: 'b' }));

  const second = await service.portfolio.read('changes');

  expect(second.changes).toEqual({ added: [], gone: [], changed: [] });
  expect(second.table).toBe(first.table);
  expect(second.id).toBe(first.id);
});

test('changes can be laid over changes, more or fewer than before', async () => {
  const service = changingService(files);
  await service.portfolio.read('changes');
  const rounds = [['a', 'b', 'c', 'd'], ['b'], ['c', 'e'], ['a']];
  for (const [round, ids] of rounds.entries()) {
    service.wait(MINUTE_MS);
    service.change(...ids.map((id) => rentalFile({ id, score: round + 1 })));
    await service.portfolio.read('changes');
  }

  const { table, rows } = await service.portfolio.read('changes');

  expect(table.entries.map(({ id, score }) => [id, score])).toEqual([
    ['a', 4],
    ['b', 2],
    ['c', 3],
    ['d', 1],
    ['e', 3],
  ]);
  expect(table.entries.map(({ id }) => rows.get(id))).toEqual([...table.entries.keys()]);
});

test('changes that move while they are read make everything be read again', async () => {
  const service = changingService(files);
  await service.portfolio.read('changes');
  service.wait(MINUTE_MS);
  const moved = rentalFile({ id: 'b', score: 7 });
  service.change(moved, moved);
  service.replaceAll(rentalFile({ id: 'a' }), moved);

  const snapshot = await service.portfolio.read('changes');

  expect(service.asked.at(-1)).toBe('all');
  expect(snapshot.table.entries.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('after each twelve polls for changes everything is read once, and what is gone goes', async () => {
  const service = changingService(files);
  await service.portfolio.read('changes');
  service.replaceAll(...files.slice(1));
  const lengths: number[] = [];
  for (let poll = 0; poll < 39; poll += 1) {
    service.wait(5 * MINUTE_MS);
    const { table } = await service.portfolio.read('changes');
    lengths.push(table.entries.length);
  }

  expect(lengths.lastIndexOf(3)).toBe(11);
  const whole = service.asked.flatMap((what, at) => (what === 'all' ? [at] : []));
  expect(whole).toEqual([0, 13, 26, 39]);
});

const offsets = ({ seenOn }: Snapshot) => seenOn.map((url) => url.searchParams.get('offset'));

test('a changed file is looked for on the page that listed it last, the others where they were', async () => {
  const moved = new URL('https://api.example.com/v1/rental-files?offset=700');
  let changed: readonly RentalFile[] = [];
  const portfolio = createPortfolio({
    async *pages() {
      yield* pagesOf(files, 1);
    },
    async *pagesSince() {
      yield* pagesOf(changed).map((page) => ({ ...page, url: moved }));
    },
    now: () => 100 * MINUTE_MS,
    pollSeconds: 300,
    completionMax: null,
    monotonic: () => performance.now(),
    onFailure: () => {},
  });

  const first = await portfolio.read('changes');
  changed = [rentalFile({ id: 'b', score: 5 }), rentalFile({ id: 'c' }), rentalFile({ id: 'd' })];
  const second = await portfolio.read('changes');

  expect(offsets(first)).toEqual(['0', '1', '2']);
  expect(offsets(second)).toEqual(['0', '700', '700', '700']);
});

test('a failed question for changes is asked again from the same time on', async () => {
  const service = changingService(files);
  await service.portfolio.read('changes');
  const started = service.now();
  service.wait(5 * MINUTE_MS);
  service.breakDown();
  await expect(service.portfolio.read('changes')).rejects.toThrow('rental_down');
  service.wait(5 * MINUTE_MS);
  service.mend();
  service.change(rentalFile({ id: 'c', status: 'OPEN' }));

  const snapshot = await service.portfolio.read('changes');

  expect(service.asked.slice(1)).toEqual([started - MARGIN_MS, started - MARGIN_MS]);
  expect(snapshot.changes?.changed).toHaveLength(1);
});

test('whoever asks for everything gets it, also while changes are read', async () => {
  const service = changingService(files);
  await service.portfolio.read();
  service.replaceAll(...files.slice(1));
  service.wait(MINUTE_MS);

  const [changes, all, joined] = await Promise.all([
    service.portfolio.read('changes'),
    service.portfolio.read(),
    service.portfolio.read('changes'),
  ]);

  expect(service.asked.map((what) => typeof what)).toEqual(['string', 'number', 'string']);
  expect(changes.table.entries).toHaveLength(3);
  expect(all.changes?.gone.map(({ id }) => id)).toEqual(['a']);
  expect(joined).toBe(all);
});

test.each([
  ['refuses', 'refused'],
  ['ignores', 'ignored'],
] as const)(
  'a service that %s the parameter is read whole, and that is said',
  async (how, said) => {
    const many = Array.from({ length: 30 }, (_, index) => rentalFile({ id: `f${index}` }));
    const outcomes: string[] = [];
    const asked: string[] = [];
    const failures: unknown[] = [];
    const portfolio = createPortfolio({
      async *pages() {
        asked.push('all');
        yield* pagesOf(many);
      },
      async *pagesSince() {
        asked.push('changes');
        if (how === 'ignores') yield* pagesOf(many);
        const failure = {
          code: 'rental_refused',
          status: 422,
          detail: null,
          leadsTo: null,
        } as const;
        if (how === 'refuses')
          throw new RentalError('GET rental files page', 'status 422', failure);
      },
      now: () => 100 * MINUTE_MS,
      pollSeconds: 300,
      completionMax: null,
      monotonic: () => performance.now(),
      onFailure: (error) => failures.push(error),
      onChanges: (outcome) => outcomes.push(outcome),
    });
    await portfolio.read();
    for (let polls = 0; polls < 3; polls += 1) {
      const { table } = await portfolio.read('changes');
      expect(table.entries).toHaveLength(30);
    }
    expect(outcomes).toEqual([said]);
    expect(failures).toEqual([]);
    const fallback = how === 'refuses' ? ['all'] : [];
    expect(asked).toEqual(['all', 'changes', ...fallback, 'all', 'all']);
    for (let polls = 0; polls < 11; polls += 1) await portfolio.read('changes');
    // It may have learned it since.
    expect(asked.lastIndexOf('changes')).toBe(fallback.length + 14);
  },
);
