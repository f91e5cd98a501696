/** How long a challenge can be answered, in milliseconds: the least that Level 3 recommends with user verification. */
export const ceremonyLifetime = 300_000;

/**
 * The data of a challenge for one ceremony in one browser, apart from its bytes. Offering it writes
 * nothing: the page contains it, sealed for its browser. Its use is written in the transaction of
 * the response's effect. A wrong response does not use it up: it may come from someone else, and
 * the same bytes will be wrong again.
 */
export interface ChallengeFacts {
  /** ISO 8601. */
  readonly offeredAt: string;
  /**
   * The digest of the operator's code that was entered for it: the passkey must be valid for
   * decisions.
   */
  readonly code?: string | undefined;
}

/** A challenge in a page. */
export interface OfferedChallenge {
  /** 256 random bits in base64url. */
  readonly challenge: string;
  /** The sealed challenge, bound to its browser. */
  readonly handle: string;
}

export const defaultName = 'Passkey';
