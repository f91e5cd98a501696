import { encryptionKeys } from '../../shared/credentials/auth/encryption-keys.ts';
import {
  describeIssuer,
  describeType,
} from '../../shared/credentials/contracts/describe-issuer.ts';
import * as routes from '../../shared/credentials/routes/issuance.ts';
import { type SealingDeps, sealingDeps } from '../../shared/kernel/deps/sealing.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import { publicJson } from '../../shared/web/public-json.ts';
import type { Run } from '../../shared/web/request.ts';

const issuer: Run<Route, SealingDeps> = async ({ header }, { baseUrl, jurisdiction, seal }) => {
  const [newest] = await encryptionKeys(seal);
  if (newest === undefined) throw new Error('there is no secret to make a key of');
  return publicJson(describeIssuer(baseUrl, jurisdiction, newest.jwk), header);
};

const keys: Run<Route, ServiceDeps> = async ({ header }, { baseUrl }) =>
  publicJson({ issuer: baseUrl, jwks_uri: `${baseUrl}/api/oauth/.well-known/jwks.json` }, header);

const type: Run<typeof routes.describeCredentialType, ServiceDeps> = async (
  { params, header },
  { baseUrl },
) => publicJson(describeType(params.kind, baseUrl), header);

export const rows: readonly Operation<SealingDeps>[] = [
  operation(routes.describeCredentialIssuer, issuer),
  operation(routes.describeVcIssuer, keys),
  operation(routes.describeCredentialType, type),
];

export const handler = operations(rows, sealingDeps);
