import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    expect: { requireAssertions: true },
    // Engines start in milliseconds; a test that takes longer than this hangs.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
