import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { atServer } from '../../shared/reference/openapi/at-server.ts';
import { type Audience, descriptionFor } from '../../shared/reference/openapi/audiences.ts';
import { getOpenApi, getOperatorsOpenApi } from '../../shared/reference/routes/docs.ts';
import { gunzippedAsset } from '../../shared/web/http/compressed.ts';
import { once } from '../../shared/web/http/once.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { RawResponse, ReadHeader } from '../../shared/web/http/request.ts';
import { serveFile } from '../../shared/web/http/serve-file.ts';

/** The compressed description, which the build puts next to the bundled function. */
const built = new URL('./openapi.json.gz', import.meta.url);

/** The path of the description when the function runs from source. */
const source = new URL('../../docs/openapi.json', import.meta.url);

const described = once(async () => JSON.parse(await gunzippedAsset(built, source)));

function serverAt(audience: Audience, baseUrl: string, isSandbox: boolean) {
  const plain = once(async () => {
    const description = descriptionFor(audience, await described());
    return JSON.stringify(atServer(description, baseUrl, isSandbox));
  });
  return serveFile({
    contentType: getOpenApi.produces,
    cacheControl: 'public, max-age=300',
    // For programs that don't accept compressed responses, such as plain curl.
    plain,
    compressed: async () => promisify(gzip)(await plain(), { level: 9 }),
  });
}

type Serve = (header: ReadHeader) => Promise<RawResponse>;

/** A cache by audience: a deployment has one base URL. */
const servers = new Map<string, Serve>();

function run(audience: Audience) {
  return (
    { header }: { readonly header: ReadHeader },
    { baseUrl, isSandbox = false }: ServiceDeps,
  ) => {
    const place = `${audience} ${baseUrl} ${isSandbox}`;
    const serve = servers.get(place) ?? serverAt(audience, baseUrl, isSandbox);
    servers.set(place, serve);
    return serve(header);
  };
}

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(getOpenApi, run('integrators')),
  operation(getOperatorsOpenApi, run('operators')),
];

export const handler = operations(rows, serviceDeps);
