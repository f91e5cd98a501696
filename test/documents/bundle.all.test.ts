import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { addColourProfile } from '../../lib/bundle/bundle-functions.ts';
import { bundleOptions } from '../../lib/bundle/bundle-options.ts';
import { root } from '../../lib/bundle/function-entries.ts';
import { lazyBuiltins } from '../../lib/bundle/lazy-builtins.ts';
import { sampleDocuments } from '../../shared/service/pdf/sample-documents.ts';

/** Its registrar's name is in a typeface that is not in the bundle. */
const issuer = {
  ...{ registryName: 'Resident Registry', jurisdiction: 'Examplia', place: 'Port Example' },
  ...{ registrarName: '山田 太郎', isSandbox: false },
};
const source = `
import { createHash } from 'node:crypto';
import { sampleDocuments } from './shared/service/pdf/sample-documents.ts';
const digests = [];
for (const { render } of sampleDocuments) {
  digests.push(createHash('sha256').update(await render({ issuer: ${JSON.stringify(issuer)} })).digest('hex'));
}
process.stdout.write(JSON.stringify(digests));
`;

test('documents have the same bytes when rendered from one minified bundle in another process', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    // A bundle's place in the repository, from which it finds the fonts that Lambda has in a layer.
    const bundle = join(directory, 'shared/documents/pdf');
    const file = join(bundle, 'index.mjs');
    await build({
      stdin: { contents: source, resolveDir: root },
      outfile: file,
      ...bundleOptions,
      legalComments: 'none',
      plugins: [lazyBuiltins],
    });
    await addColourProfile(bundle);
    await symlink(join(root, 'packages'), join(directory, 'packages'));
    expect((await stat(file)).size).toBeLessThan(1_800_000);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: directory });
    const digests: string[] = [];
    for (const { render } of sampleDocuments) {
      digests.push(
        createHash('sha256')
          .update(await render({ issuer }))
          .digest('hex'),
      );
    }
    expect(JSON.parse(stdout)).toEqual(digests);
  } finally {
    await rm(directory, { recursive: true });
  }
});
