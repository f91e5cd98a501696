import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The tests of one group: see mutate-file.ts.
    include: [process.env['MUTANTS_TESTS'] ?? 'test/*/{domain,auth}/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
