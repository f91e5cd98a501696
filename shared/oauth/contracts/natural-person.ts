import * as z from 'zod/mini';
import { ConsentedDocument } from '../../documents/contracts/document-contract.ts';
import { countryName } from '../../kernel/contracts/address.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import type { PersonDetails } from '../../people/domain/person.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
  residencyTypes,
} from '../../people/domain/residency.ts';

/**
 * The person who authorized the credential, or `null` until a name is known; a person with one name
 * has an empty text as the other. Not wrapped in `data`. Countries are English display names;
 * `dateOfBirth` is midnight UTC.
 */
export const NaturalPerson = z.nullable(
  z.object({
    givenName: z.string(),
    surname: z.string(),
    name: z.string(),
    residentPermitNumber: z.nullable(z.string()),
    countryOfBirth: z.nullable(z.string()),
    citizenships: z.array(z.string()),
    dateOfBirth: z.nullable(OutputInstant),
    sex: z.nullable(z.enum(['M', 'F'])),
    address: z.nullable(
      z.object({
        country: z.string(),
        line1: z.string(),
        line2: z.nullable(z.string()),
        city: z.string(),
        state: z.nullable(z.string()),
        postalCode: z.string(),
      }),
    ),
    phoneNumber: z.nullable(z.string()),
  }),
);
export type NaturalPerson = z.output<typeof NaturalPerson>;

const ResidencyTerms = {
  effectiveDate: OutputInstant,
  terminationDate: z.nullable(OutputInstant),
  residencyType: z.enum(residencyTypes),
};

/**
 * Whether the person is a resident. `version` is that of the Agreement of Coexistence;
 * `terminationDate` can be in the future.
 */
export const ResidencyStatus = z.object({
  wasEverResident: z.boolean(),
  activeResidency: z.nullable(z.object({ ...ResidencyTerms, version: z.string() })),
});
export type ResidencyStatus = z.output<typeof ResidencyStatus>;

/** Documents with which a person can prove their identity. */
const identityDocuments = [
  'passport',
  'national_id',
  'drivers_license',
  'residence_permit',
  'visa',
  'other',
] as const;

/** The latest successful identity verification; all fields are null if there is none. */
export const IdVerification = z.object({
  id: z.nullable(Id),
  type: z.nullable(z.string()),
  documentType: z.nullable(z.enum(identityDocuments)),
  date: z.nullable(OutputInstant),
  status: z.nullable(z.literal('approved')),
  documents: z.object({
    documentFront: z.nullable(z.url()),
    documentBack: z.nullable(z.url()),
    face: z.nullable(z.url()),
  }),
});
export type IdVerification = z.output<typeof IdVerification>;

/** The person's documents, and the agreement of the active residency. */
export const PersonDocuments = z.object({
  data: z.array(ConsentedDocument),
  agreementOfCoexistence: z.nullable(
    z.object({
      aocId: z.string(),
      slug: z.nullable(z.string()),
      version: z.string(),
      ...ResidencyTerms,
      templatePdfUrl: z.nullable(z.url()),
      signedDocumentId: z.nullable(Id),
      signedDocumentUrl: z.nullable(z.url()),
    }),
  ),
});
export type PersonDocuments = z.output<typeof PersonDocuments>;

const sexes = { male: 'M', female: 'F' } as const;

/** The data of a person for applications; null until one of their names is known. */
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
 * The residency that is active at `now`; the last one granted if several are, which only a clock
 * change can cause.
 */
function activeResidency<R extends Residency>(residencies: readonly R[], now: string) {
  return residencies.findLast((residency) => isActive(residency, now)) ?? null;
}

/**
 * A person's residencies at `now` for applications, in the order of their grants. A residency
 * without a recorded signature has the agreement in force, whose version `agreementInForce`
 * returns.
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

/** Whether it has begun by `now`: a residency that was superseded before its start never does. */
function hasBegun(now: string) {
  return ({ effectiveDate, terminationDate }: ResidencyPeriod): boolean =>
    effectiveDate <= now && effectiveDate !== terminationDate;
}

/**
 * An identity verification for applications. Only the outcome is recorded, without images or a
 * provider, so `type` and the documents are null.
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

/** A person's documents for applications, with the agreement of the active residency. */
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
