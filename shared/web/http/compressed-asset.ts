import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * A gzipped file that the build puts beside a function's code; made from `source` where the function runs
 * unbundled. Both are file URLs.
 */
export async function compressedAsset(built: URL, source: URL): Promise<Buffer> {
  try {
    return await readFile(built);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return promisify(gzip)(await readFile(source));
  }
}
