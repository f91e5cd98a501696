import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  fallbackFiles,
  fontFolder,
  fontPackages,
} from '../../shared/documents/pdf/fallback-faces.ts';
import { clientFile, guideFiles } from '../../shared/reference/http/guide-files.ts';
import { securityExpiry } from '../../shared/service/pages/security-contact.ts';
import { bundleOptions } from './bundle-options.ts';
import { droppableConstants } from './droppable-constants.ts';
import { bundlePath, fontLayer, functionEntries, root, sizeBudget } from './function-entries.ts';
import { lazyBuiltins } from './lazy-builtins.ts';
import { packClient } from './pack-client.ts';

/** Files that a function reads from beside its code, and where they come from; stored gzipped. */
const assets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'functions/pages/static.ts': {
    'guides.json.gz': 'docs/guides.json',
    'openapi.json.gz': 'docs/openapi.json',
  },
  'functions/pages/start-page.ts': { 'guides.json.gz': 'docs/guides.json' },
  'functions/agents/mcp.ts': { 'agent-tools.json.gz': 'docs/agent-tools.json' },
  'functions/meta/openapi.ts': { 'openapi.json.gz': 'docs/openapi.json' },
};

/** The colour profile, which pdfkit looks for next to the code of a function that creates PDFs. */
const colourProfile = 'data/sRGB_IEC61966_2_1.icc';

/** One function's code. Sizes in bytes, without the assets beside it. */
export interface Bundle {
  readonly entry: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly budget: number;
  /** Whether it creates documents, which need the layer with fonts. */
  readonly typesets: boolean;
  /** Folders of the packages whose code it contains, relative to the project root, sorted. */
  readonly packages: readonly string[];
}

/**
 * Bundles every function in one pass, each into its own directory under `directory` (absolute). Its `functions` folder
 * is emptied first. The fonts of documents go to `font-layer`. Source maps for stack traces go to `maps` next to it, because a function would load its map when it
 * starts. Without `maps` there are none.
 */
export async function bundleFunctions(
  directory: string,
  { maps = true }: { readonly maps?: boolean } = {},
): Promise<readonly Bundle[]> {
  const entries = functionEntries();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({
      in: entry,
      out: join(bundlePath(entry), 'index'),
    })),
    outdir: directory,
    write: false,
    metafile: true,
    ...bundleOptions,
    outExtension: { '.js': '.mjs' },
    legalComments: 'none',
    sourcemap: maps && 'external',
    alias: {
      '@aws-sdk/credential-provider-node': resolve(root, 'lib/bundle/environment-credentials.ts'),
    },
    plugins: [lazyBuiltins, droppableConstants],
  });
  const typesetting = new Set(
    Object.values(metafile.outputs)
      .filter(({ inputs }) => Object.keys(inputs).some((path) => path.includes('/pdfkit/')))
      .map(({ entryPoint }) => entryPoint),
  );
  const packages = new Map(
    Object.values(metafile.outputs).map(({ entryPoint, inputs }) => [
      entryPoint,
      packagesOf(Object.keys(inputs)),
    ]),
  );
  await rm(join(directory, 'functions'), { recursive: true, force: true });
  await writeFontLayer(directory);
  const code = new Map<string, Uint8Array>();
  for (const { path, contents } of outputFiles) {
    const isMap = path.endsWith('.map');
    if (!isMap) code.set(path, contents);
    const target = isMap ? path.replace(directory, join(directory, 'maps')) : path;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents);
  }
  return Promise.all(
    entries.map(async (entry) => {
      const bundle = join(directory, bundlePath(entry));
      await addAssets(entry, bundle);
      await addSecurityExpiry(entry, bundle);
      const typesets = typesetting.has(entry);
      if (typesets) await addColourProfile(bundle);
      const contents = code.get(join(bundle, 'index.mjs')) ?? new Uint8Array();
      return {
        entry,
        bytes: contents.length,
        gzipBytes: gzipSync(contents).length,
        budget: sizeBudget(entry, typesets),
        typesets,
        packages: packages.get(entry) ?? [],
      };
    }),
  );
}

function packagesOf(inputs: readonly string[]): readonly string[] {
  const folders = inputs.flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(folders)].toSorted();
}

async function addAssets(entry: string, bundle: string): Promise<void> {
  if (entry === 'functions/pages/static.ts') await addGuideFiles(bundle);
  for (const [name, source] of Object.entries(assets[entry] ?? {})) {
    const content = await readFile(resolve(root, source));
    await writeFile(join(bundle, name), await promisify(gzip)(content, { level: 9 }));
  }
}

/** The downloads of the guides, next to the function that serves them. */
async function addGuideFiles(bundle: string): Promise<void> {
  await mkdir(join(bundle, 'files'), { recursive: true });
  const write = async (name: string, content: Buffer) =>
    writeFile(join(bundle, 'files', `${name}.gz`), await promisify(gzip)(content));
  for (const [name, source] of Object.entries(guideFiles)) {
    await write(name, await readFile(resolve(root, source)));
  }
  await write(clientFile, await packClient());
}

/** Copies the expiry date of `/.well-known/security.txt` next to the function that serves it. */
async function addSecurityExpiry(entry: string, bundle: string): Promise<void> {
  if (entry !== 'functions/pages/start-page.ts') return;
  await writeFile(join(bundle, 'security-expires.txt'), securityExpiry(new Date()));
}

/** Copies the file that a bundle with pdfkit needs next to it. */
export async function addColourProfile(bundle: string): Promise<void> {
  await mkdir(dirname(join(bundle, colourProfile)), { recursive: true });
  await copyFile(
    resolve(root, 'node_modules/pdfkit/js', colourProfile),
    join(bundle, colourProfile),
  );
}

/** Copies the fonts of other scripts into the layer's folder, which is the same for all functions. */
async function writeFontLayer(directory: string): Promise<void> {
  const folder = join(directory, fontLayer, fontFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of fallbackFiles) {
    await copyFile(resolve(root, fontPackages, file), join(folder, basename(file)));
  }
}
