import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import { entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { isCertain } from '../../registry/domain/good-standing.ts';
import { type CredentialClaims, residencyClaims, standingClaims } from '../domain/claims.ts';
import type { CredentialKind } from '../domain/credential.ts';

/** The subject of a credential; `legalEntityId` is null for the person's residency. */
export interface Topic {
  readonly kind: CredentialKind;
  readonly legalEntityId: string | null;
}

/** The current claims, and how long they are valid. */
export interface ClaimsToIssue {
  readonly claims: CredentialClaims;
  readonly until: string | null;
  /** The entity that it is about. */
  readonly entity: StoredEntity | null;
}

/**
 * The keys of the additional items that the claims about the subject need, in the order in which
 * they are read.
 */
export function keysOfTopic({ legalEntityId }: Topic, personId: string): readonly ItemKey[] {
  return legalEntityId === null
    ? []
    : [keys.entity(legalEntityId), keys.representative(legalEntityId, personId)];
}

/**
 * The current claims about the subject; null if they are not true: no active residency, no
 * confirmed good standing, or an entity that the person does not represent.
 */
export function credentialClaimsOf(
  { kind, legalEntityId }: Topic,
  person: StoredPerson,
  [entityItem, representative]: readonly (Item | undefined)[],
  { jurisdiction, now }: { readonly jurisdiction: string; readonly now: string },
): ClaimsToIssue | null {
  if (kind === 'residency') {
    const claims = legalEntityId === null ? residencyClaims(person, jurisdiction, now) : null;
    return claims && { ...claims, entity: null };
  }
  const entity = parseFound(StoredEntity, entityItem);
  if (entity === null || representative === undefined || !isCertain(entity, now)) return null;
  const { residentPermitNumber, registrationDate, residency, dissolutionDate } = entity;
  const facts = {
    name: fullName(entity),
    type: entityType(entity.optionId),
    ...{ residentPermitNumber, registrationDate },
  };
  const ends = [residency.terminationDate, dissolutionDate].flatMap((end) => end ?? []);
  const until = ends.toSorted()[0] ?? null;
  return { claims: standingClaims(facts, jurisdiction), until, entity };
}
