import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { findConsent } from '../db/oauth-consents.ts';
import { consentStands } from '../domain/oauth-consent.ts';
import { isSubset, opensEntities } from '../domain/oauth-scope.ts';

/** The user chose a legal entity that they don't represent: nothing was written. */
export interface NotRepresented {
  readonly kind: 'not_represented';
}

/** The requested scopes and the entities that the user chose. */
export interface EntityShare {
  readonly personId: string;
  /** The contract's names. */
  readonly scopes: readonly string[];
  /** As they were sent. */
  readonly chosen: readonly string[];
}

/**
 * The ids of the legal entities that an application with these scopes can access: those chosen, or
 * none if the scopes don't include entities. Null if the person does not represent each of them
 * now, which is checked again with each access.
 */
export async function sharedEntities(
  { personId, scopes, chosen }: EntityShare,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly string[] | null> {
  if (!opensEntities(scopes) || chosen.length === 0) return [];
  const represented = await listRepresentedEntities(table, personId);
  const ids = represented.map(({ id }) => id);
  return isSubset(chosen, ids) ? chosen : null;
}

/**
 * The entities that a person can share with an application of these scopes: those that they
 * represent, by name.
 */
export async function readShareableEntities(
  { personId, scopes }: { readonly personId: string; readonly scopes: readonly string[] },
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly StoredEntity[]> {
  return opensEntities(scopes) ? listRepresentedEntities(table, personId) : [];
}

/** The entities that a person can share with a returning client, and those shared before. */
export interface RepeatedShare {
  readonly entities: readonly StoredEntity[];
  /** Ids of legal entities; empty without a valid consent. */
  readonly before: readonly string[];
}

/**
 * The same, with the person's last choice. Two parallel reads; none if the scopes don't include
 * entities.
 */
export async function readRepeatedShare(
  person: StoredPerson,
  { clientId, scopes }: { readonly clientId: string; readonly scopes: readonly string[] },
  { table }: Pick<CoreDeps, 'table'>,
): Promise<RepeatedShare> {
  if (!opensEntities(scopes)) return { entities: [], before: [] };
  const [entities, consent] = await Promise.all([
    listRepresentedEntities(table, person.id),
    findConsent(table, person.id, clientId),
  ]);
  return { entities, before: consentStands(consent, person) ? consent.legalEntityIds : [] };
}
