import { defineConfig } from 'vitest/config';

// Measurements over data that is not part of the project: `npm run eval`. The suite does not run them.
export default defineConfig({
  test: {
    include: ['test/eval/*.eval.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    globalSetup: ['test/support/build.ts', 'test/support/temp-folder.ts'],
    disableConsoleIntercept: true,
  },
});
