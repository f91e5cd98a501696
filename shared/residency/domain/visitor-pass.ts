import { personNameKey } from '../../kernel/domain/person-name.ts';

/**
 * Whether a signature is that of the named person: it contains the first or the last name. Case, accents,
 * spacing and punctuation are ignored.
 */
export function isSignedByName(
  signature: string,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): boolean {
  const signed = personNameKey(signature);
  return [firstName, lastName]
    .map(personNameKey)
    .some((name) => name !== '' && signed.includes(name));
}
