import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Child daemons and the embedding model are real: a busy two-core machine needs room.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // In the gate a test that fails is tried once more: among thousands with real processes on a busy machine, one that fails once
    // in ten thousand times would stop every third run. What fails twice fails, and the gate names what needed its second try.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 6,
    // A worker loads a module once for all of its files: loading took 40 % of the time. No test may leave anything behind in one.
    isolate: false,
    setupFiles: ['test/support/left-behind.ts'],
    globalSetup: ['test/support/build.ts', 'test/support/temp-folder.ts'],
  },
});
