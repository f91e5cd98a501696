import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import {
  describeAuthorizationServer,
  discoverProvider,
  discoverProviderAlias,
  getKeySet,
  getKeySetAlias,
} from '../../shared/oauth/routes/oauth-metadata.ts';
import { describeProvider } from '../../shared/oauth/usecases/describe-provider.ts';
import { readKeySet } from '../../shared/oauth/usecases/read-key-set.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { RawResponse, Run } from '../../shared/web/request.ts';

/** Kept for five minutes: a key is published weeks before anything is signed with it. */
function cacheable(body: unknown): RawResponse {
  return {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
    },
    body: JSON.stringify(body),
  };
}

const describe: Run<Route, ServiceDeps> = async (_request, { baseUrl }) =>
  cacheable(describeProvider(baseUrl));

const showKeys: Run<Route, ServiceDeps> = async (_request, deps) =>
  cacheable(await readKeySet(deps));

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(discoverProvider, describe),
  operation(describeAuthorizationServer, describe),
  operation(discoverProviderAlias, describe),
  operation(getKeySet, showKeys),
  operation(getKeySetAlias, showKeys),
];

export const handler = operations(rows, serviceDeps);
