import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, put, transact } from '../../kernel/db/transact.ts';
import { conflict, lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import {
  findPerson,
  personWrite,
  readResidencies,
  residencyWrite,
  type StoredResidency,
} from '../../people/db/people.ts';
import { permitHolderWrites, residentItem } from '../../people/db/residents.ts';
import { newResidentPermitNumber } from '../../people/domain/rpn.ts';
import type { ResidencyRecord } from '../contracts/import-records.ts';
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
 * Imports a residency without ending the person's others. The permit number gets its period in the same transaction; a
 * person without a number gets one. The current residency is the one granted last; the start of an imported one is
 * treated as its grant.
 */
export async function importResidency(
  importing: Importing<ResidencyRecord>,
  deps: ImportDeps,
): Promise<Attempt | typeof lostRace> {
  const at = deps.now().toISOString();
  const { record, imports } = importing;
  const personId = resolveName('person', record.person, imports);
  // The person is read first, so that its version guarantees that the residencies read after it are unchanged.
  const person = personId === null ? null : await findPerson(deps.table, personId);
  if (person === null) return refusedFor(recordErrors.unknownPerson('person'));
  const earlier = await readResidencies(deps.table, person.id);
  const { residencyType, effectiveDate, terminationDate = null } = record;
  const [createdAt = at] = [effectiveDate, at].toSorted();
  const residency: StoredResidency = {
    id: deps.newId(),
    residencyType,
    effectiveDate,
    terminationDate,
    createdAt,
  };
  const all = [...earlier, residency];
  const newest = all.reduce((one, other) => (one.createdAt > other.createdAt ? one : other));
  const former = person.residentPermitNumber;
  const number = former ?? newResidentPermitNumber('natural_person', deps.random);
  const item = residentItem(number, 'natural_person', person.id, all);
  const { claim, audit } = commonWrites(
    importing,
    {
      id: residency.id,
      key: keys.residency(person.id, residency.createdAt, residency.id),
      subject: { type: 'person', id: person.id },
      details: { residencyId: residency.id, residencyType },
    },
    at,
    deps,
  );
  const next = { ...person, residency: newest, residentPermitNumber: number };
  const outcome = await transact(deps.table, {
    claim,
    person: orElse(personWrite(next), conflict),
    ...permitHolderWrites(person, next),
    number: orElse(former === null ? create(item) : put(item), conflict),
    residency: residencyWrite(person.id, residency),
    ...audit,
  });
  if (outcome.kind === 'written') return { kind: 'written', id: residency.id };
  if (outcome.refusal === undefined) throw outcome.error;
  return outcome.refusal === 'done_before' ? { kind: 'done_before' } : lostRace;
}
