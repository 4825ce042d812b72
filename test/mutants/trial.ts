import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { planted } from './faults.ts';
import type { Reach } from './reach.ts';
import { runTests } from './run-tests.ts';
import type { Mutant } from './sample.ts';

/** What the quick tests say of one mutant. */
export interface Verdict {
  readonly id: number;
  readonly isNoticed: boolean;
  /** The test that failed, or why none did. */
  readonly by: string;
}

/** Tests that take longer are left out: those beside the source, and those of other folders. */
const NEAR_MS_MAX = 30_000;
const FAR_MS_MAX = 10_000;
/** Tests beside the source that are tried first. */
const NEAR_MAX = 12;
const LIMIT_MS = 60_000;

/** Plants a mutant, runs the tests that reach it until one fails, and restores the source. */
export async function tryMutant(root: string, mutant: Mutant, reach: Reach): Promise<Verdict> {
  const { id } = mutant;
  const path = join(root, mutant.file);
  const code = readFileSync(path, 'utf8');
  const tests = testsOf(root, mutant, reach);
  if (tests.length === 0) return { id, isNoticed: false, by: 'not reached' };
  const limitMs = LIMIT_MS + 2 * tests.reduce((sum, test) => sum + msOf(test, reach), 0);
  try {
    writeFileSync(path, planted(code, mutant));
    const { exitCode, failed } = await runTests(root, tests, { limitMs, flags: ['--bail=1'] });
    if (exitCode === null) return { id, isNoticed: true, by: 'does not end' };
    if (exitCode !== 0) return { id, isNoticed: true, by: failed ?? 'does not start' };
    return { id, isNoticed: false, by: `passed by ${tests.length} test files` };
  } finally {
    writeFileSync(path, code);
  }
}

/** The tests of the source and its folder; then all others, the quickest ones first. */
function testsOf(root: string, { id, file }: Mutant, reach: Reach): string[] {
  const folder = dirname(file).replace(/^src/, 'test');
  const isNear = (test: string) => dirname(test) === folder;
  // Its own test may run it in another process, where nothing is noted.
  const own = join(folder, `${basename(file, '.ts')}.test.ts`);
  const tests = [...new Set([own, ...(reach.tests[id] ?? [])])]
    .filter((test) => existsSync(join(root, test)) && !reach.failing.includes(test))
    .filter((test) => msOf(test, reach) <= (isNear(test) ? NEAR_MS_MAX : FAR_MS_MAX))
    .toSorted((a, b) => msOf(a, reach) - msOf(b, reach));
  const near = tests.filter(isNear).slice(0, NEAR_MAX);
  return [...near, ...tests.filter((test) => !near.includes(test))];
}

function msOf(test: string, { durations }: Reach): number {
  return durations[test] ?? 1_000;
}
