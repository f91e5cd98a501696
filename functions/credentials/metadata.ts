import Negotiator from 'negotiator';
import { encryptionKeys } from '../../shared/credentials/auth/encrypted-messages.ts';
import { describeIssuer, describeType } from '../../shared/credentials/contracts/issuance.ts';
import {
  type CredentialMetadataDeps,
  credentialMetadataDeps,
} from '../../shared/credentials/deps/credential-deps.ts';
import * as routes from '../../shared/credentials/routes/issuance.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';
import { publicJson, revalidated } from '../../shared/web/http/revalidated.ts';

const signedType = 'application/jwt';

const issuer: Run<Route, CredentialMetadataDeps> = async (
  { header },
  { baseUrl, jurisdiction, seal, signedMetadata },
) => {
  const [newest] = await encryptionKeys(seal);
  if (newest === undefined) throw new Error('there is no secret to make a key of');
  const described = describeIssuer(baseUrl, jurisdiction, newest.jwk);
  const signed = prefersSigned(header('accept')) ? await signedMetadata.of(described) : null;
  return signed === null
    ? publicJson(described, header, { vary: 'Accept' })
    : revalidated(
        { statusCode: 200, headers: { 'content-type': signedType }, body: signed },
        header,
        { cacheControl: 'public, max-age=300', vary: 'Accept' },
      );
};

/** Whether a wallet prefers signed metadata: of two equally preferred types, the first one. */
function prefersSigned(accept = '*/*'): boolean {
  const types = ['application/json', signedType];
  return new Negotiator({ headers: { accept } }).mediaType(types) === signedType;
}

const keys: Run<Route, ServiceDeps> = async ({ header }, { baseUrl }) =>
  publicJson({ issuer: baseUrl, jwks_uri: `${baseUrl}/api/oauth/.well-known/jwks.json` }, header);

const type: Run<typeof routes.describeCredentialType, ServiceDeps> = async (
  { params, header },
  { baseUrl },
) => publicJson(describeType(params.kind, baseUrl), header);

export const rows: readonly Operation<CredentialMetadataDeps>[] = [
  operation(routes.describeCredentialIssuer, issuer),
  operation(routes.describeVcIssuer, keys),
  operation(routes.describeCredentialType, type),
];

export const handler = operations(rows, credentialMetadataDeps);
