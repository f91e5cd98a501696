import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { StoredClient } from './oauth-clients.ts';
import { StoredConsent } from './oauth-consents.ts';
import { StoredGrant } from './oauth-grants.ts';

/** All that decides whether a token counts; null where there is none. */
export interface TokenState {
  readonly grant: StoredGrant | null;
  readonly consent: StoredConsent | null;
  readonly person: StoredPerson | null;
  readonly client: StoredClient | null;
  /** This one access token was revoked. */
  readonly revoked: boolean;
}

/**
 * Reads it in one round trip, strongly consistent, so that every revocation takes effect with the next call.
 */
export async function readTokenState(
  table: Table,
  {
    grantId,
    personId,
    clientId,
    jti,
  }: {
    readonly grantId: string;
    readonly personId: string;
    readonly clientId: string;
    readonly jti: string;
  },
): Promise<TokenState> {
  const [grant, consent, person, client, revoked] = await getItems(table, [
    keys.grant(grantId),
    keys.consent(personId, clientId),
    keys.person(personId),
    keys.oauthClient(clientId),
    keys.revokedToken(jti),
  ]);
  return {
    grant: parseFound(StoredGrant, grant),
    consent: parseFound(StoredConsent, consent),
    person: parseFound(StoredPerson, person),
    client: parseFound(StoredClient, client),
    revoked: revoked !== undefined,
  };
}
