import { timingSafeEqual } from 'node:crypto';
import {
  type AttemptLimit,
  attemptKey,
  attemptsOf,
  attemptWrite,
  countAttempt,
} from '../../kernel/db/attempt-counters.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import {
  type ClientAttestation,
  verifyAssertion,
  verifyAttestation,
} from '../auth/client-authentication.ts';
import { hashSecret } from '../auth/oauth-token.ts';
import { StoredClient } from '../db/oauth-clients.ts';
import { inUse } from '../db/owner-acts.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import { isClientId } from '../domain/client-metadata.ts';
import { clientFailures, liveSecrets } from '../domain/client-secrets.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import { attestationKeys, keysOfClient } from './keys-of-client.ts';

/** A client's claims about itself, and the caller's network. */
export interface PresentedClient {
  readonly clientId: string;
  /** Null: none, as with public clients. */
  readonly secret: string | null;
  /** Sent with HTTP Basic. */
  readonly basic: boolean;
  /** A JWT that the client's key has signed; absent if it comes with a secret or with nothing. */
  readonly assertion?: string | undefined;
  /** A client instance's attestation; absent if it authenticates otherwise. */
  readonly attestation?: ClientAttestation | undefined;
  /** Network address; not to be logged. */
  readonly clientAddress: string;
}

/** Dependencies to authenticate a caller. `baseUrl` is the issuer. */
export interface ClientAuthDeps extends CoreDeps, ClientKeyDeps {
  readonly baseUrl: string;
}

const { window } = clientFailures;

/**
 * Wrong guesses are counted per client and network, so that nobody who guesses from elsewhere shuts a client
 * out. Codes and tokens that we never issued are counted apart from secrets, and never block valid ones:
 * anyone can make a client redeem an invented code, and 256 random bits are safe without a limit.
 */
const wrongSecrets: AttemptLimit = { kind: 'oauth_secret', ...clientFailures };
const wrongCodes: AttemptLimit = { kind: 'oauth_code', ...clientFailures };

/** Assertions count once; windows are those of their ends. */
const usedAssertions: AttemptLimit = { kind: 'client_assertion', max: 1, window };

/**
 * The write that uses the client's assertion up, refused for one that was used before; none without an assertion. It goes into the
 * transaction of what the client wants, or is written by `spend`.
 */
export interface Once {
  readonly assertion: Write<ApiError> | undefined;
}

/** An authenticated client. */
interface Proved {
  readonly once: Once;
  /** Thumbprint of the key of the attested instance that calls; absent if the client proves itself in another way. */
  readonly instance?: string | undefined;
}

/** An authenticated client, with the items that were read in the same round trip. */
export interface KnownClient<Keys extends readonly ItemKey[]> extends Proved {
  readonly client: StoredClient;
  readonly items: { readonly [K in keyof Keys]: Item | undefined };
}

/**
 * Authenticates the calling client in one round trip, which also reads `wanted`; of a resident's application in one more, for
 * whether its owner acts. A secret is compared by its
 * hash, in constant time; while one secret takes over from another, both are valid.
 *
 * Errors: 401 `invalid_client` for a client that is unknown, switched off or without its secret (a wrong secret
 * is counted); 429 beyond `wrongSecrets` of one client from one network.
 */
export async function authenticateClient<const Keys extends readonly ItemKey[]>(
  presented: PresentedClient,
  wanted: Keys,
  deps: ClientAuthDeps,
): Promise<KnownClient<Keys>> {
  const { clientId, secret, basic } = presented;
  if (!isClientId(clientId)) throw oauthErrors.invalidClient(basic);
  const now = deps.now();
  const subject = subjectOf(presented);
  const [client, secrets, ...items] = await getItems(deps.table, [
    keys.oauthClient(clientId),
    attemptKey(wrongSecrets, subject, now.getTime()),
    ...wanted,
  ]);
  if (attemptsOf(secrets) >= wrongSecrets.max) {
    throw oauthErrors.tooManyRequests(secondsLeft(now));
  }
  const found = parseFound(StoredClient, client);
  const usable = await inUse(found, deps.table);
  const proved = usable === null ? null : await proof(usable, presented, now, deps);
  if (found !== null && proved !== null) {
    // The items of `wanted`, in their order: they follow the two above.
    return { client: found, items: items as unknown as KnownClient<Keys>['items'], ...proved };
  }
  const { assertion, attestation } = presented;
  if (secret !== null || assertion !== undefined || attestation !== undefined) {
    await count(wrongSecrets, subject, now, deps);
  }
  throw oauthErrors.invalidClient(basic);
}

