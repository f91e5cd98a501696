import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { architectureFile, withCapabilities } from '../../bin/architecture.ts';
import { capabilities } from '../../shared/capabilities.ts';
import { root } from '../support/documents.ts';

const files = globSync('shared/*/**/*.ts', { cwd: root });
const capabilityOf = (file: string) => file.split('/')[1] ?? '';
const imports = files.flatMap((from) =>
  Array.from(
    readFileSync(join(root, from), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g),
    ([, path = '']) => ({ from, to: normalize(join(dirname(from), path)) }),
  ),
);

describe('shared/capabilities.ts', () => {
  it('names every folder of shared/, and no other', () => {
    expect(capabilities.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(files.map(capabilityOf))].toSorted(),
    );
  });

  it('opens no door that nobody uses', () => {
    const used = new Set(
      imports.flatMap(({ from, to }) => (capabilityOf(from) === capabilityOf(to) ? [] : [to])),
    );
    const unused = capabilities.flatMap(({ name, doors = {} }) =>
      Object.values(doors)
        .flat()
        .filter((door) => door !== '**' && !used.has(`shared/${name}/${door}.ts`)),
    );
    expect(unused).toEqual([]);
  });

  it('lists layers of files that are there', () => {
    const missing = capabilities.flatMap(({ name, layers = {} }) =>
      Object.values(layers)
        .flat()
        .filter((file) => !files.includes(`shared/${name}/${file}.ts`)),
    );
    expect(missing).toEqual([]);
  });

  it('knows the layer of every file at the root of a capability that has layers', () => {
    // All of these are of one kind: http, the description, texts with their register.
    const ofOneKind = ['kernel', 'web', 'reference', 'agreements'];
    const named = /(-(contract|routes|deps|page|letters)|^present-.+|oauth-errors)\.ts$/;
    const unknown = capabilities
      .filter(({ name }) => !ofOneKind.includes(name))
      .flatMap(({ name, layers = {} }) => {
        const listed = Object.values(layers).flat();
        return files.filter(
          (file) =>
            dirname(file) === `shared/${name}` &&
            !named.test(basename(file)) &&
            !listed.includes(basename(file, '.ts')),
        );
      });
    expect(unknown).toEqual([]);
  });
});

it('no name is exported twice within shared/', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of files) {
    const declared = readFileSync(join(root, file), 'utf8').matchAll(
      /^export (?:async )?(?:const|function\*?|interface|type|class) (\w+)/gm,
    );
    // A schema and its type share a name, in one file.
    for (const [, name = ''] of declared) {
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...homes].filter(([, { size }]) => size > 1);
  expect(twice.map(([name, places]) => [name, ...places])).toEqual([]);
});

it('docs/architecture.md draws the order of capabilities; `npm run generate` draws it anew', () => {
  const page = readFileSync(architectureFile, 'utf8');
  expect(page).toBe(withCapabilities(page));
});
