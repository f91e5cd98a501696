import { timingSafeEqual } from 'node:crypto';
import {
  type AttemptLimit,
  attemptKey,
  attemptsOf,
  countAttempt,
} from '../../kernel/db/attempt-counters.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { hashSecret } from '../auth/client-secret.ts';
import { StoredClient } from '../db/oauth-clients.ts';
import { isClientId } from '../domain/client-id.ts';
import { liveSecrets } from '../domain/client-secrets.ts';
import { oauthErrors } from '../oauth-errors.ts';

/** What a client says of itself, and from where. */
export interface PresentedClient {
  readonly clientId: string;
  /** Null: none, as with public clients. */
  readonly secret: string | null;
  /** Sent with HTTP Basic. */
  readonly basic: boolean;
  /** Network address; not to be logged. */
  readonly clientAddress: string;
}

/** Five minutes. */
const window = 300_000;

/**
 * Wrong guesses are counted per client and network, so that nobody who guesses from elsewhere shuts a client
 * out. Codes and tokens that we never issued are counted apart from secrets, and never block valid ones:
 * anybody can make a client redeem an invented code, and 256 random bits are safe without a limit.
 */
const wrongSecrets: AttemptLimit = { kind: 'oauth_secret', max: 60, window };
const wrongCodes: AttemptLimit = { kind: 'oauth_code', max: 60, window };

/** An authenticated client, with the items that were read in the same round trip. */
export interface KnownClient<Keys extends readonly ItemKey[]> {
  readonly client: StoredClient;
  readonly items: { readonly [K in keyof Keys]: Item | undefined };
}

/**
 * Authenticates the calling client in one round trip, which also reads `wanted`. A secret is compared by its
 * hash, in constant time; while one secret takes over from another, both are valid.
 *
 * Errors: 401 `invalid_client` for a client that is unknown, switched off or without its secret (a wrong secret
 * is counted); 429 beyond 60 wrong secrets of one client from one network within five minutes.
 */
export async function authenticateClient<const Keys extends readonly ItemKey[]>(
  presented: PresentedClient,
  wanted: Keys,
  deps: CoreDeps,
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
  if (found?.active && proves(found, secret, now)) {
    // The items of `wanted`, in their order: they follow the two above.
    return { client: found, items: items as unknown as KnownClient<Keys>['items'] };
  }
  if (secret !== null) await count(wrongSecrets, subject, now, deps);
  throw oauthErrors.invalidClient(basic);
}

/**
 * Counts a code or token that was never issued, before it is refused.
 *
 * Error: 429 beyond 60 of one client from one network within five minutes.
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
