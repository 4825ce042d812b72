import { expect, test } from 'vitest';

import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { pagesOf, rentalFile, serviceDown } from '../support/rental-files.ts';

const MINUTE_MS = 60_000;
const MARGIN_MS = 2 * MINUTE_MS;

/**
 * A service that can list what changed since a time, and the portfolio that asks it.
 *
 * @param datedMs by how much the dates of pages are ahead of this machine's clock; `null` without any
 */
function changingService(start: readonly RentalFile[], datedMs: number | null = 0) {
  let files = start;
  let changed: readonly RentalFile[] = [];
  let time = 100 * MINUTE_MS;
  let isDown = false;
  const asked: ('all' | number)[] = [];
  let pageSize = 100;
  function* dated(listed: readonly RentalFile[]) {
    const servedAt = datedMs === null ? null : time + datedMs;
    for (const page of pagesOf(listed, pageSize)) yield { ...page, servedAt };
  }
  const portfolio = createPortfolio({
    async *pages() {
      asked.push('all');
      yield* dated(files);
    },
    async *pagesSince(epochMs) {
      asked.push(epochMs);
      if (isDown) throw serviceDown();
      yield* dated(changed);
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
    splitInto: (size: number) => {
      pageSize = size;
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
  expect(snapshot.changes?.changed.map(({ id, decision }) => [id, decision])).toEqual([
    ['b', 'READY'],
  ]);
});

test.each([-86_400, -400, -200, -120, 0, 120, 400, 86_400])(
  'where this machine’s clock is %i seconds ahead of the service’s, the next poll finds what changed since',
  async (aheadSeconds) => {
    let serviceMs = 100 * MINUTE_MS;
    let changedMs = 0;
    const b = () => rentalFile({ id: 'b', decision: changedMs > 0 ? 'READY' : 'PENDING' });
    const dated = (listed: readonly RentalFile[]) =>
      pagesOf(listed).map((page) => ({ ...page, servedAt: serviceMs }));
    const portfolio = createPortfolio({
      async *pages() {
        yield* dated([...files.slice(0, 1), b()]);
      },
      async *pagesSince(epochMs) {
        yield* dated(changedMs >= epochMs ? [b()] : []);
      },
      now: () => serviceMs + aheadSeconds * 1_000,
      pollSeconds: 300,
      completionMax: null,
      monotonic: () => performance.now(),
      onFailure: () => {},
    });
    await portfolio.read();
    serviceMs += MINUTE_MS;
    changedMs = serviceMs;
    serviceMs += 4 * MINUTE_MS;

    const { table, isWhole } = await portfolio.read('changes');

    expect(table.entries.map(({ decision }) => decision)).toEqual(['PENDING', 'READY']);
    expect(isWhole).toBe(false);
  },
);

test('a clock that is set back between two polls hides nothing', async () => {
  const service = changingService(files, -20 * MINUTE_MS);
  await service.portfolio.read();
  const served = service.now() - 20 * MINUTE_MS;
  service.wait(-15 * MINUTE_MS);

  await service.portfolio.read('changes');

  expect(service.asked).toEqual(['all', served - MARGIN_MS]);
});

test('where the dates of pages are ahead of this machine’s clock, changes are asked for by that', async () => {
  const service = changingService(files, 20 * MINUTE_MS);
  await service.portfolio.read();
  const started = service.now();
  service.wait(5 * MINUTE_MS);

  await service.portfolio.read('changes');

  expect(service.asked).toEqual(['all', started - MARGIN_MS]);
});

test('a service that does not tell its time is read whole each time', async () => {
  const service = changingService(files, null);
  await service.portfolio.read();
  service.wait(5 * MINUTE_MS);
  service.replaceAll(...files.slice(1));

  const { table } = await service.portfolio.read('changes');

  expect(service.asked).toEqual(['all', 'all']);
  expect(table.entries.map(({ id }) => id)).toEqual(['b', 'c']);
});

test('changes are asked for from the first page of a reading on, not from its last', async () => {
  const asked: number[] = [];
  let servedAt = 90 * MINUTE_MS;
  const portfolio = createPortfolio({
    async *pages() {
      for (const page of pagesOf(files, 1)) {
        yield { ...page, servedAt };
        servedAt += 5 * MINUTE_MS;
      }
    },
    async *pagesSince(epochMs) {
      asked.push(epochMs);
      yield* pagesOf([]);
    },
    now: () => 100 * MINUTE_MS,
    pollSeconds: 300,
    completionMax: null,
    monotonic: () => performance.now(),
    onFailure: () => {},
  });
  await portfolio.read();
  await portfolio.read('changes');
  expect(asked).toEqual([90 * MINUTE_MS - MARGIN_MS]);
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
  service.splitInto(1);
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
      yield* pagesOf(files, 1).map((page) => ({ ...page, servedAt: 0 }));
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
    const dated = () => pagesOf(many).map((page) => ({ ...page, servedAt: 100 * MINUTE_MS }));
    const portfolio = createPortfolio({
      async *pages() {
        asked.push('all');
        yield* dated();
      },
      async *pagesSince() {
        asked.push('changes');
        if (how === 'ignores') yield* dated();
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
