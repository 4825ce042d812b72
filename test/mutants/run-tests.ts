import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';

export interface TestRun {
  /** `null` when its time was over. */
  readonly exitCode: number | null;
  /** Paths below the root of the repository, and how long each took in milliseconds. */
  readonly files: readonly { readonly file: string; readonly ms: number; readonly isOk: boolean }[];
  /** The first test that failed, with its file. */
  readonly failed: string | null;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Runs test files of a copy, or all quick ones.
 *
 * @param options.limitMs after which the run is ended with all that it started
 * @param options.notes the file that tells which mutants each test reaches
 */
export async function runTests(
  root: string,
  files: readonly string[],
  { limitMs, notes, flags = [] }: { limitMs: number; notes?: string; flags?: readonly string[] },
): Promise<TestRun> {
  const output = join(root, '..', 'report.json');
  rmSync(output, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = ['--config', 'test/mutants/vitest.config.ts'];
  const report = ['--reporter=json', `--outputFile=${output}`];
  // A group of its own, so that what hangs ends with its children.
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...config, ...report, ...flags], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...(notes === undefined ? {} : { MUTANTS_REACHED: notes }) },
  });
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const stop = () => {
    end();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    end();
  }, limitMs);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  process.off('SIGINT', stop);
  const written: Report | null = existsSync(output)
    ? JSON.parse(readFileSync(output, 'utf8'))
    : null;
  const results = written?.testResults ?? [];
  // A file that cannot be loaded, or was ended by the failure of another, has no test that failed.
  const failed =
    results.find(({ assertionResults }) => assertionResults.some(isFailed)) ??
    results.find(isFailed);
  const test = failed?.assertionResults.find(isFailed);
  return {
    exitCode: isOver ? null : code,
    files: results.map(({ name, startTime, endTime, status }) => ({
      file: relative(root, name),
      ms: Math.round(endTime - startTime),
      isOk: status === 'passed',
    })),
    failed: failed ? `${relative(root, failed.name)}: ${test?.fullName ?? 'loads'}` : null,
  };
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === 'failed';
}
