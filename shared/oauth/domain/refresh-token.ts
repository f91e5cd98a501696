import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** The lifetime of a refresh token in milliseconds: 30 days. */
const refreshLifetime = 2_592_000_000;

/** The prefix of refresh tokens, which distinguishes them from access tokens. */
export const refreshPrefix = 'rt_';

/** The part of a refresh token that its rules use. Instants are ISO 8601 in UTC. */
export interface RefreshToken {
  readonly clientId: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

const refreshStatuses = ['open', 'rotated', 'expired'] as const;
export type RefreshStatus = (typeof refreshStatuses)[number];

/** `used`: the whole family must be revoked. */
export type RotationRefusal = 'foreign' | 'used' | 'expired';

/** The state of a refresh token at `now`, an instant in ISO 8601. A rotated one stays rotated. */
export function refreshStatus(token: RefreshToken, now: string): RefreshStatus {
  if (token.usedAt !== null) return 'rotated';
  return token.expiresAt <= now ? 'expired' : 'open';
}

/** The token after it was exchanged for its successor. */
export function rotateRefreshToken<T extends RefreshToken>(
  token: T,
  clientId: string,
  now: string,
): Decision<T, RotationRefusal> {
  if (token.clientId !== clientId) return refuse('foreign');
  const status = refreshStatus(token, now);
  if (status === 'rotated') return refuse('used');
  if (status === 'expired') return refuse('expired');
  return accept({ ...token, usedAt: now });
}

/** When a token issued now expires: in 30 days, or with its family. */
export function refreshEnd(now: string, familyEndsAt: string): string {
  const end = new Date(Date.parse(now) + refreshLifetime).toISOString();
  return end < familyEndsAt ? end : familyEndsAt;
}
