import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './test/support/browser/chromium.ts';

const installed = existsSync(chromiumPath);
const missing = `There is no Chromium at ${chromiumPath}: install the package "chromium-headless-shell" or "chromium", or set CHROMIUM to its path.`;

if (!installed && process.env['CI']) throw new Error(missing);
if (!installed) process.stdout.write(`The browser tests are skipped. ${missing}\n`);

export default defineConfig({
  test: {
    include: installed ? ['test/**/*.browser.test.ts'] : [],
    globalSetup: ['test/support/permissions/global-setup.ts'],
    passWithNoTests: !installed,
    expect: { requireAssertions: true },
    // One browser at a time: each takes a core for itself.
    fileParallelism: false,
    // Twenty times what a test needs: what takes longer hangs. A machine that does other things makes no test fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
