import { generateCode } from '../../kernel/domain/code.ts';

/**
 * Statuses of the code with which a staff member adds a passkey for decisions. An operator hands it over in person or by phone, so
 * access to the mailbox is not enough. An entry uses up a try; the transaction that adds the passkey uses up the code.
 */
export type PasskeyCodeStatus = 'none' | 'open' | 'locked' | 'lapsed';

/** How long a code can be used, in milliseconds: a day. */
export const passkeyCodeLifetime = 86_400_000;

/** How often a code can be entered, rightly or wrongly. It is one of 2^60, which nobody guesses in ten tries. */
export const maxCodeEntries = 10;

/** The input of the rules; `expiresAt` is ISO 8601 in UTC. */
export interface PasskeyCode {
  readonly entriesLeft: number;
  readonly expiresAt: string;
}

/** The current status of a code; null if it does not exist. */
export function passkeyCodeStatus(code: PasskeyCode | null, now: string): PasskeyCodeStatus {
  if (code === null) return 'none';
  if (code.expiresAt <= now) return 'lapsed';
  return code.entriesLeft > 0 ? 'open' : 'locked';
}

/** A new code, as it is compared: twelve characters, 60 random bits. `random` gives that many random bytes. */
export function newPasskeyCode(random: (bytes: number) => Uint8Array): string {
  return generateCode(random);
}
