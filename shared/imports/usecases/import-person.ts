import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import type { lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import { newPerson, newPersonWrites, type StoredPerson } from '../../people/db/people.ts';
import { permitHolderWrites, residentItem } from '../../people/db/residents.ts';
import type { PersonRecord } from '../contracts/import-records.ts';
import {
  type Attempt,
  commonWrites,
  type ImportDeps,
  type Importing,
  recordErrors,
  refusedFor,
} from './importing.ts';

/**
 * Imports a person with their existing number, which then verifies as theirs; it is inactive without a residency. The
 * address is claimed as in a registration, so anyone with access to its email can sign in.
 */
export async function importPerson(
  importing: Importing<PersonRecord>,
  deps: ImportDeps,
): Promise<Attempt | typeof lostRace> {
  const at = deps.now().toISOString();
  const person = personOf(importing.record, deps.newId(), at);
  const { id, residentPermitNumber: number } = person;
  const { claim, audit } = commonWrites(
    importing,
    { id, key: keys.person(id), subject: { type: 'person', id }, details: {} },
    at,
    deps,
  );
  const writes = newPersonWrites(person);
  const outcome = await transact(deps.table, {
    claim,
    email: orElse(writes.email, () => 'email_taken'),
    number:
      number === null
        ? undefined
        : orElse(create(residentItem(number, 'natural_person', id, [])), () => 'number_taken'),
    person: writes.person,
    ...permitHolderWrites(null, person),
    listed: writes.listed,
    ...audit,
  });
  if (outcome.kind === 'written') return { kind: 'written', id };
  switch (outcome.refusal) {
    case 'done_before':
      return { kind: 'done_before' };
    case 'email_taken':
      return refusedFor(recordErrors.emailTaken);
    case 'number_taken':
      return refusedFor(recordErrors.numberTaken);
    default:
      throw outcome.error;
  }
}

function personOf(record: PersonRecord, id: string, at: string): StoredPerson {
  return newPerson({
    id,
    email: record.email,
    emailVerified: record.emailVerified ?? false,
    givenName: record.givenName ?? null,
    surname: record.surname ?? null,
    dateOfBirth: record.dateOfBirth ?? null,
    sex: record.sex ?? null,
    countryOfBirth: record.countryOfBirth ?? null,
    citizenships: record.citizenships ?? [],
    address: record.address ?? null,
    phoneNumber: record.phoneNumber ?? null,
    residentPermitNumber: record.residentPermitNumber ?? null,
    ...(record.formerNames && {
      formerNames: record.formerNames.map(({ givenName, surname, until }) => ({
        givenName: givenName ?? null,
        surname: surname ?? null,
        until: until ?? null,
      })),
    }),
    status: record.status ?? 'active',
    createdAt: record.createdAt ?? at,
  });
}
