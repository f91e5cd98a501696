import { foldCase } from '../../kernel/domain/fold-case.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { PersonDetails } from './person.ts';

interface RevisablePerson extends PersonDetails {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Fields to set; absent or undefined: as it was. */
export type PersonRevision = {
  readonly [Field in keyof PersonDetails | 'email']?: RevisablePerson[Field] | undefined;
};

/**
 * The person after a revision, and the names of the fields that are not what they were: none when the revision
 * says nothing new. A new e-mail address is unverified.
 */
export function revisedPerson<P extends RevisablePerson>(
  person: P,
  revision: PersonRevision,
): { readonly next: P; readonly changed: readonly string[] } {
  const given = Object.entries(revision).filter(([, value]) => value !== undefined);
  const changed = given.filter(([field, value]) => !isSameValue(Reflect.get(person, field), value));
  const next: P = { ...person, ...Object.fromEntries(changed) };
  const emailVerified = person.emailVerified && isSameEmail(person.email, next.email);
  return { next: { ...next, emailVerified }, changed: changed.map(([field]) => field) };
}

/** Whether two addresses are the same, ignoring outer spaces and case. */
export function isSameEmail(one: string, other: string): boolean {
  return foldCase(one.trim()) === foldCase(other.trim());
}
