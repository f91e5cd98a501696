import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capabilitiesFile, withCapabilities } from '../../bin/architecture.ts';
import { capabilities, layers } from '../../shared/capabilities.ts';
import { root } from '../support/documents.ts';

const files = globSync('shared/*/**/*.ts', { cwd: root });
const capabilityOf = (file: string) => file.split('/')[1] ?? '';
const imports = files.flatMap((from) =>
  Array.from(
    readFileSync(join(root, from), 'utf8').matchAll(
      /(import type [^;]*?)?(?:from |import\()'(\.[^']+)'/g,
    ),
    ([, type, path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
      isType: type !== undefined,
    }),
  ),
);

describe('shared/capabilities.ts', () => {
  it('names exactly the folders of shared/', () => {
    expect(capabilities.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(files.map(capabilityOf))].toSorted(),
    );
  });

  it('lists every folder of each capability', () => {
    const unknown = files.filter((file) => {
      const [, capability = '', layer = '', ...rest] = file.split('/');
      if (rest.length === 0) return layer !== 'public.ts';
      const own = capability === 'reference' ? ['openapi', 'notes'] : ['middleware'];
      return ![...layers, ...own].some((name) => name === layer);
    });
    expect(unknown).toEqual([]);
  });
});

it('no file of texts imports a file that reads texts while it loads', () => {
  const needed = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  );
  const reaches = (from: string, index: string, seen = new Set<string>()): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    const next = (needed.get(from) ?? []).map(({ to }) => to);
    return next.includes(index) || next.some((to) => reaches(to, index, seen));
  };
  const texts = files.filter((file) => /\/texts\/(?!index)/.test(file));
  const circular = texts.filter((file) =>
    reaches(file, file.replace(/texts\/.*/, 'texts/index.ts')),
  );
  expect(texts.length).toBeGreaterThan(0);
  expect(circular).toEqual([]);
});

describe('public.ts', () => {
  const importedByOthers = new Set(
    imports.flatMap(({ from, to }) => (capabilityOf(from) === capabilityOf(to) ? [] : [to])),
  );

  it.each(files.filter((file) => basename(file) === 'public.ts'))(
    '%s lists what other capabilities import, and nothing else',
    async (file) => {
      const { publicFiles } = await import(/* @vite-ignore */ join(root, file));
      const prefix = dirname(file);
      const imported = [...importedByOthers]
        .filter((to) => to.startsWith(`${prefix}/`) && !to.startsWith(`${prefix}/routes/`))
        .map((to) => to.slice(prefix.length + 1, -'.ts'.length));
      expect(publicFiles).toEqual(imported.toSorted());
    },
  );
});

it('shared/ exports each name once', () => {
  const homes = new Map<string, Set<string>>();
  // Texts have the same name in each language, errors are named with their module, and descriptions are read by folder.
  const once = files.filter(
    (name) =>
      !/\/(public\.ts|contracts\/descriptions\.ts|texts\/(?!en[./]).*|errors\/.*)$/.test(name),
  );
  for (const file of once) {
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

it('docs/capabilities.md is up to date', () => {
  const page = readFileSync(capabilitiesFile, 'utf8');
  expect(page).toBe(withCapabilities(page));
});
