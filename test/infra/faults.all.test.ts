import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { faults } from './faults/list.ts';

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
afterAll(() => rmSync(folder, { recursive: true }));

const Report = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

/** Runs the tests with each fault in a separate process, with the templates of this run. */
function tried() {
  const file = join(folder, 'report.json');
  const { stderr } = spawnSync(
    process.execPath,
    [
      ...[
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'test/infra/faults/vitest.config.ts',
      ],
      ...['--reporter', 'json', '--outputFile', file],
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  try {
    const { testResults } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch (error) {
    throw new Error(`the tests could not run: ${stderr.slice(-2_000)}`, { cause: error });
  }
}

describe('a mistake in the templates or workflows', () => {
  const results = tried();
  it.each(faults.map(({ name, noticedBy }) => [name, noticedBy]))(
    'fails a test: %s (%s)',
    (name) => {
      const own = results.filter(({ ancestorTitles }) => ancestorTitles[0] === name);
      const [change] = own.filter(({ title }) => title === 'fault-has-changed-something');
      expect(change?.status).toBe('passed');
      const failed = own.filter(({ status }) => status === 'failed').map(({ title }) => title);
      expect(failed).not.toEqual([]);
    },
  );
});
