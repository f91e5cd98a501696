import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { getReferenceScript } from '../../shared/reference/routes/docs.ts';
import { compressedAsset } from '../../shared/web/compressed-asset.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';
import { serveFile } from '../../shared/web/serve-file.ts';

/** Where the build puts the compressed script: beside the bundled function. */
const built = new URL('./scalar.js.gz', import.meta.url);

/** Where it is when the function runs from its source. */
const installed = new URL(
  '../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
  import.meta.url,
);

const compressed = () => compressedAsset(built, installed);

/** Compressed it is 1.7 MB as base64, plain 4.4 MB; a function may answer 6 MB. */
const serve = serveFile({
  contentType: getReferenceScript.produces,
  cacheControl: 'public, max-age=86400',
  compressed,
  plain: async () => String(await promisify(gunzip)(await compressed())),
});

const run: Run<typeof getReferenceScript> = ({ header }) => serve(header);

export const rows: readonly Operation[] = [operation(getReferenceScript, run)];

export const handler = operations(rows, coreDeps);
