import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { TRIALS } from './trials.ts';

const tests = globSync('test/**/*.test.ts').filter((path) => !path.startsWith('test/drill/'));
const sources = globSync('test/**/*.ts').filter((path) => !path.startsWith('test/drill/'));
const request = { seed: 7, kills: 5, instances: 3, seconds: 2 };
const trials = Object.entries(TRIALS).map(([name, trial]) => ({
  name,
  files: trial.files(),
  variables: Object.keys(trial.environment(request)),
}));

/** Whether a file reads a variable of the environment itself. */
function reads(path: string, variable: string): boolean {
  return readFileSync(path, 'utf8').includes(`'${variable}'`);
}

test.each(trials)(
  'the trial $name runs tests, and they read what it sets',
  ({ files, variables }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => !tests.includes(path))).toEqual([]);
    const unread = variables.filter((variable) => !sources.some((path) => reads(path, variable)));
    expect(unread).toEqual([]);
  },
);

test('each test that a variable makes longer is in a trial that sets it', () => {
  const longer = /\b(?:KILLS|RUNS_FACTOR|fuzzing)\b|'DIGESTS'/;
  const inTrials = new Set(trials.flatMap(({ files }) => files));
  const left = tests.filter(
    (path) => longer.test(readFileSync(path, 'utf8')) && !inTrials.has(path),
  );
  expect(left).toEqual([]);
});
