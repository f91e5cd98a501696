import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** How many passkeys a person can have. */
export const maxPasskeys = 10;

/** The input of the rules. Instants are ISO 8601 in UTC. */
export interface Passkey {
  /** The name given by its owner. */
  readonly name: string;
  /** The authenticator's signature counter; always 0 if it does not count. */
  readonly signCount: number;
  readonly lastUsedAt: string | null;
  /** When its counter decreased, which may mean that it was copied. */
  readonly suspendedAt: string | null;
}

/**
 * `suspended` is final: create another passkey instead. After a removal only the claim on the
 * credential id is left.
 */
export type PasskeyStatus = 'usable' | 'suspended';

export type PasskeyCommand =
  /**
   * `signCount` is that of a response with a valid signature, and `offeredAt` when its challenge
   * was offered, if known.
   */
  | { readonly type: 'use'; readonly signCount: number; readonly offeredAt?: string | undefined }
  | { readonly type: 'rename'; readonly name: string };

/**
 * Every status with its accepted commands and the next status. A counter that decreases suspends
 * the passkey.
 */
export const passkeyTransitions: Readonly<
  Record<PasskeyStatus, Readonly<Partial<Record<PasskeyCommand['type'], readonly PasskeyStatus[]>>>>
> = {
  usable: { use: ['usable', 'suspended'], rename: ['usable'] },
  suspended: { rename: ['suspended'] },
};

export function passkeyStatus({ suspendedAt }: Passkey): PasskeyStatus {
  return suspendedAt === null ? 'usable' : 'suspended';
}

/**
 * Whether a counter decreased or did not change, if there is one (WebAuthn Level 3, section 7.2,
 * step 22): two authenticators may have the same private key.
 */
export function wentBack(stored: number, signCount: number): boolean {
  return (stored > 0 || signCount > 0) && signCount <= stored;
}

/**
 * The passkey after a command. A passkey whose counter decreases is suspended, and the sign-in is
 * refused. A response to a challenge from before the last use may only have arrived late: it is
 * refused as not `usable`, without a suspension. A copy gains nothing from this.
 */
export function decidePasskey<P extends Passkey>(
  passkey: P,
  command: PasskeyCommand,
  now: string,
): Decision<P, PasskeyStatus> {
  const status = passkeyStatus(passkey);
  if (nextState(passkeyTransitions, status, command.type) === undefined) return refuse(status);
  if (command.type === 'rename') return accept({ ...passkey, name: command.name });
  const { signCount, offeredAt } = command;
  const { lastUsedAt } = passkey;
  const isLate = offeredAt !== undefined && lastUsedAt !== null && offeredAt < lastUsedAt;
  if (isLate && wentBack(passkey.signCount, signCount)) return refuse(status);
  if (wentBack(passkey.signCount, signCount)) return accept({ ...passkey, suspendedAt: now });
  return accept({ ...passkey, signCount, lastUsedAt: now });
}

/** Whether a passkey can be used for staff decisions. */
export function isTrusted({
  suspendedAt,
  trustedBy,
}: Pick<Passkey, 'suspendedAt'> & { readonly trustedBy?: string | undefined }): boolean {
  return suspendedAt === null && trustedBy !== undefined;
}
