import { foldCase } from './fold-case.ts';

/** What an account knows of who its holder is; null: nobody has said. */
export interface AccountHolder {
  readonly givenName: string | null;
  readonly surname: string | null;
  /** Calendar date, YYYY-MM-DD. */
  readonly dateOfBirth: string | null;
}

/**
 * Whether an applicant can be the holder of an account: nothing that the account knows of its holder's name
 * and date of birth is otherwise. Case, accents and spacing of names do not count.
 */
export function isSameHolder(
  account: AccountHolder,
  applicant: { readonly [Field in keyof AccountHolder]: string },
): boolean {
  const { givenName, surname, dateOfBirth } = account;
  return (
    (givenName === null || nameKey(givenName) === nameKey(applicant.givenName)) &&
    (surname === null || nameKey(surname) === nameKey(applicant.surname)) &&
    (dateOfBirth === null || dateOfBirth === applicant.dateOfBirth)
  );
}

function nameKey(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return foldCase(letters.trim().replaceAll(/\s+/g, ' '));
}
