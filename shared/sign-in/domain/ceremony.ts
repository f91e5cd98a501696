/** How long a challenge can be answered, in milliseconds: the least that Level 3 recommends with user verification. */
export const ceremonyLifetime = 300_000;

/**
 * The facts about a challenge for one ceremony in one browser, beside its bytes. Nothing is written when it is offered: it is in
 * the page, sealed, with the browser that it is for. Its use is written in the same transaction as the effect of its answer. A
 * wrong answer does not use it up: it might be a stranger's, and the same bytes are wrong again.
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

/** The default name of a passkey. */
export const defaultName = 'Passkey';
