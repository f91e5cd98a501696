import { certifiedKey } from '../auth/certified-key.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import type { RequestObjectJwk } from '../domain/request-object-key.ts';
import { type KeySource, keysOfClient } from './keys-of-client.ts';

/**
 * The keys that can have signed what a client's provider attests: that of the certificate in the attestation's `x5c`, where the client has
 * an anchor to which it leads; else those of the client, whatever certificate comes along.
 */
export async function attestationKeys(
  client: StoredClient,
  attestation: string,
  deps: KeySource,
): Promise<readonly RequestObjectJwk[]> {
  const certified = certifiedKey(attestation, client.attestationAnchors, deps.now());
  return certified === null ? keysOfClient(client, attestation, deps) : [certified];
}
