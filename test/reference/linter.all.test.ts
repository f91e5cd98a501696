import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('docs/openapi.json passes the linter without errors', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const lint = ['tools/node_modules/@redocly/cli/bin/cli.js', 'lint', 'docs/openapi.json'];
  const { stdout } = await promisify(execFile)(process.execPath, [...lint, '--format=json'], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0 });
});
