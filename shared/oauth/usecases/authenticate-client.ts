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

/** A client's unverified credentials, and the caller's network. */
export interface PresentedClient {
  readonly clientId: string;
  /** Null for public clients. */
  readonly secret: string | null;
  /** Sent with HTTP Basic. */
  readonly basic: boolean;
  /** A JWT signed with the client's key; absent if the client sent a secret or nothing. */
  readonly assertion?: string | undefined;
  /** A client instance's attestation; absent if it authenticates in another way. */
  readonly attestation?: ClientAttestation | undefined;
  /** Network address; must not be logged. */
  readonly clientAddress: string;
}

/** Dependencies for authenticating a client. `baseUrl` is the issuer. */
export interface ClientAuthDeps extends CoreDeps, ClientKeyDeps {
  readonly baseUrl: string;
  /** Whether clients whose id is the address of their metadata can connect; default: true. */
  readonly clientDocuments?: boolean | undefined;
}

const { window } = clientFailures;

/**
 * Wrong secrets are counted per client and network, so that guessing from another network does not
 * lock a client out. Unknown codes and tokens are counted separately and never block valid ones:
 * anyone can make a client redeem an invented code, and 256 random bits are safe without a limit.
 */
const wrongSecrets: AttemptLimit = { kind: 'oauth_secret', ...clientFailures };
const wrongCodes: AttemptLimit = { kind: 'oauth_code', ...clientFailures };

/** Assertions are accepted once; windows depend on their expiry. */
const usedAssertions: AttemptLimit = { kind: 'client_assertion', max: 1, window };

/**
 * The write that uses up the client's assertion, refused if it was already used; absent without an
 * assertion. It is part of the transaction of the request, or is written by `spend`.
 */
export interface Once {
  readonly assertion: Write<ApiError> | undefined;
}

/** An authenticated client. */
interface Proved {
  readonly once: Once;
  /**
   * The thumbprint of the attested instance's key; absent if the client authenticates in another
   * way.
   */
  readonly instance?: string | undefined;
}

/** An authenticated client, with the items that were read in the same round trip. */
export interface KnownClient<Keys extends readonly ItemKey[]> extends Proved {
  readonly client: StoredClient;
  readonly items: { readonly [K in keyof Keys]: Item | undefined };
}

/**
 * Authenticates the calling client in one round trip, which also reads `requested`; a resident's
 * application takes one more, to check that its owner is active. A secret is compared by its hash,
 * in constant time; during a rotation two secrets are valid.
 *
 * Errors: 401 `invalid_client` for a client that is unknown, disabled or not authenticated (a wrong
 * secret is counted); 429 beyond `wrongSecrets` of one client from one network.
 */
export async function authenticateClient<const Keys extends readonly ItemKey[]>(
  presented: PresentedClient,
  requested: Keys,
  deps: ClientAuthDeps,
): Promise<KnownClient<Keys>> {
  const { clientId, secret, basic } = presented;
  if (!isClientId(clientId)) throw oauthErrors.invalidClient(basic);
  const now = deps.now();
  const subject = subjectOf(presented);
  const [client, secrets, ...items] = await getItems(deps.table, [
    keys.oauthClient(clientId),
    attemptKey(wrongSecrets, subject, now.getTime()),
    ...requested,
  ]);
  if (attemptsOf(secrets) >= wrongSecrets.max) {
    throw oauthErrors.tooManyRequests(secondsLeft(now));
  }
  const found = parseFound(StoredClient, client);
  const usable = await inUse(found, deps);
  const proved = usable === null ? null : await proof(usable, presented, now, deps);
  if (found !== null && proved !== null) {
    // The items of `requested`, in their order, follow the two above.
    return { client: found, items: items as unknown as KnownClient<Keys>['items'], ...proved };
  }
  const { assertion, attestation } = presented;
  if (secret !== null || assertion !== undefined || attestation !== undefined) {
    await count(wrongSecrets, subject, now, deps);
  }
  throw oauthErrors.invalidClient(basic);
}

/**
 * Counts an unknown code or token before it is refused.
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

/** Null unless the client is authenticated. */
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
  const verified = attested === undefined ? await verifyAssertion(signed, expected) : attested;
  if (verified === null) return null;
  const { jti, endsAt } = verified;
  const subject = `${clientId} ${hashSecret(jti)}`;
  const spent = attemptWrite(usedAssertions, subject, endsAt);
  const once = { assertion: orElse(spent, () => oauthErrors.invalidClient(false)) };
  return { once, instance: attested?.instance };
}

/**
 * Uses up the client's assertion if nothing else is written. Error: 401 `invalid_client` if it was
 * already used.
 */
export async function spend(once: Once, { table }: Pick<CoreDeps, 'table'>): Promise<void> {
  if (once.assertion === undefined) return;
  const outcome = await transact(table, { ...once });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
}

/**
 * Runs the client's request, and uses up the assertion if the request is refused before its
 * transaction could do so: anyone who sees a refused request can't send its assertion again (RFC
 * 7523, section 3).
 */
export async function usedUpByRefusals<T>(
  once: Once,
  { table }: Pick<CoreDeps, 'table'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // It is refused itself if it was already used.
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
