import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { type PersonNames, personName, personNameKey } from '../../kernel/domain/person-name.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { Sex } from '../../people/domain/person.ts';
import type { Applicant, HolderConfirmation } from './residency-application-state.ts';

/** An account's data about its holder; null where unknown. */
export interface AccountHolder {
  readonly givenName: string | null;
  readonly surname: string | null;
  /** Calendar date, YYYY-MM-DD. */
  readonly dateOfBirth: string | null;
}

/**
 * Whether an applicant can be the holder of an account: no known name or date of birth differs. Ignores case, accents,
 * spacing and punctuation, and whether a single name is a given name or a surname.
 */
export function isSameHolder(
  account: AccountHolder,
  applicant: { readonly [Field in keyof AccountHolder]: string },
): boolean {
  return (
    isSameName(account, applicant) &&
    (account.dateOfBirth === null || account.dateOfBirth === applicant.dateOfBirth)
  );
}

function isSameName(account: PersonNames, applicant: PersonNames): boolean {
  const hasOneName = (names: PersonNames) => !names.givenName || !names.surname;
  const known = personName(account);
  if (known === null) return true;
  if (hasOneName(account) && hasOneName(applicant)) {
    return nameKey(known) === nameKey(personName(applicant));
  }
  return (['givenName', 'surname'] as const).every(
    (field) => account[field] === null || nameKey(account[field]) === nameKey(applicant[field]),
  );
}

/** Words are compared separately: "Ada Maria" is not "Adamaria". */
function nameKey(name: string | null): string {
  return (name ?? '').trim().split(/\s+/).map(personNameKey).join(' ');
}

/** The account with an applicant's address, with the fields that the rules use. */
export interface ApplicantAccount extends AccountHolder {
  readonly id: string;
  readonly status: 'active' | 'deactivated';
  /** Whether someone has signed in with the account's current address. */
  readonly emailVerified: boolean;
  readonly credentialEpoch: number;
  readonly residentPermitNumber: string | null;
  readonly residencyApplicationId?: string | null | undefined;
}

/**
 * The relation of the account with the applicant's address to the application.
 *
 * none: no account. deactivated: can't be linked. unused: nobody has signed in with its current address, so nobody can
 * confirm. opened_with_application: opened with this application's link and otherwise empty. unconfirmed, confirmed: it has a
 * holder, who must confirm the application.
 */
export const applicantAccountStatuses = [
  'none',
  'deactivated',
  'unused',
  'opened_with_application',
  'unconfirmed',
  'confirmed',
] as const;
export type ApplicantAccountStatus = (typeof applicantAccountStatuses)[number];

interface Application {
  readonly id: string;
  readonly holderConfirmation?: HolderConfirmation | null | undefined;
}

/** The relation of the account that has the application's address; `none` if it is null. */
export function applicantAccountStatus(
  account: ApplicantAccount | null,
  { id, holderConfirmation }: Application,
): ApplicantAccountStatus {
  if (account === null) return 'none';
  if (account.status !== 'active') return 'deactivated';
  if (!account.emailVerified) return 'unused';
  // A deactivation voids everything that the account gave before.
  const confirmed =
    holderConfirmation?.personId === account.id &&
    holderConfirmation.credentialEpoch === account.credentialEpoch;
  if (confirmed) return 'confirmed';
  // After a change has voided the confirmation, the holder must confirm again.
  const openedHere =
    account.residencyApplicationId === id && isBlank(account) && holderConfirmation !== null;
  return openedHere ? 'opened_with_application' : 'unconfirmed';
}

/** Whether the registry knows only the account's address. */
export function isBlank(account: Omit<ApplicantAccount, 'id' | 'status'>): boolean {
  const { givenName, surname, dateOfBirth, residentPermitNumber } = account;
  return [givenName, surname, dateOfBirth, residentPermitNumber].every((known) => known === null);
}

/** Why an application can't be linked to the account of its address. */
export type LinkBlocker =
  | 'applicant_deactivated'
  | 'holder_unconfirmed'
  | 'account_linking_required';

/**
 * Why an approval may not link the application to the account; null if it may. If the holder has confirmed, the
 * reviewer judges a different name or date of birth; if nobody can confirm, it blocks the link.
 */
export const linkBlocker: Readonly<
  Record<ApplicantAccountStatus, (sameHolder: boolean) => LinkBlocker | null>
> = {
  none: () => null,
  deactivated: () => 'applicant_deactivated',
  unused: (sameHolder) => (sameHolder ? null : 'account_linking_required'),
  opened_with_application: () => null,
  unconfirmed: () => 'holder_unconfirmed',
  confirmed: () => null,
};

/** The fields of an account that an approval overwrites, in display order. */
export const comparedFields = [
  'givenName',
  'surname',
  'dateOfBirth',
  'sex',
  'countryOfBirth',
  'citizenships',
  'address',
  'phoneNumber',
] as const satisfies readonly (keyof Applicant)[];
export type ComparedField = (typeof comparedFields)[number];

/** The account's values of the compared fields; null or an empty list if unknown. */
export interface AccountParticulars extends AccountHolder {
  readonly sex: Sex | null;
  readonly countryOfBirth: string | null;
  readonly citizenships: readonly string[];
  readonly address: PostalAddress | null;
  readonly phoneNumber: string | null;
}

/** The fields in which application and account differ. Fields unknown to the account don't count. */
export function differencesBetween(
  applicant: Pick<Applicant, ComparedField>,
  account: AccountParticulars,
): readonly ComparedField[] {
  return comparedFields.filter((field) => {
    const known = account[field];
    if (known === null || (Array.isArray(known) && known.length === 0)) return false;
    if (field === 'givenName' || field === 'surname') {
      return !isSameHolder({ ...nobody, [field]: account[field] }, applicant);
    }
    if (field === 'citizenships') {
      return !isSameValue(applicant[field].toSorted(), account[field].toSorted());
    }
    return !isSameValue(applicant[field], known);
  });
}

const nobody: AccountHolder = { givenName: null, surname: null, dateOfBirth: null };
