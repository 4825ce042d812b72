import { join } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

import base from '../vitest.config.ts';

/** Test files that are asked for by name, whichever they are. */
const isNamed = process.argv.some((argument) => argument.endsWith('.test.ts'));

/** In the order in which the files are named: those that are the likeliest to fail come first. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = process.argv.map((argument) => join(process.cwd(), argument));
    const place = ({ moduleId }: TestSpecification) => named.indexOf(moduleId);
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

const NOT_QUICK = [
  'test/{playground,start,drill,doctor,fuzz}/**',
  'test/{jobs,triage}/kill-*',
  'test/jobs/{scheduler,moved-clock}.test.ts',
  'test/slack/authorize-matrix.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/{house,packages,privacy,readme,dockerfile}.test.ts',
];

/**
 * The quick tests: without browsers, processes and draws that take half a minute or more, and tests
 * that read the sources as text. Named ones run in any case.
 */
export default {
  ...base,
  test: {
    ...base.test,
    exclude: ['**/node_modules/**', ...(isNamed ? [] : NOT_QUICK)],
    globalSetup: ['test/support/made-once.ts', 'test/support/shared-postgres.ts'],
    setupFiles: ['test/mutants/reached.ts', ...[base.test?.setupFiles ?? []].flat()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: AsNamed },
    // A test that fails now and then must not pass for one that noticed nothing.
    retry: 0,
  },
};
