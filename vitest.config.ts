import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    expect: { requireAssertions: true },
    // vitest would leave one core idle, and with it half of a machine that has two.
    maxWorkers: '100%',
    // Files share what they import, which is most of the time that a file takes to start; what a test
    // uses is passed to it, so nothing else is shared.
    isolate: false,
    // Engines start in milliseconds; a test that takes longer than this hangs.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
