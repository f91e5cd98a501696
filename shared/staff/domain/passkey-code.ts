import { generateCode } from '../../kernel/domain/code.ts';

/**
 * The states of the code with which a staff member adds a passkey for decisions. An operator gives
 * it to them in person or by phone, so access to the mailbox is not enough. Each entry uses an
 * attempt; the transaction that adds the passkey uses up the code.
 */
export type PasskeyCodeStatus = 'none' | 'open' | 'locked' | 'lapsed';

/** How long a code is valid, in milliseconds: a day. */
export const passkeyCodeLifetime = 86_400_000;

/**
 * How often a code can be entered, correctly or not. With 2^60 possible codes, ten attempts can't
 * guess one.
 */
export const maxCodeAttempts = 10;

/** The input of the rules; `expiresAt` is ISO 8601 in UTC. */
export interface PasskeyCode {
  readonly attemptsLeft: number;
  readonly expiresAt: string;
}

/** The current status of a code; null if it does not exist. */
export function passkeyCodeStatus(code: PasskeyCode | null, now: string): PasskeyCodeStatus {
  if (code === null) return 'none';
  if (code.expiresAt <= now) return 'lapsed';
  return code.attemptsLeft > 0 ? 'open' : 'locked';
}

/**
 * A new code in the form for comparison: twelve characters, 60 random bits. `random` returns the
 * given number of random bytes.
 */
export function newPasskeyCode(random: (bytes: number) => Uint8Array): string {
  return generateCode(random);
}
