import { personName } from '../../kernel/domain/person-name.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { Userinfo } from '../contracts/oauth.ts';

/**
 * The claims about a user that the scopes open. Unknown ones are left out (OpenID Connect Core, section 5.3.2).
 */
export function presentUser(person: StoredPerson, scopes: readonly string[]): Userinfo {
  const { id, givenName, surname, email, emailVerified } = person;
  const name = personName(person);
  return {
    sub: id,
    ...(scopes.includes('profile') && {
      ...(name !== null && { name }),
      ...(givenName && { given_name: givenName }),
      ...(surname && { family_name: surname }),
    }),
    ...(scopes.includes('email') && { email, email_verified: emailVerified }),
  };
}
