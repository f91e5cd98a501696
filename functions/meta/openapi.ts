import description from '../../docs/openapi.json' with { type: 'json' };
import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { RawResponse, Run } from '../../shared/http/request.ts';
import { getOpenApi } from '../../shared/routes/docs.ts';

const answer: RawResponse = {
  statusCode: 200,
  headers: {
    'content-type': getOpenApi.produces,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  },
  body: JSON.stringify(description),
};

export const run: Run<typeof getOpenApi> = async () => answer;

export const handler = endpoint(getOpenApi, run, coreDeps);
