import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { compressedAsset } from '../../web/http/compressed-asset.ts';
import { once } from '../../web/http/once.ts';
import type { Documentation } from '../domain/guide.ts';

/** Where the build puts the guides, compressed: beside the bundled function. */
const built = new URL('./guides.json.gz', import.meta.url);

/** Where they are when the function runs from its source: as `npm run generate` wrote them. */
const source = new URL('../../../docs/guides.json', import.meta.url);

/** All pages of the documentation, read once. */
export const readDocumentation = once(async (): Promise<Documentation> => {
  const text = await promisify(gunzip)(await compressedAsset(built, source));
  // The build wrote it.
  return JSON.parse(text.toString()) as Documentation;
});
