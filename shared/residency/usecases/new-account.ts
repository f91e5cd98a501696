import type { StoredPerson } from '../../people/db/people.ts';

/** An account of which only an unverified e-mail address is known. */
export function newAccount({
  id,
  email,
  at,
}: {
  readonly id: string;
  readonly email: string;
  readonly at: string;
}): StoredPerson {
  return {
    id,
    email,
    emailVerified: false,
    givenName: null,
    surname: null,
    dateOfBirth: null,
    sex: null,
    countryOfBirth: null,
    citizenships: [],
    address: null,
    phoneNumber: null,
    residentPermitNumber: null,
    residency: null,
    status: 'active',
    activeKeys: 0,
    credentialEpoch: 0,
    referralCode: null,
    createdAt: at,
    version: 1,
  };
}
