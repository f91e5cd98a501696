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

/** Dependencies for finding a client's keys. */
type KeySource = CoreDeps & ClientKeyDeps;

/**
 * The timeout of a request to a client's `jwksUri` in milliseconds, and the maximum size of the
 * response.
 */
const timeout = 3_000;
const maxBytes = 65_536;

/**
 * How often a `jwksUri` is fetched in a minute: anyone who knows a client's id can trigger a
 * request to it.
 */
const asked: AttemptLimit = { kind: 'client_keys', max: 1, window: 60_000 };
/** The limit while there are no cached keys: a client's first calls may arrive in parallel. */
const askedAtFirst: AttemptLimit = { ...asked, max: 10 };

/**
 * The keys that may have signed a client's token: the registered ones, or those at its `jwksUri`.
 *
 * Fetched keys are used for five minutes. After that, and for a token with an unknown key, the URL
 * is fetched again, at most once a minute. While it does not respond, its previous keys are used
 * for up to a day. Empty if there are none; a URL that fails throws nothing.
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

/** Null if the response is not a key set. */
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
 * The keys that may have signed a provider's attestations: that of the certificate in `x5c`, if it
 * leads to one of the client's anchors; otherwise the client's own keys.
 */
export async function attestationKeys(
  client: StoredClient,
  attestation: string,
  deps: KeySource,
): Promise<readonly RequestObjectJwk[]> {
  const certified = certifiedKey(attestation, client.attestationAnchors, deps.now());
  return certified === null ? keysOfClient(client, attestation, deps) : [certified];
}
