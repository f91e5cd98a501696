import type { StoredPerson } from '../../people/db/people.ts';
import { isLiveGrant, type StoredCredentialGrant } from '../db/credential-grants.ts';

/** What an access token opens. */
export interface CredentialAccess {
  readonly personId: string;
  readonly grantId: string;
}

/** Whether it is the grant of the token, has not ended, and its person is still the one who was given it: active, in the same epoch, suspended by no case. */
export function isGrantOf(
  person: StoredPerson | null,
  grant: StoredCredentialGrant | null,
  { personId }: CredentialAccess,
  now: string,
): boolean {
  return (
    grant !== null &&
    person !== null &&
    grant.personId === personId &&
    isLiveGrant(grant, { now }) &&
    isStillHolder(grant, person)
  );
}

/** Whether the person is still the one who was offered it: active in the same epoch, and suspended by no case. */
export function isStillHolder(
  { credentialEpoch }: Pick<StoredCredentialGrant, 'credentialEpoch'>,
  person: StoredPerson,
): boolean {
  return (
    person.status === 'active' &&
    person.credentialEpoch === credentialEpoch &&
    person.suspension === undefined
  );
}
