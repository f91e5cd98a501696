import { globSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../support/documents.ts';

const marks = globSync('functions/workflows/*/mark-stuck.ts', { cwd: root });

it('every workflow that works on a case has a mark', () => {
  expect(marks).toHaveLength(3);
});

it.each(marks)('%s loads at most 26 project files', async (mark) => {
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
