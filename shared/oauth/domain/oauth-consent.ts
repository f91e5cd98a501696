import { isSubset, opensEntities, union } from './oauth-scope.ts';

/** A user's consent to a client. Instants are ISO 8601 in UTC. */
export interface Consent {
  /**
   * A consent that is withdrawn and given again has a new id: whatever depended on the old one
   * stays invalid.
   */
  readonly id: string;
  readonly personId: string;
  readonly clientId: string;
  /** In the contract's spelling: all scopes allowed since this consent began. */
  readonly scopes: readonly string[];
  /** The legal entities that the user shares with the client, as last chosen. */
  readonly legalEntityIds: readonly string[];
  /**
   * The person's epoch when the consent was given. A deactivation increases it, which ends the
   * consent permanently.
   */
  readonly credentialEpoch: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The part of a person on which consents and grants depend. */
export interface GrantOwner {
  readonly id: string;
  readonly status: 'active' | 'deactivated';
  readonly credentialEpoch: number;
}

/** A consent that a user has just given. */
export interface ConsentApproval {
  readonly scopes: readonly string[];
  readonly legalEntityIds: readonly string[];
}

/** Whether there is a consent that no deactivation of the account has ended. */
export function consentStands<C extends Consent>(
  consent: C | null,
  owner: GrantOwner | null,
): consent is C {
  return (
    consent !== null &&
    owner !== null &&
    owner.id === consent.personId &&
    owner.status === 'active' &&
    owner.credentialEpoch === consent.credentialEpoch
  );
}

/** Whether the consent already allows everything, so the user need not be asked. */
export function covers(consent: Consent, { scopes, legalEntityIds }: ConsentApproval): boolean {
  return isSubset(scopes, consent.scopes) && isSubset(legalEntityIds, consent.legalEntityIds);
}

/**
 * The consent after another approval: scopes are added; the entities are those chosen now, if the
 * approval concerns entities. The same object if nothing changes.
 */
export function extendConsent<C extends Consent>(
  consent: C,
  approval: ConsentApproval,
  now: string,
): C {
  const legalEntityIds = opensEntities(approval.scopes)
    ? approval.legalEntityIds
    : consent.legalEntityIds;
  const same = covers(consent, approval) && isSubset(consent.legalEntityIds, legalEntityIds);
  if (same) return consent;
  return {
    ...consent,
    scopes: union(consent.scopes, approval.scopes),
    legalEntityIds,
    updatedAt: now,
  };
}
