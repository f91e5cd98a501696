import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** How many passkeys a person can have. */
export const maxPasskeys = 10;

/** The input of the rules. Instants are ISO 8601 in UTC. */
export interface Passkey {
  /** What its owner calls it. */
  readonly name: string;
  /** How often its authenticator says that it was used; 0 permanently where it does not count. */
  readonly signCount: number;
  readonly lastUsedAt: string | null;
  /** When its counter went back: there may be a copy of it. */
  readonly suspendedAt: string | null;
}

/** `suspended` is final: the authenticator makes another passkey. When a passkey is removed, only the claim on its id is left. */
export type PasskeyStatus = 'usable' | 'suspended';

export type PasskeyCommand =
  /**
   * `signCount` is what a response says whose signature is right, and `offeredAt` when its challenge was offered, where
   * that is known.
   */
  | { readonly type: 'use'; readonly signCount: number; readonly offeredAt?: string | undefined }
  | { readonly type: 'rename'; readonly name: string };

/** Every status with the commands that it accepts, and where they lead. A counter that goes back suspends. */
export const passkeyTransitions: Readonly<
  Record<PasskeyStatus, Readonly<Partial<Record<PasskeyCommand['type'], readonly PasskeyStatus[]>>>>
> = {
  usable: { use: ['usable', 'suspended'], rename: ['usable'] },
  suspended: { rename: ['suspended'] },
};

/** The status of a passkey. */
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
 * The passkey after a command. A passkey whose counter goes back is suspended, and the sign-in is refused. But an
 * answer to a challenge from before the last use may only have arrived late: it is refused as not `usable`, and is no
 * sign of a copy. A copy gains nothing from this.
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
export function isVouched({
  suspendedAt,
  vouched,
}: Pick<Passkey, 'suspendedAt'> & { readonly vouched?: string | undefined }): boolean {
  return suspendedAt === null && vouched !== undefined;
}
