import { keys } from '../../kernel/db/keys.ts';
import { transact } from '../../kernel/db/transact.ts';
import { lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import { newResidentPermitNumber } from '../../people/domain/rpn.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { newEntity, newEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import type { EntityRecord } from '../contracts/import-records.ts';
import {
  type Attempt,
  commonWrites,
  type ImportDeps,
  type Importing,
  recordErrors,
  refusedFor,
  resolveName,
} from './importing.ts';

/**
 * Imports a legal entity atomically with its number, names, dates and representatives. Name and number are claimed like
 * those of an incorporation, so that each goes to one entity.
 */
export async function importEntityRecord(
  importing: Importing<EntityRecord>,
  deps: ImportDeps,
): Promise<Attempt | typeof lostRace> {
  const at = deps.now().toISOString();
  const { record, imports } = importing;
  const begins = residencyBeginOf(record);
  if (begins === null) return refusedFor(recordErrors.noBeginning);
  const given = (record.representatives ?? []).map(({ person, since }) => ({
    personId: resolveName('person', person, imports),
    since: since ?? begins,
  }));
  const unknown = given.findIndex(({ personId }) => personId === null);
  if (unknown >= 0) return refusedFor(recordErrors.unknownPerson(representativeField(unknown)));
  const representatives = given.flatMap(({ personId, since }) =>
    personId === null ? [] : [{ personId, since }],
  );
  const again = representatives.findIndex(
    ({ personId }, index) =>
      representatives.findIndex((other) => other.personId === personId) < index,
  );
  if (again >= 0) return refusedFor(recordErrors.twiceRepresentative(representativeField(again)));
  const own = record.residentPermitNumber ?? null;
  const number = own ?? newResidentPermitNumber('legal_entity', deps.random);
  const entity = entityOf(record, { id: deps.newId(), number, begins, at });
  const { id, optionId } = entity;
  const { claim, audit } = commonWrites(
    importing,
    {
      id,
      key: keys.entity(id),
      subject: { type: 'legal_entity', id },
      details: { optionId, representatives: representatives.map(({ personId }) => personId) },
    },
    at,
    deps,
  );
  const outcome = await transact(deps.table, {
    claim,
    ...newEntityWrites(entity, representatives, await registrySharding(deps), undefined, at),
    ...audit,
  });
  if (outcome.kind === 'written') return { kind: 'written', id };
  const { refusal } = outcome;
  if (refusal === undefined) throw outcome.error;
  if (refusal === 'done_before') return { kind: 'done_before' };
  switch (refusal.reason) {
    case 'name_taken':
      return refusedFor(recordErrors.nameTaken);
    case 'number_taken':
      return own === null ? lostRace : refusedFor(recordErrors.numberTaken);
    case 'unfit_representative':
      return refusedFor(recordErrors.unknownPerson(representativeField(refusal.representative)));
    case 'unknown_referral_code':
      throw outcome.error;
  }
}

/** The path of a representative in a record. */
export function representativeField(index: number): string {
  return `representatives.${index}.person`;
}

/** When the entity's residency begins; null if unknown. */
export function residencyBeginOf(record: EntityRecord): string | null {
  return record.residency?.effectiveDate ?? record.registrationDate ?? record.formationDate ?? null;
}

function entityOf(
  record: EntityRecord,
  { id, number, begins, at }: { id: string; number: string; begins: string; at: string },
): StoredEntity {
  const { formerNames, createdAt = at, residency } = record;
  return {
    ...newEntity({
      ...record,
      id,
      residentPermitNumber: number,
      residency: {
        effectiveDate: begins,
        terminationDate: residency?.terminationDate ?? null,
      },
      createdAt,
    }),
    ...(formerNames && {
      formerNames: formerNames.map(({ name, extension, until }) => ({
        name,
        extension: extension ?? null,
        until: until ?? null,
      })),
    }),
  };
}
