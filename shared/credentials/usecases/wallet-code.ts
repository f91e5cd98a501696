import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { CredentialScope } from '../../kernel/domain/scopes.ts';
import type { StoredCode } from '../../oauth/db/oauth-codes.ts';
import { credentialScopeOf } from '../../oauth/domain/oauth-scope.ts';
import * as oauthErrors from '../../oauth/errors/oauth-errors.ts';
import {
  type AnsweredAuthorization,
  type AnswerOutcome,
  allowCredential,
} from '../../oauth/usecases/answer-authorization.ts';
import {
  authenticateClient,
  type ClientAuthDeps,
  type PresentedClient,
  spend,
} from '../../oauth/usecases/authenticate-client.ts';
import type { Redeemed } from '../../oauth/usecases/redeem-codes.ts';
import { type FamilyToRevoke, revokeFamily } from '../../oauth/usecases/revoke-tokens.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { newCredentialGrantWrite, revokeCredentialGrantWrite } from '../db/credential-grants.ts';
import { kindOfScope } from '../domain/configurations.ts';
import { credentialClaimsOf, keysOfTopic, type Topic } from './credential-claims.ts';
import { consentKeysOf, consentOfGrant, isStillAllowed } from './credential-grant.ts';
import {
  findGrantOfToken,
  newCredentialGrant,
  signCredentialTokens,
  wantsIdentifier,
} from './credential-tokens.ts';
import { readOfferChoices } from './make-offer.ts';

type ReadDeps = Pick<ServiceDeps, 'table' | 'now' | 'jurisdiction'>;

/** The part of a wallet's request that the person can allow. */
interface WalletChoice {
  readonly possible: boolean;
  /** The entities to choose from; none for a residency. */
  readonly entities: readonly StoredEntity[];
}

/**
 * The credentials that a person can allow a wallet to get: their residency, or an entity's good
 * standing, if currently true.
 */
export async function readWalletChoice(
  scope: CredentialScope,
  person: StoredPerson,
  deps: ReadDeps,
): Promise<WalletChoice> {
  if (kindOfScope(scope) === 'residency') {
    const topic = { kind: 'residency', legalEntityId: null } as const;
    return { possible: await isIssuable(topic, person, deps), entities: [] };
  }
  const { inGoodStanding } = await readOfferChoices(person, deps);
  return { possible: inGoodStanding.length > 0, entities: inGoodStanding };
}

/**
 * The person allows a wallet to get a credential for their residency, or for the one entity that
 * they chose. Its claims are decided when it is issued. `not_possible`: they are not eligible now,
 * or did not choose exactly one entity; nothing was written.
 */
export async function allowWallet(
  approval: AnsweredAuthorization,
  scope: CredentialScope,
  deps: ServiceDeps,
): Promise<AnswerOutcome | { readonly kind: 'not_possible' }> {
  const topic = topicOf(scope, approval.legalEntityIds);
  const { person } = approval.signedIn;
  if (topic === null || !(await isIssuable(topic, person, deps))) return { kind: 'not_possible' };
  const legalEntityIds = topic.legalEntityId === null ? [] : [topic.legalEntityId];
  return allowCredential({ ...approval, legalEntityIds }, deps);
}

function topicOf(scope: CredentialScope, chosen: readonly string[]): Topic | null {
  const kind = kindOfScope(scope);
  if (kind === 'residency') return { kind, legalEntityId: null };
  const [legalEntityId, ...others] = new Set(chosen);
  return legalEntityId === undefined || others.length > 0 ? null : { kind, legalEntityId };
}

async function isIssuable(
  topic: Topic,
  person: StoredPerson,
  { table, now, jurisdiction }: ReadDeps,
): Promise<boolean> {
  const requested = keysOfTopic(topic, person.id);
  const items = requested.length === 0 ? [] : await getItems(table, requested);
  return (
    credentialClaimsOf(topic, person, items, { jurisdiction, now: now().toISOString() }) !== null
  );
}

/** Whether a code is only for a credential. */
export function isForCredential({ scopes }: Pick<StoredCode, 'scopes'>): boolean {
  return credentialScopeOf(scopes) !== undefined;
}

/**
 * The tokens for a wallet's code (OpenID4VCI 1.0, section 6, with HAIP 1.0): for the one credential
 * that its holder allowed, bound to the proof's key. `details` are the code's authorization
 * details.
 */
export const credentialOfWallet = (details: string | null): Redeemed => ({
  async begin(code, client, { now, jkt, instance }, deps) {
    const scope = credentialScopeOf(code.scopes);
    // Clients with credential scopes must send a proof; one that was changed in the meantime gets
    // nothing.
    if (scope === undefined || jkt === undefined) throw oauthErrors.invalidGrant();
    const { personId, credentialEpoch, consentId, createdAt: authorizedAt } = code;
    const [legalEntityId = null] = code.legalEntityIds;
    const granted = { personId, kind: kindOfScope(scope), legalEntityId, credentialEpoch };
    const identified = code.identified === true || wantsIdentifier(details, scope);
    const by = { clientId: client.clientId, consentId, authorizedAt };
    const how = { id: code.grantId, jkt, now };
    const { grant, refreshToken } = newCredentialGrant(
      { ...granted, client: by, instance, ...(identified && { identified }) },
      how,
      deps,
    );
    const requested = [keys.person(personId), ...consentKeysOf(grant)] as const;
    const [personItem, consentItem] = await getItems(deps.table, requested);
    const person = parseFound(StoredPerson, personItem);
    const theirs = person?.status === 'active' && person.credentialEpoch === credentialEpoch;
    if (person === null || !theirs || !isStillAllowed(grant, person, client, consentItem)) {
      throw oauthErrors.invalidGrant();
    }
    return {
      response: await signCredentialTokens(grant, refreshToken, now, deps),
      scopes: [scope],
      writes: {
        grant: newCredentialGrantWrite(grant),
        refreshToken: undefined,
        consent: consentOfGrant(grant),
        person: actingEpochCheck(person),
      },
    };
  },
  end: endCredentialGrant,
});

/**
 * Revokes a client's refresh token (RFC 7009): it can't renew, and its access tokens are refused at
 * the credential endpoint. The client's credentials stay valid. Anything but a token of this client
 * is ignored.
 *
 * Errors: those of `authenticateClient`.
 */
export async function revokeCredentialTokens(
  refreshToken: string,
  presented: PresentedClient,
  deps: ClientAuthDeps,
): Promise<void> {
  const { client, once } = await authenticateClient(presented, [], deps);
  await spend(once, deps);
  const { clientId } = client;
  const grant = await findGrantOfToken(refreshToken, deps);
  if (grant?.client?.clientId !== clientId || grant.revokedAt !== null) return;
  const { id: grantId, personId } = grant;
  await endCredentialGrant({ grantId, personId, clientId, reason: 'client' }, deps);
}

function endCredentialGrant(family: FamilyToRevoke, deps: CoreDeps): Promise<void> {
  return revokeFamily(family, deps, revokeCredentialGrantWrite);
}
