import type { Table } from '../../kernel/db/table.ts';
import { findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import {
  type AccountStanding,
  accountStanding,
  type ComparedField,
  differencesBetween,
} from '../domain/account-holder.ts';

/** The account of an applicant's address, beside what the application says. */
export interface ComparedAccount {
  readonly person: StoredPerson;
  readonly residencyActive: boolean;
  readonly standing: AccountStanding;
  /** When its holder confirmed the application as it is now; null: they have not. */
  readonly confirmedAt: string | null;
  readonly differences: readonly ComparedField[];
}

/**
 * Compares an application with the account that has its address now; null: there is none. For those who review,
 * and for nobody else: neither the partner nor the applicant sees it.
 */
export async function compareWithAccount(
  application: StoredResidencyApplication,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<ComparedAccount | null> {
  const { personalDetails } = application.data;
  const person = await findPersonByEmail(table, personalDetails.email);
  if (person === null) return null;
  const { residency } = person;
  const standing = accountStanding(person, application);
  return {
    person,
    residencyActive: residency !== null && isActive(residency, now().toISOString()),
    standing,
    confirmedAt:
      standing === 'confirmed' ? (application.holderConfirmation?.confirmedAt ?? null) : null,
    differences: differencesBetween(personalDetails, person),
  };
}
