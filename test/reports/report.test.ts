import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dateOf } from '../../src/portfolio/calendar.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { FileHistory } from '../../src/portfolio/search/recorded.ts';
import { reportOf } from '../../src/reports/report.ts';
import { entries, NOW_MS } from '../portfolio/query/random-entries.ts';
import { asking, readingOf } from '../portfolio/reading-of.ts';

const DAY_MS = 86_400_000;
const TODAY = dateOf(NOW_MS, 'Europe/Paris').toString();
const times = fc.integer({ min: NOW_MS - 60 * DAY_MS, max: NOW_MS });
const pasts = fc.func(
  fc.option(
    fc.record({
      knownMs: times,
      appearedMs: fc.constant(null),
      statusMs: fc.constant(null),
      readyMs: fc.option(times),
      decidedMs: fc.option(times),
      changedMs: fc.constant(null),
      decision: fc.constantFrom('ACCEPTED', 'REJECTED'),
    }),
  ),
);
const portfolios = fc.uniqueArray(entries(100), { selector: ({ id }) => id, maxLength: 20 });

test('the figures of a report are those of a plain recount, day by day', () => {
  fc.assert(
    fc.property(
      portfolios,
      pasts,
      fc.constantFrom('week' as const, 'month' as const),
      fc.nat({ max: 3 }),
      (files, timesOf, period, ago) => {
        const snapshot = readingOf(files);
        const history: FileHistory = { version: 1, sinceMs: 0, gapsUntil: () => [], timesOf };
        const searchContext = { ...asking(snapshot), history };
        const request = { query: parseQuery(''), period, ago, targetDays: 3 };
        const report = reportOf(snapshot, request, searchContext);

        for (const figures of [report.period, report.before]) {
          const isIn = (time: number | null | undefined) => {
            if (time === null || time === undefined) return false;
            const day = dateOf(time, 'Europe/Paris').toString();
            if (day > TODAY) return false;
            return day >= figures.from && day <= figures.to;
          };
          const past = files.map(({ id, createdMs }) => ({ createdMs, ...timesOf(id) }));
          const decided = past.filter(({ decidedMs }) => isIn(decidedMs));
          const took = decided.flatMap(({ readyMs, decidedMs }) =>
            typeof readyMs === 'number' && typeof decidedMs === 'number'
              ? [searchContext.workingDays.workingDaysBetween(readyMs, decidedMs, 'Europe/Paris')]
              : [],
          );
          expect(figures.arrived).toBe(files.filter(({ createdMs }) => isIn(createdMs)).length);
          expect(figures.ready).toBe(past.filter(({ readyMs }) => isIn(readyMs)).length);
          expect(figures.decided).toMatchObject({
            accepted: decided.filter(({ decision }) => decision === 'ACCEPTED').length,
            rejected: decided.filter(({ decision }) => decision === 'REJECTED').length,
            withinTarget: took.filter((days) => days <= 3).length,
          });
          const { toDecision } = figures.decided ?? {};
          expect(toDecision?.count ?? 0).toBe(took.length);
          const within = (most: number) => took.filter((days) => days <= most).length;
          const { median = Infinity, ninetieth = Infinity } = toDecision ?? {};
          expect(within(median) * 2).toBeGreaterThanOrEqual(took.length);
          expect(within(ninetieth)).toBeGreaterThanOrEqual(took.length * 0.9);
          // Of no durations there is none that would be too much.
          expect(took.length === 0 || within(ninetieth - 1) < took.length * 0.9).toBe(true);
        }
        expect(Temporal.PlainDate.from(report.before.to).add({ days: 1 }).toString()).toBe(
          report.period.from,
        );
        const dated = files.filter(
          ({ decision, status, archivedMs, createdMs }) =>
            ['PENDING', 'READY'].includes(decision) &&
            status !== 'CLOSED' &&
            archivedMs === null &&
            createdMs !== null &&
            dateOf(createdMs, 'Europe/Paris').toString() <= TODAY,
        );
        expect(report.ages.reduce((sum, { count }) => sum + count, 0)).toBe(dated.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('a period that began before changes were seen has no figures of them, not zeros', () => {
  const snapshot = readingOf([]);
  const history = {
    version: 1,
    sinceMs: NOW_MS - 10 * DAY_MS,
    gapsUntil: () => [],
    timesOf: () => null,
  };
  const request = { query: parseQuery(''), period: 'week', ago: 1, targetDays: null } as const;
  const seen = reportOf(snapshot, request, { ...asking(snapshot), history });

  expect(seen.before).toMatchObject({ arrived: 0, ready: null, decided: null });
  expect(reportOf(snapshot, request, asking(snapshot)).period.decided).toBeNull();
});
