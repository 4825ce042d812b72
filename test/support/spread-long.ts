import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for processes, databases and time limits; the longest first. */
export const WAITING = [
  'jobs/scheduler',
  'jobs/moved-clock',
  'jobs/kill-embedded',
  'jobs/kill-postgres',
  'jobs/kill-alerts',
  'jobs/kill-escalation',
  'start/fleet',
  'jobs/kill-owner',
  'start/signals',
  'drill/drill',
  'start/kill-reader',
  'delivery/deliver',
  'store/database/silent-server',
  'start/late-database',
  'start/shared-snapshot',
  'start/empty-list',
  'alerts/delivery',
  'digests/retention',
  'slack/receivers/socket-receiver',
  'jobs/kill-live',
  'slack/receivers/drain',
  'jobs/hanging-step',
];

/** Others that take six seconds or more. */
export const LONG = [
  'playground/flows',
  'playground/flows/first-minute',
  'commands/digest-options',
  'fuzz/expressions',
  'playground/examples',
  'upgrade/upgrade',
  'playground/alerts',
  'playground/flows/digests',
  'playground/clock/shift-clocks',
  'playground/browser',
  'start/rolling',
  'rental-api/http/page-text',
  'privacy',
  'playground/flows/commands',
  'playground/flows/sharing',
  'playground/flows/heights',
  'playground/flows/threads',
  'replication/replication',
  'fuzz/service-answers',
  'store/database/pglite',
  'triage/kill-takes',
  'slack/authorize-matrix',
  'digests/schedule',
  'alerts/evaluate',
  'rental-api/client',
  'playground/page/app',
  'mcp/bounds',
  'start/server-files',
  'store/database/first-start',
  'store/database/killed-start',
  'rental-api/pages/prefetch',
  'slack/request-handler',
];

/** How far into the run the last of them begins, so that no worker is left alone with it. */
const WAITING_SHARE = 0.65;
const LONG_SHARE = 0.85;

/** Spreads the long files over the run, so that some work while others wait. */
export default class SpreadLong extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byName = new Map(files.map((file) => [nameOf(file), file]));
    const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
    const [waiting, long] = [named(WAITING), named(LONG)];
    const others = new Set(files).difference(new Set([...waiting, ...long]));
    return spread(waiting, WAITING_SHARE, spread(long, LONG_SHARE, [...others]));
  }
}

function nameOf({ moduleId }: TestSpecification): string {
  return moduleId.replace(/^.*\/test\//, '').replace(/\.test\.ts$/, '');
}

/** Puts some files among others at equal distances, beginning with one of them. */
function spread(
  some: readonly TestSpecification[],
  share: number,
  others: readonly TestSpecification[],
): TestSpecification[] {
  const distance = Math.floor((others.length * share) / Math.max(1, some.length));
  const mixed = some.flatMap((file, index) => [
    file,
    ...others.slice(index * distance, (index + 1) * distance),
  ]);
  return [...mixed, ...others.slice(some.length * distance)];
}
