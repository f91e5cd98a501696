import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const packages = `${here}node_modules/`;

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** Each generator's program, and its arguments in a folder with `description.json`. */
const generators = [
  ['oazapfts/dist/cli.js', 'description.json', 'clients/oazapfts.ts'],
  ['@hey-api/openapi-ts/bin/run.js', '--input=description.json', '--output=clients/hey-api'],
  ['openapi-typescript/bin/cli.js', 'description.json', '--output=clients/openapi-typescript.ts'],
  ['orval/dist/bin/orval.mjs', '--config=orval.config.mjs'],
] as const;

/**
 * Writes the clients of all generators into `clients/` of a folder, with the files that use them.
 * Throws if one can't read the description, or if the generators are not installed.
 */
export async function generateClients(folder: string, description: string): Promise<void> {
  if (!existsSync(`${packages}.package-lock.json`)) {
    throw new Error(
      'The generators of clients are not installed: run `node bin/install-if-stale.mjs test/clients`, as `npm test` does',
    );
  }
  const output = { mode: 'single', target: 'clients/orval.ts', client: 'fetch' };
  const baseUrl = { getBaseUrlFromSpecification: true };
  const orval = { registry: { input: 'description.json', output: { ...output, baseUrl } } };
  await Promise.all([
    mkdir(`${folder}/clients`),
    cp(`${here}uses`, folder, { recursive: true }),
    writeFile(`${folder}/description.json`, description),
    writeFile(`${folder}/orval.config.mjs`, `export default ${JSON.stringify(orval)};\n`),
    writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['**/*.ts'] })),
  ]);
  await Promise.all(generators.map(([file, ...rest]) => program(folder, file, rest)));
}

/** The compiler's errors about all clients and their uses; empty if there are none. */
export async function compileClients(folder: string): Promise<string> {
  return program(folder, '../../../node_modules/typescript/bin/tsc', ['--project', '.']).then(
    () => '',
    (error: { readonly stdout?: string }) => error.stdout ?? String(error),
  );
}

/** Runs a package's program in the folder; rejects with its output if it fails. */
async function program(folder: string, file: string, rest: readonly string[]): Promise<void> {
  const env = { ...process.env, CI: 'true', NO_COLOR: '1' };
  await promisify(execFile)(process.execPath, [packages + file, ...rest], { cwd: folder, env });
}
