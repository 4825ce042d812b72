import { expect, test } from 'vitest';

import { createPortfolio } from '../../src/portfolio/portfolio.ts';
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

test('now and then everything is read again, and what is gone goes', async () => {
  const service = changingService(files);
  await service.portfolio.read('changes');
  service.replaceAll(...files.slice(1));
  const lengths: number[] = [];
  for (let poll = 0; poll < 13; poll += 1) {
    service.wait(5 * MINUTE_MS);
    const { table } = await service.portfolio.read('changes');
    lengths.push(table.entries.length);
  }

  expect(lengths).toEqual([...Array.from({ length: 12 }, () => 3), 2]);
  expect(service.asked.filter((what) => what === 'all')).toHaveLength(2);
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
  },
);