/**
 * Counts a code or token that was never issued, before it is refused.
 *
 * Error: 429 beyond `wrongCodes` of one client from one network.
 */
export async function countUnknownCode(presented: PresentedClient, deps: CoreDeps): Promise<void> {
  await count(wrongCodes, subjectOf(presented), deps.now(), deps);
}

async function count(
  limit: AttemptLimit,
  subject: string,
  now: Date,
  { table }: CoreDeps,
): Promise<void> {
  const { counted } = await countAttempt(table, limit, subject, now.getTime());
  if (!counted) throw oauthErrors.tooManyRequests(secondsLeft(now));
}

/** Null unless the client has proved who it is. */
async function proof(
  client: StoredClient,
  { secret, assertion, attestation }: PresentedClient,
  now: Date,
  deps: ClientAuthDeps,
): Promise<Proved | null> {
  const method = client.tokenEndpointAuthMethod;
  if (method === 'client_secret' || method === 'none') {
    const bare = assertion === undefined && attestation === undefined;
    return bare && proves(client, secret, now) ? { once: { assertion: undefined } } : null;
  }
  const signed = method === 'private_key_jwt' ? assertion : attestation?.attestation;
  if (signed === undefined || secret !== null) return null;
  const { clientId } = client;
  const find = method === 'private_key_jwt' ? keysOfClient : attestationKeys;
  const keysToTry = await find(client, signed, deps);
  const expected = { clientId, keys: keysToTry, issuer: deps.baseUrl, now };
  const attested = attestation && (await verifyAttestation(attestation, expected));
  const said = attested === undefined ? await verifyAssertion(signed, expected) : attested;
  if (said === null) return null;
  const { jti, endsAt } = said;
  const subject = `${clientId} ${hashSecret(jti)}`;
  const spent = attemptWrite(usedAssertions, subject, endsAt);
  const once = { assertion: orElse(spent, () => oauthErrors.invalidClient(false)) };
  return { once, instance: attested?.instance };
}

/** Uses the client's assertion up, where nothing else is written. Error: 401 `invalid_client` for one that was used before. */
export async function spend(once: Once, { table }: Pick<CoreDeps, 'table'>): Promise<void> {
  if (once.assertion === undefined) return;
  const outcome = await transact(table, { ...once });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
}

/**
 * Does the client's work, and uses the assertion up where the work is refused before its transaction could do that: who sees a
 * refused request can't send its assertion elsewhere (RFC 7523, section 3).
 */
export async function usedUpByRefusals<T>(
  once: Once,
  { table }: Pick<CoreDeps, 'table'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Refused itself where it was used up already.
    if (error instanceof ApiError && once.assertion !== undefined) {
      await transact(table, { ...once });
    }
    throw error;
  }
}

function proves(client: StoredClient, secret: string | null, now: Date): boolean {
  if (client.public) return secret === null;
  if (secret === null) return false;
  const presented = Buffer.from(hashSecret(secret), 'hex');
  const stored = liveSecrets(client.secrets, now.toISOString());
  return stored.some(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), presented));
}

function subjectOf({ clientId, clientAddress }: PresentedClient): string {
  return `${clientId} ${clientNetwork(clientAddress)}`;
}

function secondsLeft(now: Date): number {
  return Math.ceil((window - (now.getTime() % window)) / 1000);
}
