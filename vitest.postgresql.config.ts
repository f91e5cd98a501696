import { defineConfig } from 'vitest/config';

/** The tests that ask a real PostgreSQL: `npm run postgresql`. Without one they fail, and say what to install. */
export default defineConfig({
  test: {
    include: ['test/**/*.postgresql.test.ts'],
    globalSetup: ['test/support/permissions/global-setup.ts'],
    expect: { requireAssertions: true },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
