/** How long a challenge can be answered, in milliseconds: the least that Level 3 recommends with user verification. */
export const ceremonyLifetime = 300_000;

/**
 * What is known of a challenge for one ceremony in one browser, beside its bytes. Nothing is written when it is offered: it is in the
 * page, sealed, with the browser that it is for. What is written, with the effect of its answer and in the same transaction, is that it
 * was answered. A wrong answer does not use it up: it could not be told from a stranger's, and the same bytes are wrong again.
 */
export interface ChallengeFacts {
  /** ISO 8601. */
  readonly offeredAt: string;
  /** Digest of the operator's code that was entered for it: the passkey must be good for decisions. */
  readonly code?: string | undefined;
}

/** A challenge as a page has it. */
export interface OfferedChallenge {
  /** 256 random bits in base64url. */
  readonly challenge: string;
  /** The same, sealed, with the browser that it is for. */
  readonly handle: string;
}

/** What a passkey is called unless its owner says otherwise. */
export const defaultName = 'Passkey';
