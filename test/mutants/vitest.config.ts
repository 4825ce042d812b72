import base from '../vitest.config.ts';

/**
 * The quick tests: without browsers, whole processes that run for minutes, and tests that read the
 * sources as text.
 */
export default {
  ...base,
  test: {
    ...base.test,
    exclude: [
      '**/node_modules/**',
      'test/{playground,start,drill}/**',
      'test/jobs/kill-*',
      'test/{house,packages,readme,dockerfile}.test.ts',
    ],
    globalSetup: ['test/support/made-once.ts'],
    setupFiles: ['test/mutants/reached.ts', ...[base.test?.setupFiles ?? []].flat()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A test that fails now and then must not pass for one that noticed nothing.
    retry: 0,
  },
};
