import { entityType } from '../../kernel/domain/legal-entity.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import type { PublishedEntity } from '../contracts/public-register.ts';
import type { StoredEntity } from '../db/entities.ts';
import { entityStatus } from '../domain/good-standing.ts';

/** An entity as a public register shows it: its name as it is read, and what is published of it. */
export interface RegisteredEntity {
  readonly nameStartsWithExtension: boolean;
  readonly published: PublishedEntity;
}

/** What the register says of the entity: name, number, and the fields that are published; nothing else of it. */
export function publishedEntity(
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
