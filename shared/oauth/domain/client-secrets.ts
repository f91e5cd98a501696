import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** A secret of an OAuth client: its SHA-256 in hexadecimal. `expiresAt` null: until it is replaced. */
export interface ClientSecret {
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** How many secrets of a client may be valid at the same time: the one in use, and the one that takes over. */
const maxSecrets = 2;

/** Longest time for which a replaced secret continues working, in hours: thirty days. */
export const maxOverlapHours = 720;

/** How often a client can fail from one network. */
export const clientFailures = { max: 60, window: 300_000 };

const idLength = 16;

/** The id of a secret: the beginning of its hash, which does not reveal the secret. */
export function secretId({ hash }: Pick<ClientSecret, 'hash'>): string {
  return hash.slice(0, idLength);
}

/** The secrets that are valid at `now`. At the instant of its end a secret is no longer valid. */
export function liveSecrets<S extends ClientSecret>(
  secrets: readonly S[],
  now: string,
): readonly S[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/**
 * The client's secrets after a further one was made at `now`. The earlier ones work for `overlapHours` more,
 * at most as long as they would have anyway; with 0 they end immediately. Ended ones are dropped.
 *
 * Refused: `public` a public client has no secret; `limit_reached` two are already in use: revoke one first,
 * or set the overlap to 0.
 */
export function rotateSecrets(
  client: { readonly public: boolean; readonly secrets: readonly ClientSecret[] },
  { hash, overlapHours }: { readonly hash: string; readonly overlapHours: number },
  now: string,
): Decision<readonly ClientSecret[], 'public' | 'limit_reached'> {
  if (client.public) return refuse('public');
  const end = new Date(Date.parse(now) + overlapHours * 3_600_000).toISOString();
  const kept = liveSecrets(client.secrets, now)
    .map((secret) => ({ ...secret, expiresAt: earlierOf(secret.expiresAt, end) }))
    .filter(({ expiresAt }) => now < expiresAt);
  if (kept.length >= maxSecrets) return refuse('limit_reached');
  return accept([...kept, { hash, createdAt: now, expiresAt: null }]);
}

/**
 * The client's secrets after the one with this id was revoked; null when no live secret has it. The last one
 * can be revoked as well: the client can't authenticate then until it gets a new one.
 */
export function revokeSecret(
  secrets: readonly ClientSecret[],
  id: string,
  now: string,
): readonly ClientSecret[] | null {
  const live = liveSecrets(secrets, now);
  const kept = live.filter((secret) => secretId(secret) !== id);
  return kept.length === live.length ? null : kept;
}

function earlierOf(end: string | null, other: string): string {
  return end !== null && end < other ? end : other;
}
