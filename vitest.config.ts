import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Child daemons and the embedding model are real: a busy two-core machine needs room.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 6,
    // A worker loads a module once for all of its files: loading took 40 % of the time. No test may leave anything behind in one.
    isolate: false,
    setupFiles: ['test/support/left-behind.ts'],
    globalSetup: ['test/support/build.ts', 'test/support/temp-folder.ts'],
  },
});
