import { createHash } from 'node:crypto';
import { coreDeps } from '../../shared/deps/core.ts';
import { compressedAsset } from '../../shared/http/compressed-asset.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { once } from '../../shared/http/once.ts';
import type { RawResponse, Run } from '../../shared/http/request.ts';
import { getReferenceScript } from '../../shared/routes/docs.ts';

/** Where the build puts the compressed script: beside the bundled function. */
const built = new URL('./scalar.js.gz', import.meta.url);

/** Where it is when the function runs from its source. */
const installed = new URL(
  '../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
  import.meta.url,
);

/** The script is 4 MB, its answer 1.7 MB as base64; a function may answer 6 MB. */
const answer = once(async (): Promise<RawResponse> => {
  const compressed = await compressedAsset(built, installed);
  return {
    statusCode: 200,
    headers: {
      'content-type': getReferenceScript.produces,
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=86400',
      etag: `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 22)}"`,
      'x-content-type-options': 'nosniff',
    },
    body: compressed.toString('base64'),
    isBase64Encoded: true,
  };
});

const run: Run<typeof getReferenceScript> = answer;

export const handler = endpoint(getReferenceScript, run, coreDeps);
