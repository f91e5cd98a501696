import { type AttemptLimit, countAttempt } from '../../kernel/db/attempt-counters.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { OutgoingError } from '../../platform/aws/safe-fetch.ts';
import { certifiedKey, keysFor } from '../auth/client-keys.ts';
import { readClientKeys } from '../contracts/client-keys.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { findKeySet, keySetWrite } from '../db/owned-clients.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import { ageOf, type ClientKeySet, type RequestObjectJwk } from '../domain/client-keys.ts';
import { isUsableKey } from './check-client-metadata.ts';

/** Dependencies to find a client's keys. */
type KeySource = CoreDeps & ClientKeyDeps;

/** Milliseconds for the answer of a client's address, and how much of it is read. */
const timeout = 3_000;
const maxBytes = 65_536;

/** How often an address is asked in a minute: anyone who knows a client's id can trigger a request to it. */
const asked: AttemptLimit = { kind: 'client_keys', max: 1, window: 60_000 };
/** While there are no keys at all, several of a client's first calls may arrive at the same time. */
const askedAtFirst: AttemptLimit = { ...asked, max: 10 };

/**
 * The keys that can have signed a client's token: those that were registered, or those at its `jwksUri`.
 *
 * Keys from the address are used for five minutes. After that, and for a token whose key is not among them,
 * the address is asked again, at most once a minute. While it does not answer, its previous keys are used for
 * up to a day. If there are none, the answer is empty; an address that fails throws nothing.
 */
export async function keysOfClient(
  { clientId, jwksUri, requestObjectKeys }: StoredClient,
  token: string,
  deps: KeySource,
): Promise<readonly RequestObjectJwk[]> {
  if (jwksUri === null) return requestObjectKeys;
  const kept = await findKeySet(deps.table, clientId);
  const now = deps.now();
  const age = ageOf(kept, jwksUri, now);
  const known = age === 'gone' ? null : kept;
  if (known !== null && age === 'fresh' && keysFor(token, known.keys).length > 0) return known.keys;
  const limit = known === null ? askedAtFirst : asked;
  const { counted } = await countAttempt(
    deps.table,
    limit,
    `${clientId} ${jwksUri}`,
    now.getTime(),
  );
  const fetched = counted ? await fetchKeys(clientId, jwksUri, deps) : null;
  return (fetched ?? known)?.keys ?? [];
}

async function fetchKeys(
  clientId: string,
  uri: string,
  { safeFetch, log, table, now }: KeySource,
): Promise<ClientKeySet | null> {
  const keys = await readAt(uri, safeFetch);
  if (keys instanceof OutgoingError || keys === null) {
    log.info('the keys of a client could not be fetched', {
      clientId,
      reason: keys?.reason ?? 'answer',
    });
    return null;
  }
  const set = { uri, keys: keys.filter(isUsableKey), fetchedAt: now().toISOString() };
  await transact(table, { set: keySetWrite(clientId, set) });
  return set;
}

/** Null for an answer that is no key set. */
async function readAt(uri: string, safeFetch: ClientKeyDeps['safeFetch']) {
  try {
    const headers = { accept: 'application/jwk-set+json, application/json' };
    const answer = await safeFetch({ method: 'GET', url: uri, headers, timeout, maxBytes });
    return answer.status === 200 ? readClientKeys(answer.body.toString('utf8')) : null;
  } catch (error) {
    if (error instanceof OutgoingError) return error;
    throw error;
  }
}

/**
 * The keys that can sign a provider's attestations: that of the certificate in `x5c`, if it leads to one of the
 * client's anchors; otherwise the client's own keys.
 */
export async function attestationKeys(
  client: StoredClient,
  attestation: string,
  deps: KeySource,
): Promise<readonly RequestObjectJwk[]> {
  const certified = certifiedKey(attestation, client.attestationAnchors, deps.now());
  return certified === null ? keysOfClient(client, attestation, deps) : [certified];
}
