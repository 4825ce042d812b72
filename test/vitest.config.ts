import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/repeatable-properties.ts'],
    // Real processes, a real browser and RSA keys: slow machines need air, nothing is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Half of the time of a test that has processes of its own is waiting: three share two cores.
    maxWorkers: 3,
    // A machine that stands still for a while may fail a real browser once; it is told, not hidden.
    retry: 1,
  },
});
