import { globSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../support/documents.ts';

const marks = globSync('functions/workflows/*/mark-stuck.ts', { cwd: root });

it('has a mark for each workflow that works on a case', () => {
  expect(marks).toHaveLength(3);
});

it.each(marks)('%s loads 26 files of ours at most', async (mark) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [mark],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    write: false,
  });
  const loaded = Object.keys(metafile.inputs).toSorted();
  expect(loaded.length, loaded.join('\n')).toBeLessThanOrEqual(26);
});
