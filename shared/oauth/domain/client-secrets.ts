import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/**
 * A secret of an OAuth client: its SHA-256 in hexadecimal. `expiresAt` is null until it is
 * replaced.
 */
export interface ClientSecret {
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** The number of secrets that can be valid at the same time: the previous and the new one. */
const maxSecrets = 2;

/** The maximum overlap of a replaced secret, in hours: thirty days. */
export const maxOverlapHours = 720;

/** How often a client can fail to authenticate from one network. */
export const clientFailures = { max: 60, window: 300_000 };

const idLength = 16;

/** The id of a secret: the beginning of its hash, which does not reveal the secret. */
export function secretId({ hash }: Pick<ClientSecret, 'hash'>): string {
  return hash.slice(0, idLength);
}

/** The secrets that are valid at `now`. `expiresAt` is exclusive. */
export function liveSecrets<S extends ClientSecret>(
  secrets: readonly S[],
  now: string,
): readonly S[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/**
 * The client's secrets after adding a new one at `now`. The previous ones stay valid for
 * `overlapHours`, but not beyond their expiry; with 0 they end immediately. Expired ones are
 * removed.
 *
 * Refused: `public` a public client has no secret; `limit_reached` two are already in use: revoke
 * one first, or set the overlap to 0.
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
 * The client's secrets after revoking the one with this id; null if no valid secret has it. The
 * last one can also be revoked: the client then can't authenticate until it gets a new one.
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
