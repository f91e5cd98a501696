import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { StoredClient } from '../../oauth/db/oauth-clients.ts';
import type { RequestObjectJwk } from '../../oauth/domain/client-keys.ts';
import { attestationKeys } from '../../oauth/usecases/keys-of-client.ts';
import type { StoredCredentialGrant } from '../db/credential-grants.ts';
import type { CredentialIssuerDeps } from '../deps/credential-issuer.ts';

/** The keys that can have signed an attestation of the wallet's keys. */
export type Attesters = (attestation: string) => Promise<readonly RequestObjectJwk[]>;

/**
 * Who vouches for the keys of a wallet: the provider that an operator has registered as a client, with the keys by which the client
 * proves who it is, or with a key that an authority of the client's has certified. Null for a wallet that took up an offer: whose it is nobody knows.
 */
export function attestersOfGrant(
  { client }: Pick<StoredCredentialGrant, 'client'>,
  deps: CredentialIssuerDeps,
): Attesters | null {
  if (client === undefined) return null;
  return async (attestation) => {
    const [item] = await getItems(deps.table, [keys.oauthClient(client.clientId)]);
    const found = parseFound(StoredClient, item);
    return found?.active === true ? attestationKeys(found, attestation, deps) : [];
  };
}
