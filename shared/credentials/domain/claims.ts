import type { ClaimName } from './configurations.ts';

/** The claims of a credential. Unknown ones are omitted. */
export type CredentialClaims = Readonly<Partial<Record<ClaimName, string>>>;

/** The required items of a person. */
interface ResidentFacts {
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
 * The claims of a residency credential: name, permit number, and start of the residency. It
 * contains no date of birth, address, citizenship or email address; holders can show those with a
 * proof. Null without an active residency.
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

/**
 * The claims of a good-standing credential, all of which are also public in a certificate or the
 * search.
 */
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

type Values = Readonly<Record<string, unknown>>;

/** A disclosure as sent, with the digest that the credential contains. */
export interface Disclosure {
  readonly digest: string;
  /** `[salt, name, value]`, or `[salt, value]` for an element of a list. */
  readonly content: () => readonly unknown[] | null;
}

/**
 * The disclosed claims of a credential (RFC 9901, section 7.1), without the others. Null if a
 * disclosure was not signed by the issuer, or appears twice.
 */
export function disclosedClaims(
  payload: Values,
  disclosures: readonly Disclosure[],
): Values | null {
  const left = new Map(disclosures.map((each) => [each.digest, each]));
  if (left.size !== disclosures.length) return null;
  let isWell = true;

  function take(digest: unknown, parts: number): readonly unknown[] | null {
    const found = typeof digest === 'string' ? left.get(digest) : undefined;
    if (found === undefined) return null;
    left.delete(found.digest);
    const content = found.content();
    if (content?.length === parts) return content;
    isWell = false;
    return null;
  }

  /** Only signed data is traversed, so we limit its depth. */
  function open(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.flatMap((element) => {
        const digest = Object(element)['...'];
        if (digest === undefined) return [open(element)];
        const content = take(digest, 2);
        return content === null ? [] : [open(content[1])];
      });
    }
    if (typeof value !== 'object' || value === null) return value;
    const { _sd: digests = [], _sd_alg: _, ...plain }: Record<string, unknown> = { ...value };
    const opened = Object.entries(plain).map(([name, each]) => [name, open(each)] as const);
    const disclosed = (Array.isArray(digests) ? digests : []).flatMap((digest) => {
      const content = take(digest, 3);
      if (content === null) return [];
      const [, name, each] = content;
      // A disclosure must not replace an openly signed claim.
      if (typeof name !== 'string' || name in plain || name === '_sd' || name === '...') {
        isWell = false;
        return [];
      }
      return [[name, open(each)] as const];
    });
    return Object.fromEntries([...opened, ...disclosed]);
  }

  const claims = open(payload) as Values;
  return isWell && left.size === 0 ? claims : null;
}
