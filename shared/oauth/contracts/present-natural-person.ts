import type { ConsentedDocument } from '../../documents/contracts/document-contract.ts';
import { countryName } from '../../kernel/contracts/country-name.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import type { PersonDetails } from '../../people/domain/person.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import {
  type IdVerification,
  identityDocuments,
  type NaturalPerson,
  type PersonDocuments,
  type ResidencyStatus,
} from './natural-person.ts';

const sexes = { male: 'M', female: 'F' } as const;

/** What applications see of a person; null until one of their names is known. */
export function presentNaturalPerson(
  person: PersonDetails & { readonly residentPermitNumber: string | null },
): NaturalPerson {
  const { givenName, surname, countryOfBirth, dateOfBirth, sex, address } = person;
  const name = personName(person);
  if (name === null) return null;
  return {
    givenName: givenName ?? '',
    surname: surname ?? '',
    name,
    residentPermitNumber: person.residentPermitNumber,
    countryOfBirth: countryOfBirth && countryName(countryOfBirth),
    citizenships: person.citizenships.map((each) => countryName(each)),
    dateOfBirth: dateOfBirth && `${dateOfBirth}T00:00:00.000Z`,
    sex: sex && sexes[sex],
    address: address && {
      country: countryName(address.country),
      line1: address.line1,
      line2: address.line2 ?? null,
      city: address.city,
      state: address.state ?? null,
      postalCode: address.postalCode,
    },
    phoneNumber: person.phoneNumber,
  };
}

interface Residency extends ResidencyPeriod {
  readonly residencyType: ResidencyType;
  readonly agreement?:
    | {
        readonly aocId: string;
        readonly slug: string;
        readonly version: string;
        readonly documentId: string | null;
      }
    | null
    | undefined;
}

/**
 * The one that covers `now`; the last one granted if there are several, which only a change of clocks can
 * cause.
 */
function activeResidency<R extends Residency>(residencies: readonly R[], now: string) {
  return residencies.findLast((residency) => isActive(residency, now)) ?? null;
}

/**
 * What applications see of a person's residencies at `now`, given in the order of their grants. A residency
 * that was granted without a recorded signature is under the agreement in force, whose version
 * `agreementInForce` knows.
 */
export function presentResidencyStatus(
  residencies: readonly Residency[],
  {
    now,
    agreementInForce,
  }: { readonly now: string; agreementInForce(type: ResidencyType): string },
): ResidencyStatus {
  const active = activeResidency(residencies, now);
  return {
    wasEverResident: residencies.some(hasBegun(now)),
    activeResidency: active && {
      effectiveDate: active.effectiveDate,
      terminationDate: active.terminationDate,
      residencyType: active.residencyType,
      version: active.agreement?.version ?? agreementInForce(active.residencyType),
    },
  };
}

/** Whether it has begun by `now`: one that was superseded before it began never does. */
function hasBegun(now: string) {
  return ({ effectiveDate, terminationDate }: ResidencyPeriod): boolean =>
    effectiveDate <= now && effectiveDate !== terminationDate;
}

/**
 * What applications see of an identity verification. The outcome is recorded, not the images that led to
 * it, and no provider stands behind it: `type` and the documents are null.
 */
export function presentIdVerification(
  verification:
    | { readonly id: string; readonly verifiedAt: string; readonly documentType: string | null }
    | null
    | undefined,
): IdVerification {
  const documents = { documentFront: null, documentBack: null, face: null };
  if (!verification) {
    return { id: null, type: null, documentType: null, date: null, status: null, documents };
  }
  const { id, documentType, verifiedAt } = verification;
  return {
    id,
    type: null,
    documentType: documentType === null ? null : nameOfDocument(documentType),
    date: verifiedAt,
    status: 'approved',
    documents,
  };
}

function nameOfDocument(type: string): (typeof identityDocuments)[number] {
  return identityDocuments.find((name) => name === type) ?? 'other';
}

/** What applications see of a person's documents, with the agreement of the residency that is active. */
export function presentPersonDocuments(
  data: readonly ConsentedDocument[],
  residencies: readonly Residency[],
  now: string,
): PersonDocuments {
  const active = activeResidency(residencies, now);
  const agreement = active?.agreement;
  if (!active || !agreement) return { data: [...data], agreementOfCoexistence: null };
  const signed = data.find(({ id }) => id === agreement.documentId);
  return {
    data: [...data],
    agreementOfCoexistence: {
      aocId: agreement.aocId,
      slug: agreement.slug,
      version: agreement.version,
      residencyType: active.residencyType,
      effectiveDate: active.effectiveDate,
      terminationDate: active.terminationDate,
      templatePdfUrl: null,
      signedDocumentId: signed?.id ?? null,
      signedDocumentUrl: signed?.fileUrl ?? null,
    },
  };
}
