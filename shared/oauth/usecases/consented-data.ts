import type { OAuthCaller } from '../../access/auth/caller.ts';
import {
  listDocuments,
  listPersonDocuments,
  type StoredDocument,
  type StoredPersonDocument,
} from '../../documents/db/documents.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orderOfNames, personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import {
  readResidencies,
  type StoredPerson,
  type StoredResidency,
} from '../../people/db/people.ts';
import {
  findRepresentedEntities,
  findRepresentedEntity,
  type StoredEntity,
} from '../../registry/db/entities.ts';
import type { Userinfo } from '../contracts/oauth.ts';

/**
 * The entity, if the user shares it with the client and currently represents it (spec 4.2). At most
 * one round trip.
 *
 * Error: 404 `Legal entity not found`, the same for an entity that does not exist and one that the
 * client can't access.
 */
export async function readConsentedEntity(
  table: Table,
  entityId: string,
  { personId, legalEntityIds }: Pick<OAuthCaller, 'personId' | 'legalEntityIds'>,
): Promise<StoredEntity> {
  if (!legalEntityIds.includes(entityId)) throw apiErrors.legalEntityNotFound();
  const entity = await findRepresentedEntity(table, entityId, personId);
  if (entity === null) throw apiErrors.legalEntityNotFound();
  return entity;
}

/** Every entity that the user shares with the client and currently represents, by name. */
export async function listConsentedEntities(
  table: Table,
  { personId, legalEntityIds }: Pick<OAuthCaller, 'personId' | 'legalEntityIds'>,
): Promise<readonly StoredEntity[]> {
  const entities = await findRepresentedEntities(table, legalEntityIds, personId);
  return entities.toSorted((one, other) => orderOfNames(one.name, other.name));
}

/**
 * An entity that the user shares with the client, and all of its documents, including hidden and
 * admin-only ones, newest first. Error: 404 `Legal entity not found`.
 */
export async function readConsentedDocuments(
  entityId: string,
  caller: Pick<OAuthCaller, 'personId' | 'legalEntityIds'>,
  { table }: { readonly table: Table },
): Promise<{ readonly entity: StoredEntity; readonly documents: readonly StoredDocument[] }> {
  const [entity, documents] = await Promise.all([
    readConsentedEntity(table, entityId, caller),
    listDocuments(table, entityId),
  ]);
  return { entity, documents };
}

/** A person's documents, including hidden and admin-only ones, and their residencies. */
interface OwnDocuments {
  /** Newest first. */
  readonly documents: readonly StoredPersonDocument[];
  readonly residencies: readonly StoredResidency[];
}

/** The person's documents with their residencies. Two parallel reads. */
export async function readOwnDocuments(
  { personId }: { readonly personId: string },
  { table }: { readonly table: Table },
): Promise<OwnDocuments> {
  const [documents, residencies] = await Promise.all([
    listPersonDocuments(table, personId),
    readResidencies(table, personId),
  ]);
  return { documents, residencies };
}

/** Every residency of the person, in the order in which they were granted. */
export function readOwnResidencies(
  { personId }: { readonly personId: string },
  { table }: { readonly table: Table },
): Promise<readonly StoredResidency[]> {
  return readResidencies(table, personId);
}

/**
 * The claims about a user that the scopes allow. Unknown ones are omitted (OpenID Connect Core,
 * section 5.3.2).
 */
export function presentUser(person: StoredPerson, scopes: readonly string[]): Userinfo {
  const { id, givenName, surname, email, emailVerified } = person;
  const name = personName(person);
  return {
    sub: id,
    ...(scopes.includes('profile') && {
      ...(name !== null && { name }),
      ...(givenName && { given_name: givenName }),
      ...(surname && { family_name: surname }),
    }),
    ...(scopes.includes('email') && { email, email_verified: emailVerified }),
  };
}
