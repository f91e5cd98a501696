import {
  describeIssuer,
  describeType,
} from '../../shared/credentials/contracts/describe-issuer.ts';
import * as routes from '../../shared/credentials/routes/issuance.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import type { ReadHeader } from '../../shared/web/header.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { RawResponse, Run } from '../../shared/web/request.ts';
import { revalidated } from '../../shared/web/revalidated.ts';

function cacheable(body: unknown, header: ReadHeader): RawResponse {
  const answer = {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return revalidated(answer, header, { cacheControl: 'public, max-age=300' });
}

const issuer: Run<Route, ServiceDeps> = async ({ header }, { baseUrl, jurisdiction }) =>
  cacheable(describeIssuer(baseUrl, jurisdiction), header);

const keys: Run<Route, ServiceDeps> = async ({ header }, { baseUrl }) =>
  cacheable({ issuer: baseUrl, jwks_uri: `${baseUrl}/api/oauth/.well-known/jwks.json` }, header);

const type: Run<typeof routes.describeCredentialType, ServiceDeps> = async (
  { params, header },
  { baseUrl },
) => cacheable(describeType(params.kind, baseUrl), header);

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(routes.describeCredentialIssuer, issuer),
  operation(routes.describeVcIssuer, keys),
  operation(routes.describeCredentialType, type),
];

export const handler = operations(rows, serviceDeps);
