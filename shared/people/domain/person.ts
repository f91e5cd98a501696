import type { Annulment } from '../../kernel/domain/annulment.ts';
import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import { foldCase } from '../../kernel/domain/fold-case.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import { endedBy, type ResidencyPeriod, type ResidencyType } from './residency.ts';

export const sexes = ['male', 'female'] as const;
export type Sex = (typeof sexes)[number];

/** The known data of a person; null or empty if unknown. */
export interface PersonDetails {
  readonly givenName: string | null;
  readonly surname: string | null;
  /** Calendar date, YYYY-MM-DD. */
  readonly dateOfBirth: string | null;
  readonly sex: Sex | null;
  /** ISO 3166-1 alpha-2, like the citizenships. */
  readonly countryOfBirth: string | null;
  readonly citizenships: readonly string[];
  readonly address: PostalAddress | null;
  readonly phoneNumber: string | null;
}

export interface GrantedResidency extends ResidencyPeriod {
  readonly id: string;
  readonly residencyType: ResidencyType;
  readonly createdAt: string;
  /** The grant was a mistake. */
  readonly annulment?: Annulment | undefined;
}

/** A person with their account. */
export interface RegisteredPerson extends PersonDetails {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly residentPermitNumber: string | null;
  /** The residency that was granted last, whether active or not. */
  readonly residency: GrantedResidency | null;
  readonly status: 'active' | 'deactivated';
  readonly createdAt: string;
}

/** The maximum number of valid keys of a person, so that one transaction can revoke them all. */
export const maxActiveKeys = 40;

/**
 * The account after its deactivation: its keys are no longer valid, and grants of an earlier epoch are void even after a
 * reactivation (spec 5, rule 4).
 */
export function deactivated<P extends { readonly credentialEpoch: number }>(
  person: P,
): P & { readonly status: 'deactivated'; readonly activeKeys: 0 } {
  return {
    ...person,
    status: 'deactivated',
    activeKeys: 0,
    credentialEpoch: person.credentialEpoch + 1,
  };
}

/**
 * The earlier residencies that a grant changes: each ends when the new one begins, at the latest.
 * One that would begin after that never does.
 */
export function endedByGrant<R extends ResidencyPeriod>(
  earlier: readonly R[],
  effectiveDate: string,
): readonly R[] {
  return earlier
    .map((residency) => endedBy(residency, laterOf(residency.effectiveDate, effectiveDate)))
    .filter((residency, position) => residency !== earlier[position]);
}

/** What a grant replaces: the last residency, and the previous ends of those that it `ended`. */
export interface ReplacedResidencies {
  readonly last: string | null;
  readonly ended: readonly Pick<GrantedResidency, 'id' | 'terminationDate'>[];
}

/** The data about residencies that a grant replaces, some of whose `earlier` ones it `ended`. */
export function replacedByGrant<R extends GrantedResidency>(
  person: Pick<RegisteredPerson, 'residency'> | null,
  earlier: readonly R[],
  ended: readonly R[],
): ReplacedResidencies {
  return {
    last: person?.residency?.id ?? null,
    ended: earlier
      .filter(({ id }) => ended.some((each) => each.id === id))
      .map(({ id, terminationDate }) => ({ id, terminationDate })),
  };
}

/**
 * The residency with an earlier end. Without `terminationDate` it ends now, or when it begins if
 * that is later; one that has ended by then does not change.
 *
 * Refused: `ends_before_it_begins`; `ends_earlier` if it ends before the requested date: an end
 * can't be postponed; grant a new residency instead.
 */
export function terminatedResidency<R extends ResidencyPeriod>(
  residency: R,
  terminationDate: string | undefined,
  now: string,
): Decision<R, 'ends_before_it_begins' | 'ends_earlier'> {
  if (terminationDate === undefined) {
    return accept(endedBy(residency, laterOf(now, residency.effectiveDate)));
  }
  if (terminationDate < residency.effectiveDate) return refuse('ends_before_it_begins');
  if (residency.terminationDate !== null && residency.terminationDate < terminationDate) {
    return refuse('ends_earlier');
  }
  return accept(endedBy(residency, terminationDate));
}

function laterOf(one: string, other: string): string {
  return one < other ? other : one;
}

interface RevisablePerson extends PersonDetails {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Fields to set; absent or undefined fields do not change. */
export type PersonRevision = {
  readonly [Field in keyof PersonDetails | 'email']?: RevisablePerson[Field] | undefined;
};

/**
 * The person after a revision, and the names of the changed fields: none if nothing changes. A new
 * email address is unverified.
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
