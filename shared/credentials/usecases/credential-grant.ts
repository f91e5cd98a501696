import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { StoredClient } from '../../oauth/db/oauth-clients.ts';
import { consentCheck, StoredConsent } from '../../oauth/db/oauth-consents.ts';
import type { RequestObjectJwk } from '../../oauth/domain/client-keys.ts';
import { consentStands } from '../../oauth/domain/oauth-consent.ts';
import { isBeforeTokensCount } from '../../oauth/domain/oauth-grant.ts';
import { attestationKeys } from '../../oauth/usecases/keys-of-client.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { isLiveGrant, type StoredCredentialGrant } from '../db/credential-grants.ts';
import type { CredentialIssuerDeps } from '../deps/credential-deps.ts';
import { scopeOfKind } from '../domain/configurations.ts';

/** The access that a token grants. */
export interface CredentialAccess {
  readonly personId: string;
  readonly grantId: string;
}

/**
 * Whether it is the token's grant, has not ended, and its person is still eligible: active, in the
 * same epoch, not suspended by a case.
 */
export function isGrantOf(
  person: StoredPerson | null,
  grant: StoredCredentialGrant | null,
  { personId }: CredentialAccess,
  now: string,
): boolean {
  return (
    grant !== null &&
    person !== null &&
    grant.personId === personId &&
    isLiveGrant(grant, { now }) &&
    isStillHolder(grant, person)
  );
}

/**
 * Whether the person is still eligible for the offer: active in the same epoch, and not suspended
 * by a case.
 */
export function isStillHolder(
  { credentialEpoch }: Pick<StoredCredentialGrant, 'credentialEpoch'>,
  person: StoredPerson,
): boolean {
  return (
    person.status === 'active' &&
    person.credentialEpoch === credentialEpoch &&
    person.suspension === undefined
  );
}

/** The consent on which a client's grant depends; none if a wallet redeemed an offer. */
export function consentKeysOf({ client, personId }: StoredCredentialGrant): readonly ItemKey[] {
  return client === undefined ? [] : [keys.consent(personId, client.clientId)];
}

/** The keys of the client with a grant and of its consent, in this order. */
export function clientKeysOf(grant: StoredCredentialGrant): readonly ItemKey[] {
  const { client } = grant;
  return client === undefined ? [] : [keys.oauthClient(client.clientId), ...consentKeysOf(grant)];
}

/**
 * Whether the client is still allowed its access, given the items of `clientKeysOf`; see
 * `isStillAllowed`.
 */
export function isAllowedByItems(
  grant: StoredCredentialGrant,
  person: StoredPerson,
  [clientItem, consentItem]: readonly (Item | undefined)[],
): boolean {
  return isStillAllowed(grant, person, parseFound(StoredClient, clientItem), consentItem);
}

/**
 * Whether the client is still allowed its access: it is enabled and has the scope, its tokens of
 * that time were not ended, and the holder's consent was not withdrawn.
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

/** The check that the holder's consent was not withdrawn; none if a wallet redeemed an offer. */
export function consentOfGrant({ client, personId }: StoredCredentialGrant): Write | undefined {
  return client && consentCheck(personId, client.clientId, client.consentId);
}

/** The keys that may have signed an attestation of the wallet's keys. */
export type Attesters = (attestation: string) => Promise<readonly RequestObjectJwk[]>;

/**
 * Who attests the keys of a wallet: its provider, a client that an operator registered, with the client's own keys or a
 * key certified by one of its authorities. Null for a wallet that used an offer, because its provider is unknown.
 */
export function attestersOfGrant(
  { client }: Pick<StoredCredentialGrant, 'client'>,
  deps: CredentialIssuerDeps,
): Attesters | null {
  if (client === undefined) return null;
  return async (attestation) => {
    const [item] = await getItems(deps.table, [keys.oauthClient(client.clientId)]);
    const found = parseFound(StoredClient, item);
    return found?.active === true ? attestationKeys(found, attestation, deps) : [];
  };
}
