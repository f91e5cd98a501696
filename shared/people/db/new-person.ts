import type { StoredPerson } from './people.ts';

/** Somebody who comes into the registry, as they are stored first. What is not given is not known of them, or not there yet. */
export function newPerson(
  known: Pick<StoredPerson, 'id' | 'email' | 'createdAt'> & Partial<StoredPerson>,
): StoredPerson {
  return {
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
    version: 1,
    ...known,
  };
}
