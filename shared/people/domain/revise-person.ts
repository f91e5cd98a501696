import { foldCase } from '../../kernel/domain/fold-case.ts';
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
export function revisePerson<P extends RevisablePerson>(
  person: P,
  revision: PersonRevision,
): { readonly next: P; readonly changed: readonly string[] } {
  const given = Object.entries(revision).filter(([, value]) => value !== undefined);
  const changed = given.filter(([field, value]) => !isSame(Reflect.get(person, field), value));
  const next: P = { ...person, ...Object.fromEntries(changed) };
  const emailVerified = person.emailVerified && isSameEmail(person.email, next.email);
  return { next: { ...next, emailVerified }, changed: changed.map(([field]) => field) };
}

/** Whether two addresses are the same, ignoring outer spaces and case. */
export function isSameEmail(one: string, other: string): boolean {
  return foldCase(one.trim()) === foldCase(other.trim());
}

/** Lists in their order; addresses with their fields in any order, and an absent one as null. */
function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) return left.join() === right.join();
  if (!isRecord(left) || !isRecord(right)) return left === right;
  const fields = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...fields].every((field) => (left[field] ?? null) === (right[field] ?? null));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
