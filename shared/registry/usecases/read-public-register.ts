import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { entityType } from '../../kernel/domain/legal-entity.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { findResident } from '../../people/db/residents.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import {
  filteredAtMost,
  type PublishedEntity,
  type RegisterFilters,
  registerLooks,
} from '../contracts/public-register.ts';
import { findEntities, findEntity, type StoredEntity } from '../db/entities.ts';
import { entityStatus } from '../domain/good-standing.ts';
import type { RegistrySearchResult } from '../domain/registry-index.ts';

/** Counts a read of the public register. Error: 429 beyond `registerLooks`. */
export async function countLook(clientAddress: string, { table, now }: CoreDeps): Promise<void> {
  const at = now();
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(table, registerLooks, network, at.getTime()), at);
}

/**
 * The results that match the filters, in their order. The first `filteredAtMost` are compared with the entities as they
 * are now; if there are more, the result is truncated.
 */
export async function filterRegistered(
  { results, truncated }: RegistrySearchResult,
  filters: RegisterFilters,
  fields: readonly PublishedField[],
  { table, now }: CoreDeps,
): Promise<RegistrySearchResult> {
  if (Object.keys(filters).length === 0) return { results, truncated };
  const compared = results.slice(0, filteredAtMost);
  const ids = compared.map(({ id }) => id);
  // A batch has at most 100 keys.
  const parts = [0, 100, 200].map((from) => findEntities(table, ids.slice(from, from + 100)));
  const entities = (await Promise.all(parts)).flat();
  const at = now().toISOString();
  const matching = new Set(
    entities.filter((entity) => matches(entity, filters, fields, at)).map(({ id }) => id),
  );
  return {
    results: compared.filter(({ id }) => matching.has(id)),
    truncated: truncated || results.length > compared.length,
  };
}

function matches(
  entity: StoredEntity,
  { type, status, formedFrom, formedUntil }: RegisterFilters,
  fields: readonly PublishedField[],
  now: string,
): boolean {
  // The registration day is used if the formation day is unknown, as in the statistics, but only if
  // it is published.
  const registered = fields.includes('registrationDate') ? entity.registrationDate : null;
  const formedOn = (entity.formationDate ?? registered)?.slice(0, 10);
  return (
    (type === undefined || entityType(entity.optionId) === type) &&
    (status === undefined || entityStatus(entity, now) === status) &&
    (formedFrom === undefined || (formedOn !== undefined && formedOn >= formedFrom)) &&
    (formedUntil === undefined || (formedOn !== undefined && formedOn <= formedUntil))
  );
}

/**
 * The public data on the legal entity with the number; null for an unknown number, a person's, or that of an entity
 * whose registration was annulled. All cases take one read, so that timing does not reveal whether a person has the
 * number.
 */
export async function readRegistered(
  rpn: string,
  fields: readonly PublishedField[],
  { table, now }: CoreDeps,
): Promise<RegisteredEntity | null> {
  if (!isResidentPermitNumber(rpn)) return null;
  const resident = await findResident(table, rpn);
  if (resident?.resident !== 'legal_entity') return null;
  const entity = await findEntity(table, resident.ownerId);
  // A previous number of an entity is no longer its own.
  if (entity === null || entity.annulment !== undefined || entity.residentPermitNumber !== rpn) {
    return null;
  }
  return publishedEntity(entity, fields, now().toISOString());
}

interface RegisteredEntity {
  readonly nameStartsWithExtension: boolean;
  readonly published: PublishedEntity;
}

/** The published data of the entity: name, number and published fields only. */
function publishedEntity(
  entity: StoredEntity,
  fields: readonly PublishedField[],
  now: string,
): RegisteredEntity {
  const { name, extension, residentPermitNumber, nameStartsWithExtension } = entity;
  const of: Readonly<Record<PublishedField, () => Partial<PublishedEntity>>> = {
    type: () => ({ type: entityType(entity.optionId) }),
    status: () => ({ status: entityStatus(entity, now) }),
    formationDate: () => ({ formationDate: entity.formationDate }),
    registrationDate: () => ({ registrationDate: entity.registrationDate }),
    dissolutionDate: () => ({ dissolutionDate: entity.dissolutionDate }),
    formerNames: () => ({
      formerNames: (entity.formerNames ?? []).map(({ name: former, extension: its, until }) => ({
        name: former,
        extension: its,
        until,
      })),
    }),
    principalOfficeAddress: () => ({ principalOfficeAddress: entity.principalOfficeAddress }),
  };
  const published = { name, extension, residentPermitNumber };
  return {
    nameStartsWithExtension,
    published: Object.assign(published, ...fields.map((field) => of[field]())),
  };
}
