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
import type { ReadHeader } from '../../shared/web/header.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { RawResponse, Run } from '../../shared/web/request.ts';
import { revalidated } from '../../shared/web/revalidated.ts';

/** Kept for five minutes: a key is published weeks before anything is signed with it. */
function cacheable(body: unknown, header: ReadHeader): RawResponse {
  const answer = {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return revalidated(answer, header, { cacheControl: 'public, max-age=300' });
}

const describe: Run<Route, ServiceDeps> = async ({ header }, deps) => {
  const registration = deps.clientRegistration ?? false;
  return cacheable(describeProvider(deps.baseUrl, { registration }), header);
};

const showKeys: Run<Route, ServiceDeps> = async ({ header }, deps) =>
  cacheable(await readKeySet(deps), header);

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(discoverProvider, describe),
  operation(describeAuthorizationServer, describe),
  operation(discoverProviderAlias, describe),
  operation(getKeySet, showKeys),
  operation(getKeySetAlias, showKeys),
];

export const handler = operations(rows, serviceDeps);
