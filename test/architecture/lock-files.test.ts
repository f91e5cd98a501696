import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../../lib/bundle/function-entries.ts';

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: boolean;
}

const files = globSync('**/package-lock.json', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name.startsWith('.'),
});

it.each(files)('%s has an integrity for every package and no registry address', (file) => {
  const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(`${root}/${file}`, 'utf8'),
  );
  const { '': _, ...packages } = lock.packages;
  // What is bundled comes within the archive of the package that bundles it, which has a digest.
  const unsafe = Object.entries(packages).filter(
    ([, { integrity, resolved, inBundle }]) =>
      resolved !== undefined || !(inBundle || integrity?.startsWith('sha512-')),
  );
  expect(unsafe.map(([name]) => name)).toEqual([]);
});

it('npm is configured to write no registry address', () => {
  const folders = files.map((file) => file.replace('package-lock.json', ''));
  expect(folders.toSorted()).toContain('');
  for (const folder of folders) {
    expect(readFileSync(`${root}/${folder}.npmrc`, 'utf8'), folder).toMatch(
      /^omit-lockfile-registry-resolved=true$/m,
    );
  }
});
