import { generateCode } from '../../kernel/domain/code.ts';

/**
 * The code with which somebody of the staff adds a passkey that is good for decisions. An operator hands it over by word
 * of mouth or in person: whoever reads the mailbox alone does not have it.
 *
 * | Command                     | none    | open           | locked  | lapsed  |
 * |-----------------------------|---------|----------------|---------|---------|
 * | `hand_out`                  | open    | open, another  | open    | open    |
 * | `enter`, rightly or wrongly | refused | open or locked | refused | refused |
 * | `use`: the passkey is added | refused | none           | refused | refused |
 * | `remove`: from the staff    | none    | none           | none    | none    |
 *
 * An entry that is right uses nothing up but a try: the code is used up in the transaction that adds the passkey.
 */
export const passkeyCodeTransitions = {
  none: { hand_out: ['open'], remove: ['none'] },
  open: { hand_out: ['open'], enter: ['open', 'locked'], use: ['none'], remove: ['none'] },
  locked: { hand_out: ['open'], remove: ['none'] },
  lapsed: { hand_out: ['open'], remove: ['none'] },
} as const;
export type PasskeyCodeStatus = keyof typeof passkeyCodeTransitions;

/** How long a code can be used, in milliseconds: a day. */
export const passkeyCodeLifetime = 86_400_000;

/** How often a code can be entered, rightly or wrongly. It is one of 2^60, which nobody guesses in ten tries. */
export const maxCodeEntries = 10;

/** What the rules look at; `expiresAt` is ISO 8601 in UTC. */
export interface PasskeyCode {
  readonly entriesLeft: number;
  readonly expiresAt: string;
}

/** The status of a code at this instant; null: there is none. */
export function passkeyCodeStatus(code: PasskeyCode | null, now: string): PasskeyCodeStatus {
  if (code === null) return 'none';
  if (code.expiresAt <= now) return 'lapsed';
  return code.entriesLeft > 0 ? 'open' : 'locked';
}

/** A new code, as it is compared: twelve characters, 60 random bits. `random` gives that many random bytes. */
export function newPasskeyCode(random: (bytes: number) => Uint8Array): string {
  return generateCode(random);
}
