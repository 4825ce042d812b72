import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import SpreadLong from './support/spread-long.ts';

// Each process that the tests start finds the sources without their types, as the one before left
// them: to strip and compile them is most of what a short program does.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/made-once.ts',
      'test/support/shared-postgres.ts',
      'test/support/browser.ts',
    ],
    setupFiles: ['test/support/repeatable-properties.ts'],
    // To load the modules anew for each file would take longer than the tests in most of them.
    isolate: false,
    // Node loads the sources, as it does for the bot, from its own cache.
    experimental: { viteModuleRunner: false },
    // Code of the embedded database is compiled once and fast, not again for a long life.
    execArgv: ['--liftoff-only'],
    // Real processes, a real browser and RSA keys: slow machines need air, nothing is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // A test that has processes of its own waits most of the time: nine keep two cores at work.
    maxWorkers: 9,
    sequence: { sequencer: SpreadLong },
    // A machine that stands still for a while may fail a real browser once; it is told, not hidden.
    retry: 1,
  },
});
