import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** The maximum duration of a session, in milliseconds. */
export const sessionLifetime = 43_200_000;

/** The maximum time without opening a page, in milliseconds. */
const idleLifetime = 7_200_000;

/** How often the use of a session is recorded, in milliseconds. */
const renewalInterval = 300_000;

/** How long a sign-in is recent, in milliseconds: 15 minutes. */
export const recentSignIn = 900_000;

/** A signed-in browser. Instants are ISO 8601 in UTC. */
export interface Session {
  /** The id with which its owner ends it. */
  readonly id: string;
  /** The browser's name, such as “Firefox on Windows”. */
  readonly browser: string;
  readonly knownBrowserId: string;
  readonly personId: string;
  /** The person's credential epoch at the sign-in, which a deactivation increases. */
  readonly credentialEpoch: number;
  readonly createdAt: string;
  /** When the person authenticated. */
  readonly authTime: string;
  /** The authentication methods. */
  readonly amr: readonly string[];
  /** The passkey's reference; absent for sign-ins by email. */
  readonly passkey?: string | undefined;
  /**
   * The form token of the previous session in the same browser, so that forms in other open tabs
   * still work; absent: derived from its secret.
   */
  readonly formToken?: string | undefined;
  /** Ids of the clients to notify when it ends; absent: none. */
  readonly parties?: readonly string[] | undefined;
  /** When a page was last opened, to within `renewalInterval`. */
  readonly seenAt: string;
  readonly expiresAt: string;
}

/** The part of a person on which their sessions depend. */
export interface SessionOwner {
  readonly id: string;
  readonly status: 'active' | 'deactivated';
  readonly credentialEpoch: number;
}

/**
 * `fresh`: use recently recorded; `live`: use must be recorded; `void`: the account has ended it.
 */
export const sessionStatuses = ['fresh', 'live', 'idle', 'expired', 'void'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** A session that begins at `now`, for its lifetime. */
export function newSession(
  owner: SessionOwner,
  now: Date,
  which: Pick<Session, 'id' | 'browser' | 'knownBrowserId' | 'amr' | 'passkey' | 'formToken'>,
): Session {
  const at = now.toISOString();
  return {
    ...which,
    personId: owner.id,
    credentialEpoch: owner.credentialEpoch,
    createdAt: at,
    authTime: at,
    seenAt: at,
    expiresAt: new Date(now.getTime() + sessionLifetime).toISOString(),
  };
}

/** The status at this instant. `owner` is null if the person does not exist. */
export function sessionStatus(
  session: Session,
  owner: SessionOwner | null,
  now: Date,
): SessionStatus {
  const theirs = owner?.id === session.personId && owner.status === 'active';
  if (!theirs || owner.credentialEpoch !== session.credentialEpoch) return 'void';
  if (session.expiresAt <= now.toISOString()) return 'expired';
  const unseen = now.getTime() - Date.parse(session.seenAt);
  if (unseen >= idleLifetime) return 'idle';
  return unseen >= renewalInterval ? 'live' : 'fresh';
}

/** Whether the person authenticated within `recentSignIn`. */
export function isRecent({ authTime }: Pick<Session, 'authTime'>, now: Date): boolean {
  return now.getTime() - Date.parse(authTime) <= recentSignIn;
}

/**
 * The session after a page was opened: unchanged while it is fresh. Refused with its status if it
 * has ended.
 */
export function touchSession<S extends Session>(
  session: S,
  owner: SessionOwner | null,
  now: Date,
): Decision<S, Exclude<SessionStatus, 'fresh' | 'live'>> {
  const status = sessionStatus(session, owner, now);
  if (status === 'fresh') return accept(session);
  if (status === 'live') return accept({ ...session, seenAt: now.toISOString() });
  return refuse(status);
}
