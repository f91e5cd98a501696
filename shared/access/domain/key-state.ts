/** What of a key decides whether it opens anything. */
interface KeyTerm {
  readonly revokedAt: string | null;
  readonly expiresAt?: string | undefined;
}

export type KeyState = 'good' | 'revoked' | 'expired';

/** The status of a key at an instant. One that has expired opens nothing, like a revoked one; it can still be revoked. */
export function keyState({ revokedAt, expiresAt }: KeyTerm, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'good';
}
