/** A token with which others register clients (the initial access token of RFC 7591), issued by operators. */
export interface RegistrationToken {
  readonly id: string;
  /** What operators call it. */
  readonly label: string;
  /** Who got it: people are shown that they publish its clients. */
  readonly publisher: string;
  /** The scopes that its clients can request. */
  readonly scopes: readonly string[];
  /** How many clients it registers, and how many it has. */
  readonly maxClients: number;
  readonly registered: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export const registrationTokenStates = ['usable', 'used_up', 'expired', 'revoked'] as const;
export type RegistrationTokenState = (typeof registrationTokenStates)[number];

/** Why a token can no longer register a client; `usable`: it can. `now` in ISO 8601. */
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
