import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * A file that the build puts beside a function's code, gzipped; made from its source where the function runs
 * from its own. Both are addresses of files.
 */
export async function compressedAsset(built: URL, source: URL): Promise<Buffer> {
  try {
    return await readFile(built);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return promisify(gzip)(await readFile(source));
  }
}
