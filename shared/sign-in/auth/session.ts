import { createHmac } from 'node:crypto';
import type { ItemKey } from '../../kernel/db/keys.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { findSession, recordSeen, type StoredSession } from '../db/sessions.ts';
import { knownBrowserLifetime } from '../domain/known-browser.ts';
import { sessionLifetime, touchSession } from '../domain/session.ts';
import { deviceCookie } from './known-browser.ts';

/** Name of the cookie, before its prefix. */
export const sessionCookie = 'registry_session';

/** The signed-in person and their session. */
export interface SignedIn {
  readonly person: StoredPerson;
  readonly session: StoredSession;
  /** The session's secret; it must not be shown or logged. */
  readonly token: string;
}

/** The items read with a session, in the requested order. */
export interface ExtraItems {
  readonly extraItems: readonly (Item | undefined)[];
}

/** A new session's secret: 256 random bits. */
export function newSessionToken(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** The cookie's value: the secret, and the owner's id, so that both are read in one round trip. */
export function sessionCookieValue(token: string, personId: string): string {
  return `${token}.${personId}`;
}

/** The secret in a cookie's value; null if it is malformed. */
export function sessionTokenOf(cookie: string | undefined): string | null {
  return parse(cookie)?.token ?? null;
}

/**
 * The signed-in person of this cookie; null for an unknown, ended, idle or expired session and for
 * an account that was deactivated since. One round trip, and every five minutes a second one that
 * records the use, except with `unnoted`. Keys in `extraItems` are read in the first one.
 */
export async function resolveSession(
  cookie: string | undefined,
  { table, now }: { readonly table: Table; now(): Date },
  {
    unnoted = false,
    extraItems,
  }: { readonly unnoted?: boolean; extraItems?(personId: string): readonly ItemKey[] } = {},
): Promise<(SignedIn & ExtraItems) | null> {
  const parsed = parse(cookie);
  if (parsed === null) return null;
  const { token, personId } = parsed;
  const found = await findSession(table, token, personId, extraItems?.(personId));
  const { session, person } = found;
  if (session === null || person === null) return null;
  const touched = touchSession(session, person, now());
  if (!touched.ok) return null;
  const { seenAt } = touched.next;
  // If another page has recorded it first, or ended the session, this page is still shown.
  if (seenAt !== session.seenAt && !unnoted) {
    await recordSeen(table, token, { before: session.seenAt, seenAt });
  }
  return { person, session: touched.next, token, extraItems: found.extraItems };
}

/**
 * The CSRF token of a signed-in page's forms. It is derived from the session's secret, so forms of
 * another session, or of none, are refused; the secret can't be derived from it.
 */
export function sessionFormToken(token: string): string {
  return createHmac('sha256', token)
    .update('registry form')
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/** The token of a session's forms: that of its predecessor if it replaced one. */
export function formTokenOf({ session, token }: Pick<SignedIn, 'session' | 'token'>): string {
  return session.formToken ?? sessionFormToken(token);
}

/** A signed-in person as an actor in the audit trail. */
export function personActor(personId: string): Actor {
  return { kind: 'person', id: personId, personId };
}

function parse(cookie: string | undefined) {
  const [, token, personId] = /^([\w-]{43})\.([\da-f-]{36})$/.exec(cookie ?? '') ?? [];
  return token === undefined || personId === undefined ? null : { token, personId };
}

/** A session's reference for other items: neither its secret nor its key can be derived from it. */
export function sessionReference(token: string): string {
  return createHmac('sha256', token).update('session reference').digest('base64url');
}

/** A cookie to be set; its lifetime is in seconds. */
interface LastingCookie {
  readonly name: string;
  readonly value: string;
  readonly maxAge: number;
}

/** The cookies after any sign-in: the session, and the known browser. */
export function signedInCookies(started: {
  readonly token: string;
  readonly personId: string;
  readonly deviceCookie: string;
}): readonly LastingCookie[] {
  return [
    {
      name: sessionCookie,
      value: sessionCookieValue(started.token, started.personId),
      maxAge: sessionLifetime / 1000,
    },
    { name: deviceCookie, value: started.deviceCookie, maxAge: knownBrowserLifetime / 1000 },
  ];
}
