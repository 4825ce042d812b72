import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Compiler } from './compiler.ts';
import { planted } from './faults.ts';
import type { Reach } from './reach.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { Mutant } from './sample.ts';
import { SLOWER_MS_MAX, type SlowerTests } from './slower.ts';

/** What the checks say of one mutant. */
export interface Verdict {
  readonly id: number;
  readonly isNoticed: boolean;
  /** The test that failed, `COMPILER`, or why nothing noticed it. */
  readonly by: string;
}

/** The checks that a mutant goes through. */
export interface Checks {
  readonly reach: Reach;
  /** `null` when it refuses the sources without a fault. */
  readonly compiler: Compiler | null;
  readonly slower: SlowerTests;
}

/** What notices a fault when no test is needed for it. */
export const COMPILER = 'the compiler';

/** Tests that take longer come last: those beside the source, and those of other folders. */
const NEAR_MS_MAX = 30_000;
const FAR_MS_MAX = 10_000;
/** Tests beside the source that are tried first. */
const NEAR_MAX = 12;
/** Slower tests that are tried at most, the quickest of them. */
const SLOWER_MAX = 6;
const LIMIT_MS = 60_000;

/** Milliseconds by test file, in the order in which they run. */
type Tests = ReadonlyMap<string, number>;

/**
 * Plants a mutant until something notices it: the quick tests that reach it, the compiler, or the
 * slower tests that reach it or stand in its folders.
 */
export async function tryMutant(root: string, mutant: Mutant, checks: Checks): Promise<Verdict> {
  const { id } = mutant;
  const { reach, compiler } = checks;
  const [quick, left] = testsOf(root, mutant, reach);
  const early = await whilePlanted(root, mutant, async () => {
    const failed = await firstFailure(root, quick);
    return failed ?? (compiler?.() ? COMPILER : null);
  });
  if (early !== null) return { id, isNoticed: true, by: early };
  // Without the fault, for some of them are yet to be measured.
  const around = await checks.slower.around(mutant.file);
  const slower = quickestOf(new Map([...left, ...around]));
  const late = await whilePlanted(root, mutant, () => firstFailure(root, slower));
  if (late !== null) return { id, isNoticed: true, by: late };
  const passed = quick.size + slower.size;
  return {
    id,
    isNoticed: false,
    by: passed > 0 ? `passed by ${passed} test files` : 'not reached',
  };
}

/** Does something while a mutant is in its source, and restores that. */
async function whilePlanted<T>(root: string, mutant: Mutant, act: () => Promise<T>): Promise<T> {
  const path = join(root, mutant.file);
  const code = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, planted(code, mutant));
    return await act();
  } finally {
    writeFileSync(path, code);
  }
}

/** The test that fails, or what else becomes of the run; `null` when all pass. */
async function firstFailure(root: string, tests: Tests): Promise<string | null> {
  if (tests.size === 0) return null;
  const limitMs = LIMIT_MS + 2 * [...tests.values()].reduce((sum, ms) => sum + ms, 0);
  const { exitCode, failed }: TestRun = await runTests(root, [...tests.keys()], {
    limitMs,
    flags: ['--bail=1'],
  });
  if (exitCode === null) return 'does not end';
  return exitCode === 0 ? null : (failed ?? 'does not start');
}

/**
 * The tests that reach a mutant: the quick ones of the source and its folder, then all other quick
 * ones, each time the quickest first; and those that take longer.
 */
function testsOf(root: string, { id, file }: Mutant, reach: Reach): [quick: Tests, left: Tests] {
  const folder = dirname(file).replace(/^src/, 'test');
  const isNear = (test: string) => dirname(test) === folder;
  // Its own test may run it in another process, where nothing is noted.
  const own = join(folder, `${basename(file, '.ts')}.test.ts`);
  const tests = [...new Set([own, ...(reach.tests[id] ?? [])])]
    .filter((test) => existsSync(join(root, test)) && !reach.failing.includes(test))
    .map((test) => ({ test, ms: reach.durations[test] }))
    // One that is none of the quick tests belongs to the slower ones around the source.
    .flatMap(({ test, ms }) => (ms === undefined ? [] : [{ test, ms }]))
    .toSorted((a, b) => a.ms - b.ms);
  const [quick = [], left = []] = [true, false].map((isQuick) =>
    tests.filter(({ test, ms }) => ms <= (isNear(test) ? NEAR_MS_MAX : FAR_MS_MAX) === isQuick),
  );
  const near = quick.filter(({ test }) => isNear(test)).slice(0, NEAR_MAX);
  const ordered = [...near, ...quick.filter((each) => !near.includes(each))];
  return [msByTest(ordered), msByTest(left)];
}

function quickestOf(tests: Tests): Tests {
  const quickest = [...tests]
    .filter(([, ms]) => ms <= SLOWER_MS_MAX)
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, SLOWER_MAX);
  return new Map(quickest);
}

function msByTest(tests: readonly { readonly test: string; readonly ms: number }[]): Tests {
  return new Map(tests.map(({ test, ms }) => [test, ms]));
}
