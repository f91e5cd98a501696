import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openApiFile } from '../../bin/openapi.ts';
import { descriptionFor } from '../../shared/reference/openapi/audiences.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it.each(['integrators', 'operators'] as const)(
  'the API description for %s passes the linter without errors',
  async (audience) => {
    const folder = await mkdtemp(join(tmpdir(), 'linted-'));
    try {
      const description = descriptionFor(audience, JSON.parse(await readFile(openApiFile, 'utf8')));
      await writeFile(`${folder}/openapi.json`, JSON.stringify(description));
      const lint = ['tools/node_modules/@redocly/cli/bin/cli.js', 'lint', `${folder}/openapi.json`];
      const settings = ['--config=redocly.yaml', '--format=json'];
      const { stdout } = await promisify(execFile)(process.execPath, [...lint, ...settings], {
        cwd: root,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      });
      expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0 });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
