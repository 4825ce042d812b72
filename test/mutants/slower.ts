import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Reach } from './reach.ts';
import { runTests } from './run-tests.ts';

/** A test that takes longer is tried with no fault. */
export const SLOWER_MS_MAX = 90_000;

/** Trials that end processes at random for minutes. */
const KILLS = /\/kill-[^/]+$/;

/** Milliseconds by test file; `null` when it fails without a fault, or takes too long. */
type Measured = Record<string, number | null>;

/**
 * The tests beside a source and in the folders around it that are none of the quick ones, and how
 * long each takes. They are measured when they are first asked for, and kept in the results.
 */
export class SlowerTests {
  readonly #root: string;
  readonly #reach: Reach;
  readonly #kept: string;
  readonly #measured: Measured;

  constructor(root: string, results: string, reach: Reach) {
    this.#root = root;
    this.#reach = reach;
    this.#kept = join(results, 'slower.json');
    this.#measured = existsSync(this.#kept) ? JSON.parse(readFileSync(this.#kept, 'utf8')) : {};
  }

  /** Test files that pass without a fault within the time, with their milliseconds. */
  async around(file: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const test of this.#testsAround(file)) {
      const ms = await this.#measure(test);
      if (ms !== null) found.set(test, ms);
    }
    return found;
  }

  /** Tests that take part in no run of all quick ones. Those of no room read sources as text. */
  #testsAround(file: string): string[] {
    const tests: string[] = [];
    let folder = dirname(file).replace(/^src/, 'test');
    for (; folder.includes('/'); folder = dirname(folder)) {
      tests.push(...globSync(`${folder}/*.test.ts`, { cwd: this.#root }));
    }
    return tests.filter((test) => !(test in this.#reach.durations) && !KILLS.test(test)).toSorted();
  }

  async #measure(test: string): Promise<number | null> {
    const known = this.#measured[test];
    if (known !== undefined) return known;
    const { exitCode, files } = await runTests(this.#root, [test], { limitMs: SLOWER_MS_MAX });
    const ms = exitCode === 0 ? (files[0]?.ms ?? null) : null;
    this.#measured[test] = ms;
    writeFileSync(this.#kept, JSON.stringify(this.#measured));
    return ms;
  }
}
