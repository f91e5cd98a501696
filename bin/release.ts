import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bundle } from '../lib/bundle/bundle-functions.ts';
import { root } from '../lib/bundle/function-entries.ts';
import { fallbackFiles, fontPackages } from '../shared/documents/pdf/fallback-faces.ts';
import { build } from './build.ts';

/** Licences that let a deployment redistribute the code without further terms. Others stop a release. */
const accepted =
  /^(?:0BSD|Apache-2\.0|BSD-[23]-Clause|ISC|MIT|MIT-0|OFL-1\.1|\(MIT OR Apache-2\.0\))$/;

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license: { readonly id: string } }[];
}

interface Bom {
  readonly metadata: object;
  readonly components: readonly Component[];
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The texts of licence and notice in its folder. */
  readonly text: string;
}

/**
 * Writes the files of a release into `folder`: the packed client, a software bill of materials of the deployed
 * functions (CycloneDX 1.5, JSON), the licences of the packages in them, and `SHA256SUMS` of these files. With `key`
 * (an Ed25519 private key in PEM) also `SHA256SUMS.sig`, the signature of the sums (64 bytes).
 *
 * Throws if a package in a function has no accepted licence.
 */
export function writeRelease(
  folder: string,
  bundles: readonly Bundle[],
  { key }: { readonly key?: string | undefined } = {},
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const fonts = new Set(
    fallbackFiles.map((file) => join(fontPackages, file.split('/').slice(0, 2).join('/'))),
  );
  const contents = bundles.map(({ entry, packages, typesets }) => ({
    entry,
    packages: [...packages, ...(typesets ? fonts : [])].map((path) => packageIn(path)),
  }));
  const all = unique(contents.flatMap(({ packages }) => packages));
  const refused = all.filter(({ license }) => !accepted.test(license));
  if (refused.length > 0) {
    const list = refused.map((each) => `${idOf(each)} (${each.license})`).join(', ');
    throw new Error(`Check the licence of: ${list}. Add it to bin/release.ts or drop the package.`);
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bomOf(contents), null, 2)}\n`);
  writeFileSync(join(folder, 'third-party-licences.txt'), licencesOf(all));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'packages/client'),
  });
  const sums = readdirSync(folder)
    .toSorted()
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
    .join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (key !== undefined) {
    const signature = sign(null, Buffer.from(sums), createPrivateKey(key));
    writeFileSync(join(folder, 'SHA256SUMS.sig'), signature);
  }
}

/** npm lists names, versions, digests and licences of all packages; only those in the functions are kept. */
function bomOf(
  contents: readonly { readonly entry: string; readonly packages: readonly Package[] }[],
): object {
  const of = (folder: string): Bom =>
    JSON.parse(
      execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
        cwd: join(root, folder),
        encoding: 'utf8',
        maxBuffer: 1e8,
      }),
    );
  const project = of('.');
  const used = new Set(contents.flatMap(({ packages }) => packages.map(idOf)));
  const libraries = [...project.components, ...of('packages/fonts').components].filter(
    ({ 'bom-ref': id }) => used.has(id),
  );
  const functions = contents.map(({ entry }) => ({
    'bom-ref': entry,
    type: 'application',
    name: entry,
  }));
  return {
    ...project,
    components: [...functions, ...libraries],
    dependencies: contents.map(({ entry, packages }) => ({
      ref: entry,
      dependsOn: packages.map(idOf),
    })),
  };
}

function licencesOf(packages: readonly Package[]): string {
  return [
    'Packages in the deployed functions, and their licences.\n',
    ...packages.map(({ name, version, license, text }) =>
      [`${name} ${version} (${license})`, text].join('\n\n'),
    ),
  ].join(`\n${'-'.repeat(80)}\n\n`);
}

function packageIn(path: string): Package {
  const folder = join(root, path);
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = globSync('{LICEN[CS]E,COPYING,NOTICE}*', { cwd: folder }).toSorted();
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  // png-js states its licence only in the text.
  const stated = text.includes('Permission is hereby granted, free of charge') ? 'MIT' : 'none';
  return { name, version, license: license ?? stated, text };
}

function unique(packages: readonly Package[]): readonly Package[] {
  const byId = new Map(packages.map((each) => [idOf(each), each]));
  return [...byId.keys()].toSorted().flatMap((id) => byId.get(id) ?? []);
}

function idOf({ name, version }: Package): string {
  return `${name}@${version}`;
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { key: { type: 'string' } } });
  const folder = join(root, 'dist/release');
  const key = values.key === undefined ? undefined : readFileSync(values.key, 'utf8');
  writeRelease(folder, await build(), { key });
  process.stdout.write(
    `${readdirSync(folder)
      .map((name) => `dist/release/${name}\n`)
      .join('')}`,
  );
}
