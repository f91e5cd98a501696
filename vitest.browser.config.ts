import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './test/support/browser/chromium.ts';
import config from './vitest.config.ts';

const installed = existsSync(chromiumPath);
const missing = `There is no Chromium at ${chromiumPath}: install the package "chromium-headless-shell" or "chromium", or set CHROMIUM to its path.`;

if (!installed && process.env['CI']) throw new Error(missing);
if (!installed) process.stdout.write(`The browser tests are skipped. ${missing}\n`);

export default defineConfig({
  test: {
    ...config.test,
    include: installed ? ['test/**/*.browser.test.ts'] : [],
    exclude: ['**/node_modules/**'],
    passWithNoTests: !installed,
    // One browser at a time: each takes a core for itself. Files share what they import, as in vitest.config.ts.
    maxWorkers: 1,
  },
});
