import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { entityType } from '../../kernel/domain/legal-entity.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { findResident } from '../../people/db/residents.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import { type PublishedEntity, registerLooks } from '../contracts/public-register.ts';
import { findEntity, type StoredEntity } from '../db/entities.ts';
import { entityStatus } from '../domain/good-standing.ts';

/** Counts a read of the public register. Error: 429 beyond `registerLooks`. */
export async function countLook(clientAddress: string, { table, now }: CoreDeps): Promise<void> {
  const at = now();
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(table, registerLooks, network, at.getTime()), at);
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
