/**
 * A token with which other parties register clients (the initial access token of RFC 7591), issued
 * by operators.
 */
export interface RegistrationToken {
  readonly id: string;
  /** The operators' name for it. */
  readonly label: string;
  /** The token's recipient, shown to users as the publisher of its clients. */
  readonly publisher: string;
  /** The scopes that its clients can request. */
  readonly scopes: readonly string[];
  /** The maximum number of clients it can register, and the current number. */
  readonly maxClients: number;
  readonly registered: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export const registrationTokenStates = ['usable', 'used_up', 'expired', 'revoked'] as const;
export type RegistrationTokenState = (typeof registrationTokenStates)[number];

/** The reason why a token can no longer register clients, or `usable`. `now` is in ISO 8601. */
export function registrationTokenState(
  {
    maxClients,
    registered,
    expiresAt,
    revokedAt,
  }: Pick<RegistrationToken, 'maxClients' | 'registered' | 'expiresAt' | 'revokedAt'>,
  now: string,
): RegistrationTokenState {
  if (revokedAt !== null) return 'revoked';
  if (registered >= maxClients) return 'used_up';
  return now < expiresAt ? 'usable' : 'expired';
}
