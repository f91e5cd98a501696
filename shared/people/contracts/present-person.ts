import type * as z from 'zod/mini';
import { presented } from '../../kernel/contracts/presented.ts';
import { shownAnnulment } from '../../kernel/domain/annulment.ts';
import type { GrantedResidency, RegisteredPerson } from '../domain/person.ts';
import { isActive } from '../domain/residency.ts';
import * as wire from './admin-people-contract.ts';

/** A person as operators see them at `now`. */
export function presentPerson(person: RegisteredPerson, now: string): z.output<typeof wire.Person> {
  const { residency } = person;
  return presented(wire.Person, {
    ...person,
    residency: residency === null ? null : presentResidency({ person, residency }, now),
  });
}

/** A residency, with its person's id. */
export interface ResidencyOfPerson {
  readonly person: Pick<RegisteredPerson, 'residentPermitNumber'>;
  readonly residency: GrantedResidency;
}

/** A residency at `now`, with its person's number. */
export function presentResidency(
  {
    person: { residentPermitNumber },
    residency: { id, residencyType, effectiveDate, terminationDate, ...residency },
  }: ResidencyOfPerson,
  now: string,
): z.output<typeof wire.Residency> {
  if (residentPermitNumber === null) throw new Error('a residency without a permit number');
  const active = isActive({ effectiveDate, terminationDate }, now);
  const annulment = shownAnnulment(residency.annulment);
  return {
    ...{ id, residencyType, effectiveDate, terminationDate, active, residentPermitNumber },
    ...(annulment && { annulment }),
  };
}
