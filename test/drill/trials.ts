import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** What a long trial is asked for. */
export interface TrialRequest {
  readonly seed: number;
  /** Processes that end at random, where a trial kills any. */
  readonly kills: number;
  /** What a trial of instances has of them. */
  readonly instances: number;
  /** How long hostile input is tried for each property. */
  readonly seconds: number;
}

interface Trial {
  readonly says: string;
  files(): readonly string[];
  /** What makes its tests longer than `npm test` runs them. */
  environment(request: TrialRequest): Readonly<Record<string, number>>;
}

/** How many random sequences of what happens to a fleet are tried for each five kills. */
const KILLS_PER_SEQUENCE = 5;

const killing = ({ seed, kills, instances }: TrialRequest) => ({
  KILLS: kills,
  KILL_SEED: seed,
  INSTANCES: instances,
  SHOW: 1,
});

/** Each has a short form among the tests. */
export const TRIALS = {
  deliveries: {
    says: 'processes are killed while they post digests',
    files: () => ['test/jobs/kill-postgres.test.ts', 'test/jobs/kill-embedded.test.ts'],
    environment: (request) => ({ ...killing(request), LIFE_MS: 5_000, PERIOD_MS: 20_000 }),
  },
  escalations: {
    says: 'processes are killed while they escalate files',
    files: () => ['test/jobs/kill-escalation.test.ts'],
    environment: killing,
  },
  alerts: {
    says: 'processes are killed while an alert announces files',
    files: () => ['test/jobs/kill-alerts.test.ts'],
    environment: killing,
  },
  takes: {
    says: 'processes are killed while they take files for people',
    files: () => ['test/triage/kill-takes.test.ts'],
    environment: killing,
  },
  starts: {
    says: 'the embedded database is killed at more moments of its first start',
    files: () => ['test/store/database/killed-start.test.ts'],
    environment: killing,
  },
  sharing: {
    says: 'the instance that reads for all ends at its steps, and fleets go through what may happen',
    files: () => ['test/replication/replication.test.ts'],
    environment: (request) => ({
      ...killing(request),
      PROPERTY_SEED: request.seed,
      PROPERTY_RUNS: 1,
      RUNS: Math.ceil(request.kills / KILLS_PER_SEQUENCE),
    }),
  },
  readers: {
    says: 'the one of three real processes that reads for all is killed, and the times are judged',
    files: () => ['test/start/kill-reader.test.ts'],
    environment: (request) => ({ ...killing(request), FIRST: request.seed }),
  },
  'same-minute': {
    says: '500 digests are due at the same minute',
    files: () => ['test/jobs/scheduler.test.ts'],
    environment: () => ({ DIGESTS: 500, SHOW: 1 }),
  },
  properties: {
    says: 'property tests draw all that they name, and schedules go over five years',
    files: () => filesThat((text) => text.includes("from 'fast-check'")),
    environment: ({ seed }) => ({ PROPERTY_SEED: seed, PROPERTY_RUNS: 1 }),
  },
  hostile: {
    says: 'hostile input is tried for a time instead of a number of times',
    files: () => globSync('test/fuzz/*.test.ts').toSorted(),
    environment: ({ seed, seconds }) => ({ FUZZ_SEED: seed, FUZZ_SECONDS: seconds }),
  },
} as const satisfies Readonly<Record<string, Trial>>;

export type TrialName = keyof typeof TRIALS;

export function isTrialName(name: string): name is TrialName {
  return Object.hasOwn(TRIALS, name);
}

/** Runs a long trial; what it prints goes to the terminal. Resolves to whether it held. */
export async function runTrial(name: TrialName, request: TrialRequest): Promise<boolean> {
  const trial: Trial = TRIALS[name];
  const variables = Object.entries(trial.environment(request));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  const child = spawn(process.execPath, [...vitest, '--retry', '0', ...trial.files()], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...Object.fromEntries(variables.map(([key, value]) => [key, String(value)])),
    },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** The test files whose text passes. */
function filesThat(test: (text: string) => boolean): string[] {
  return globSync('test/**/*.test.ts')
    .filter((path) => test(readFileSync(path, 'utf8')))
    .toSorted();
}
