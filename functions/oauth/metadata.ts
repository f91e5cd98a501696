import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import {
  describeAuthorizationServer,
  discoverProvider,
  discoverProviderAlias,
  getKeySet,
  getKeySetAlias,
} from '../../shared/oauth/routes/oauth-metadata.ts';
import { describeProvider, readKeySet } from '../../shared/oauth/usecases/describe-provider.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';
import { publicJson } from '../../shared/web/http/revalidated.ts';

const describe: Run<Route, ServiceDeps> = async ({ header }, deps) => {
  const { baseUrl, clientRegistration: registration, clientDocuments: documents } = deps;
  return publicJson(describeProvider(baseUrl, { registration, documents }), header);
};

/** Cached for five minutes: a key is published weeks before it signs anything. */
const showKeys: Run<Route, ServiceDeps> = async ({ header }, deps) =>
  publicJson(await readKeySet(deps), header);

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(discoverProvider, describe),
  operation(describeAuthorizationServer, describe),
  operation(discoverProviderAlias, describe),
  operation(getKeySet, showKeys),
  operation(getKeySetAlias, showKeys),
];

export const handler = operations(rows, serviceDeps);
