import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { coreDeps } from '../../shared/deps/core.ts';
import { compressedAsset } from '../../shared/http/compressed-asset.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { once } from '../../shared/http/once.ts';
import type { RawResponse, Run } from '../../shared/http/request.ts';
import { getOpenApi } from '../../shared/routes/docs.ts';

/** Where the build puts the description, compressed: beside the bundled function. */
const built = new URL('./openapi.json.gz', import.meta.url);

/** Where it is when the function runs from its source. */
const source = new URL('../../docs/openapi.json', import.meta.url);

const headers = {
  'content-type': getOpenApi.produces,
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
};

const compressed = once(async (): Promise<RawResponse> => {
  const content = await compressedAsset(built, source);
  return {
    statusCode: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: content.toString('base64'),
    isBase64Encoded: true,
  };
});

/** For programs that take no compressed answer, such as curl without further ado. */
const plain = once(async (): Promise<RawResponse> => {
  const content = await promisify(gunzip)(await compressedAsset(built, source));
  return { statusCode: 200, headers, body: content.toString() };
});

const run: Run<typeof getOpenApi> = ({ header }) =>
  /\bgzip\b/.test(header('accept-encoding') ?? '') ? compressed() : plain();

export const handler = endpoint(getOpenApi, run, coreDeps);
