import { defineConfig } from 'vitest/config';

/** Records the golden items (test/golden/README.md): `npx vitest run --config vitest.golden.config.ts`. */
export default defineConfig({
  test: {
    include: ['test/golden/record/record.ts', 'test/infra/released/record.ts'],
    globalSetup: ['test/support/permissions/global-setup.ts'],
    expect: { requireAssertions: true },
    testTimeout: 300_000,
  },
});
