import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { compressedAsset } from '../../shared/http/compressed-asset.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { once } from '../../shared/http/once.ts';
import type { Run } from '../../shared/http/request.ts';
import { atServer } from '../../shared/openapi/at-server.ts';
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

const described = once(async () =>
  JSON.parse((await promisify(gunzip)(await compressedAsset(built, source))).toString()),
);

/** For programs that take no compressed answer, such as curl without further ado. */
const plain = keptByAddress(async (baseUrl) =>
  JSON.stringify(atServer(await described(), baseUrl)),
);

const compressed = keptByAddress(async (baseUrl) =>
  (await promisify(gzip)(await plain(baseUrl))).toString('base64'),
);

/** A deployment has one address, and the work is done once. */
function keptByAddress(make: (baseUrl: string) => Promise<string>) {
  const kept = new Map<string, Promise<string>>();
  return (baseUrl: string): Promise<string> => {
    const made = kept.get(baseUrl) ?? make(baseUrl);
    kept.set(baseUrl, made);
    return made;
  };
}

const run: Run<typeof getOpenApi, ServiceDeps> = async ({ header }, { baseUrl }) =>
  /\bgzip\b/.test(header('accept-encoding') ?? '')
    ? {
        statusCode: 200,
        headers: { ...headers, 'content-encoding': 'gzip' },
        body: await compressed(baseUrl),
        isBase64Encoded: true,
      }
    : { statusCode: 200, headers, body: await plain(baseUrl) };

export const handler = endpoint(getOpenApi, run, serviceDeps);
