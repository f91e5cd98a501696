import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { addTypesettingAssets } from '../../lib/bundle/bundle-functions.ts';
import { bundleOptions } from '../../lib/bundle/bundle-options.ts';
import { lazyBuiltins } from '../../lib/bundle/lazy-builtins.ts';
import { sampleDocuments } from '../../shared/service/pdf/sample-documents.ts';

const source = `
import { createHash } from 'node:crypto';
import { sampleDocuments } from './shared/service/pdf/sample-documents.ts';
const digests = [];
for (const { render } of sampleDocuments) {
  digests.push(createHash('sha256').update(await render()).digest('hex'));
}
process.stdout.write(JSON.stringify(digests));
`;

test('documents have the same bytes when rendered from one minified bundle in another process', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    const file = join(directory, 'index.mjs');
    await build({
      stdin: { contents: source, resolveDir: new URL('../..', import.meta.url).pathname },
      outfile: file,
      ...bundleOptions,
      legalComments: 'none',
      plugins: [lazyBuiltins],
    });
    await addTypesettingAssets(directory);
    expect((await stat(file)).size).toBeLessThan(1_800_000);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: directory });
    const digests: string[] = [];
    for (const { render } of sampleDocuments) {
      digests.push(
        createHash('sha256')
          .update(await render())
          .digest('hex'),
      );
    }
    expect(JSON.parse(stdout)).toEqual(digests);
  } finally {
    await rm(directory, { recursive: true });
  }
});
