import type { Table } from '../../kernel/db/table.ts';
import type { SignedIn } from '../../sign-in/auth/session.ts';
import { sessionReference } from '../../sign-in/auth/session-reference.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { findConsent, type StoredConsent } from '../db/oauth-consents.ts';
import type { AuthorizationWish, SignedInUser } from '../domain/authorization-request.ts';
import { consentStands } from '../domain/oauth-consent.ts';
import { isSubset } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import { isVerifiable } from '../domain/redirect-uri.ts';

/** Who sits at the browser, and what they allowed the client before, if it stands. */
export interface KnownUser {
  readonly user: SignedInUser;
  readonly consent: StoredConsent | null;
}

/** The signed-in user as a client's request sees them, with the consent that counts now or null. */
export async function readKnownUser(
  table: Table,
  { person, session, token }: SignedIn,
  client: StoredClient,
  { scopes, redirectUri }: AuthorizationWish,
): Promise<KnownUser> {
  const found = await findConsent(table, person.id, client.clientId);
  const consent = consentStands(found, person) ? found : null;
  const user = {
    personId: person.id,
    authTime: session.authTime,
    session: sessionReference(token),
    consented:
      consent !== null && isSubset(scopes, consent.scopes) && isRecognisable(client, redirectUri),
  };
  return { user, consent };
}

/**
 * The same for whoever sits there; null where nobody is signed in, or somebody whom a client in test mode may ask for nothing: it
 * learns no more of them than of nobody.
 */
export async function readUserFor(
  client: StoredClient,
  wish: AuthorizationWish,
  signedIn: SignedIn | null,
  { table }: { readonly table: Table },
): Promise<KnownUser | null> {
  if (signedIn === null || !isOpenTo(client, signedIn.person.id)) return null;
  return readKnownUser(table, signedIn, client, wish);
}

/**
 * Whether the caller is sure to be the client that was allowed something. Any program on the user's machine can
 * take a public client's id and listen on its loopback address, so the user is asked each time there (RFC 8252,
 * section 8.6).
 */
export function isRecognisable(client: StoredClient, redirectUri: string): boolean {
  return !client.public || isVerifiable(redirectUri);
}
