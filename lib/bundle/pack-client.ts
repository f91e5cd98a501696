import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './function-entries.ts';

const client = join(root, 'packages/client');
const packed = join(root, 'dist/client');

/** The client as `npm pack` writes it for a release. Packed once for the same sources. */
export async function packClient(): Promise<Buffer> {
  const file = join(packed, `${await digestOfSources()}.tgz`);
  try {
    return await readFile(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  await mkdir(packed, { recursive: true });
  const into = await mkdtemp(join(packed, 'packing-'));
  try {
    const { stdout } = await promisify(execFile)('npm', [
      ...['pack', '--silent', '--pack-destination', into, client],
    ]);
    // Another build may have packed it in the meantime; both files are the same.
    await rename(join(into, stdout.trim().split('\n').at(-1) ?? ''), file);
  } finally {
    await rm(into, { recursive: true });
  }
  return readFile(file);
}

async function digestOfSources(): Promise<string> {
  const sources = (await readdir(join(client, 'src'))).toSorted().map((name) => `src/${name}`);
  const digest = createHash('sha256');
  for (const name of [...sources, 'package.json', 'tsconfig.json', 'README.md']) {
    digest.update(`${name}\n`).update(await readFile(join(client, name)));
  }
  return digest.digest('hex').slice(0, 16);
}
