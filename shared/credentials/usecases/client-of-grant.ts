import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { StoredClient } from '../../oauth/db/oauth-clients.ts';
import { consentCheck, StoredConsent } from '../../oauth/db/oauth-consents.ts';
import { consentStands } from '../../oauth/domain/oauth-consent.ts';
import { isBeforeTokensCount } from '../../oauth/domain/oauth-grant.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredCredentialGrant } from '../db/credential-grants.ts';
import { scopeOfKind } from '../domain/configurations.ts';

/** The consent by which a client has a grant; none for a wallet that took up an offer. */
export function consentKeysOf({ client, personId }: StoredCredentialGrant): readonly ItemKey[] {
  return client === undefined ? [] : [keys.consent(personId, client.clientId)];
}

/** What has to be read of the client that has a grant, and of its consent, in this order. */
export function clientKeysOf(grant: StoredCredentialGrant): readonly ItemKey[] {
  const { client } = grant;
  return client === undefined ? [] : [keys.oauthClient(client.clientId), ...consentKeysOf(grant)];
}

/** Whether the client may still have what it was allowed, by the items of `clientKeysOf`; see `isStillAllowed`. */
export function isAllowedByItems(
  grant: StoredCredentialGrant,
  person: StoredPerson,
  [clientItem, consentItem]: readonly (Item | undefined)[],
): boolean {
  return isStillAllowed(grant, person, parseFound(StoredClient, clientItem), consentItem);
}

/**
 * Whether the client may still have what it was allowed: neither switched off nor without the scope, its tokens of that time not
 * ended, and the holder's consent not taken back.
 */
export function isStillAllowed(
  grant: StoredCredentialGrant,
  person: StoredPerson,
  client: StoredClient | null,
  consentItem: Item | undefined,
): boolean {
  if (grant.client === undefined) return true;
  const consent = parseFound(StoredConsent, consentItem);
  return (
    client?.active === true &&
    client.scopes.includes(scopeOfKind(grant.kind)) &&
    !isBeforeTokensCount(grant.client, client) &&
    consent?.id === grant.client.consentId &&
    consentStands(consent, person)
  );
}

/** The check that the holder has not taken the consent back; none for a wallet that took up an offer. */
export function consentOfGrant({ client, personId }: StoredCredentialGrant): Write | undefined {
  return client && consentCheck(personId, client.clientId, client.consentId);
}
