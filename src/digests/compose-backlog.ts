import { dateOf } from '../portfolio/calendar/working-days.ts';
import type { BacklogPoint } from '../views/digests/model.ts';
import type { PastCounts } from './composed.ts';

const POINTS_MAX = 8;
const WEEKS_LEAST = 4;
const WEEKS_MAX = 8;
const DAYS_IN_WEEK = 7;

/**
 * The last posts for a chart: one for each of the last weeks, or for each of the last days while
 * there are few weeks. The newest stands last, and is in it in any case.
 */
export function backlogFrom(
  past: readonly PastCounts[],
  now: PastCounts,
  zone: string,
): readonly BacklogPoint[] {
  const today = dateOf(now.dueAt, zone);
  const recent = [...past.filter(({ dueAt }) => dueAt < now.dueAt), now]
    .toSorted((one, other) => one.dueAt - other.dueAt)
    .map((each) => ({ ...each, daysAgo: dateOf(each.dueAt, zone).until(today).days }))
    .filter(({ daysAgo }) => daysAgo < WEEKS_MAX * DAYS_IN_WEEK);
  const weekly = lastOf(recent, ({ daysAgo }) => Math.floor(daysAgo / DAYS_IN_WEEK));
  const points = weekly.length >= WEEKS_LEAST ? weekly : lastOf(recent, ({ daysAgo }) => daysAgo);
  return points
    .slice(-POINTS_MAX)
    .map(({ dueAt: at, counts: { ready, waiting } }) => ({ at, ready, waiting }));
}

/** The last of each kind, in their order. */
function lastOf<Each>(all: readonly Each[], kindOf: (each: Each) => number): Each[] {
  return [...new Map(all.map((each) => [kindOf(each), each])).values()];
}
