import type { Userinfo } from '../contracts/oauth.ts';
import type { StoredPerson } from '../db/people.ts';

/** The claims about a user that the scopes open (OpenID Connect Core, section 5.4). There are no pictures. */
export function presentUser(person: StoredPerson, scopes: readonly string[]): Userinfo {
  const { id, givenName, surname, email, emailVerified } = person;
  const name = [givenName, surname].filter((part) => part !== null).join(' ');
  return {
    sub: id,
    ...(scopes.includes('profile') && {
      name: name === '' ? null : name,
      given_name: givenName,
      family_name: surname,
      picture: null,
    }),
    ...(scopes.includes('email') && { email, email_verified: emailVerified }),
  };
}
