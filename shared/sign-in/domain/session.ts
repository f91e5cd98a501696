import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** How long someone stays signed in at most, in milliseconds. */
export const sessionLifetime = 43_200_000;

/** How long someone stays signed in without opening a page, in milliseconds. */
const idleLifetime = 7_200_000;

/** How often it is noted that a session is in use, in milliseconds. */
const renewalInterval = 300_000;

/** How long a sign-in is recent, in milliseconds: 15 minutes. */
export const recentSignIn = 900_000;

/** A signed-in browser. Instants are ISO 8601 in UTC. */
export interface Session {
  /** By which its owner ends it. */
  readonly id: string;
  /** What the browser is called, such as “Firefox on Windows”. */
  readonly browser: string;
  /** Id of the known browser that it is. */
  readonly knownBrowserId: string;
  readonly personId: string;
  /** The person's at the sign-in: a deactivation raises it permanently. */
  readonly credentialEpoch: number;
  readonly createdAt: string;
  /** When the person proved who they are. */
  readonly authTime: string;
  /** And how. */
  readonly amr: readonly string[];
  /** What stands for the passkey in its key; absent of those by email. */
  readonly passkey?: string | undefined;
  /**
   * The token of its forms, if it replaced another session in the same browser; absent: derived from its secret. So
   * forms in other open tabs can still be sent.
   */
  readonly formToken?: string | undefined;
  /** Ids of the clients to notify when it ends; absent: none. */
  readonly parties?: readonly string[] | undefined;
  /** When a page was last opened, to within `renewalInterval`. */
  readonly seenAt: string;
  readonly expiresAt: string;
}

/** What a person's sessions depend on. */
export interface SessionOwner {
  readonly id: string;
  readonly status: 'active' | 'deactivated';
  readonly credentialEpoch: number;
}

/** `fresh`: in use, and noted to be; `live`: to be noted; `void`: the account ended it. */
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

/** The status at this instant. `owner` null: there is no such person. */
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

/** Whether the person proved who they are within `recentSignIn`. */
export function isRecent({ authTime }: Pick<Session, 'authTime'>, now: Date): boolean {
  return now.getTime() - Date.parse(authTime) <= recentSignIn;
}

/**
 * The session after a page was opened: unchanged while it is fresh. Refused with its status when it is over.
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
