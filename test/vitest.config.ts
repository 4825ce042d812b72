import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/repeatable-properties.ts'],
    // Real servers, a real browser and RSA keys: slow machines need air, nothing is timed.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
