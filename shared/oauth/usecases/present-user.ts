import type { StoredPerson } from '../../people/db/people.ts';
import type { Userinfo } from '../contracts/oauth.ts';

/**
 * The claims about a user that the scopes open. Unknown ones are left out (OpenID Connect Core, section 5.3.2).
 */
export function presentUser(person: StoredPerson, scopes: readonly string[]): Userinfo {
  const { id, givenName, surname, email, emailVerified } = person;
  const names = [givenName, surname].filter((part) => part);
  return {
    sub: id,
    ...(scopes.includes('profile') && {
      ...(names.length > 0 && { name: names.join(' ') }),
      ...(givenName && { given_name: givenName }),
      ...(surname && { family_name: surname }),
    }),
    ...(scopes.includes('email') && { email, email_verified: emailVerified }),
  };
}
