import type { ClaimName } from './configurations.ts';

/** What a credential says of somebody; what is not known is left out. */
export type CredentialClaims = Readonly<Partial<Record<ClaimName, string>>>;

/** What is read of a person for it. */
export interface ResidentFacts {
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly residentPermitNumber: string | null;
  readonly residency: {
    readonly residencyType: string;
    readonly effectiveDate: string;
    readonly terminationDate: string | null;
    readonly annulment?: object | undefined;
  } | null;
}

/**
 * What a credential of residency says: who it is, the number by which anybody verifies it at the registry, and since when. No date of
 * birth, address, citizenship or mail address: proofs show those that a holder ticks. Null without a residency that is active now.
 */
export function residencyClaims(
  { givenName, surname, residentPermitNumber, residency }: ResidentFacts,
  jurisdiction: string,
  now: string,
): { readonly claims: CredentialClaims; readonly until: string | null } | null {
  if (residency === null || residentPermitNumber === null) return null;
  const { residencyType, effectiveDate, terminationDate, annulment } = residency;
  if (annulment !== undefined || effectiveDate > now) return null;
  if (terminationDate !== null && terminationDate <= now) return null;
  return {
    claims: known({
      given_name: givenName,
      family_name: surname,
      residency_type: residencyType,
      resident_permit_number: residentPermitNumber,
      resident_since: effectiveDate.slice(0, 10),
      jurisdiction,
    }),
    until: terminationDate,
  };
}

/** What a credential of good standing says of an entity: what its certificate says, and a search of the registry. */
export function standingClaims(
  facts: {
    readonly name: string;
    readonly type: string;
    readonly residentPermitNumber: string;
    readonly registrationDate: string | null;
  },
  jurisdiction: string,
): CredentialClaims {
  return known({
    entity_name: facts.name,
    entity_type: facts.type,
    resident_permit_number: facts.residentPermitNumber,
    standing: 'good',
    incorporation_date: facts.registrationDate?.slice(0, 10) ?? null,
    jurisdiction,
  });
}

function known(claims: Readonly<Partial<Record<ClaimName, string | null>>>): CredentialClaims {
  return Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
