import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
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
  // A bundled package is part of its bundling package's archive, which has a digest.
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

it('GitHub proposes new versions for each folder with pinned versions', () => {
  const { updates } = parse(readFileSync(`${root}/.github/dependabot.yml`, 'utf8'));
  const proposed = (kind: string): readonly string[] =>
    updates.flatMap((each: { 'package-ecosystem': string; directories: readonly string[] }) =>
      each['package-ecosystem'] === kind ? each.directories : [],
    );
  const exclude = (name: string) => name === 'node_modules' || name.startsWith('.');
  const foldersOf = (name: string) =>
    globSync(`**/${name}`, { cwd: root, exclude }).map((file) => `/${dirname(file)}`);
  const npm = foldersOf('package-lock.json').map((folder) => folder.replace(/^\/\.$/, '/'));
  expect(proposed('npm').toSorted()).toEqual(npm.toSorted());
  expect(proposed('pip').toSorted()).toEqual(foldersOf('requirements.txt').toSorted());
  expect(proposed('maven').toSorted()).toEqual(foldersOf('pom.xml').toSorted());
  expect(proposed('github-actions')).toEqual(['/']);
});
