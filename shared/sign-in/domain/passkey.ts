import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** How many passkeys a person can have. */
export const maxPasskeys = 10;

/** What the rules look at. Instants are ISO 8601 in UTC. */
export interface Passkey {
  /** What its owner calls it. */
  readonly name: string;
  /** How often its authenticator says that it was used; 0 for ever where it does not count. */
  readonly signCount: number;
  readonly lastUsedAt: string | null;
  /** When its counter went back: there may be a copy of it. */
  readonly suspendedAt: string | null;
}

/**
 * A passkey, and what becomes of it:
 *
 * | Command                       | usable    | suspended | removed |
 * |-------------------------------|-----------|-----------|---------|
 * | `use`, the counter goes on    | usable    | refused   | refused |
 * | `use`, the counter goes back  | suspended | refused   | refused |
 * | the same, offered before the  | refused   | refused   | refused |
 * | last use                      |           |           |         |
 * | `rename`                      | usable    | suspended | refused |
 * | `remove`                      | removed   | removed   | refused |
 *
 * Nothing leads back: an authenticator whose passkey was suspended or removed makes another one. There is no item of a
 * removed one, only the claim on its id.
 */
const passkeyStatuses = ['usable', 'suspended', 'removed'] as const;
export type PasskeyStatus = (typeof passkeyStatuses)[number];

export type PasskeyCommand =
  /**
   * `signCount` is what a response says whose signature is right, and `offeredAt` when its challenge was offered, where
   * that is known.
   */
  | { readonly type: 'use'; readonly signCount: number; readonly offeredAt?: string | undefined }
  | { readonly type: 'rename'; readonly name: string };

/** Every status with the commands that it accepts, and where they lead. */
export const passkeyTransitions = {
  usable: { use: ['usable', 'suspended'], rename: ['usable'], remove: ['removed'] },
  suspended: { rename: ['suspended'], remove: ['removed'] },
  removed: {},
} as const satisfies Record<PasskeyStatus, Readonly<Record<string, readonly PasskeyStatus[]>>>;

/** The status of a passkey that is there. */
export function passkeyStatus({ suspendedAt }: Passkey): PasskeyStatus {
  return suspendedAt === null ? 'usable' : 'suspended';
}

/**
 * Whether a counter went back, or stood still, where there is one (WebAuthn Level 3, section 7.2, step 22): then there
 * may be two authenticators with the one private key.
 */
export function wentBack(stored: number, signCount: number): boolean {
  return (stored > 0 || signCount > 0) && signCount <= stored;
}

/**
 * The passkey after a command. One whose counter goes back is suspended: the sign-in itself is refused then. But what was
 * asked before the last use may have been answered before it, too, and only arrive late: it is refused, as `usable`, and
 * says nothing of a copy. A copy gains nothing by it.
 */
export function decidePasskey<P extends Passkey>(
  passkey: P,
  command: PasskeyCommand,
  now: string,
): Decision<P, PasskeyStatus> {
  if (command.type === 'rename') return accept({ ...passkey, name: command.name });
  const status = passkeyStatus(passkey);
  if (status !== 'usable') return refuse(status);
  const { signCount, offeredAt } = command;
  const { lastUsedAt } = passkey;
  const isLate = offeredAt !== undefined && lastUsedAt !== null && offeredAt < lastUsedAt;
  if (isLate && wentBack(passkey.signCount, signCount)) return refuse(status);
  if (wentBack(passkey.signCount, signCount)) return accept({ ...passkey, suspendedAt: now });
  return accept({ ...passkey, signCount, lastUsedAt: now });
}

/** Whether a passkey is good for decisions of the staff. */
export function isVouched({
  suspendedAt,
  vouched,
}: Pick<Passkey, 'suspendedAt'> & { readonly vouched?: string | undefined }): boolean {
  return suspendedAt === null && vouched !== undefined;
}
