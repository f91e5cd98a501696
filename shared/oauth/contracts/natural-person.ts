import * as z from 'zod/mini';
import { ConsentedDocument } from '../../documents/contracts/document-contract.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { residencyTypes } from '../../people/domain/residency.ts';

/**
 * The natural person behind the credential, or `null` until a name is known; of a person with one name the other is
 * empty. Not wrapped in the usual `data`. Countries are display names, in English; `dateOfBirth` is midnight UTC.
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
 * Whether the person is a resident. `version` is the Agreement of Coexistence's; `terminationDate` may be
 * in the future.
 */
export const ResidencyStatus = z.object({
  wasEverResident: z.boolean(),
  activeResidency: z.nullable(z.object({ ...ResidencyTerms, version: z.string() })),
});
export type ResidencyStatus = z.output<typeof ResidencyStatus>;

/** Documents that a person proves their identity with. */
export const identityDocuments = [
  'passport',
  'national_id',
  'drivers_license',
  'residence_permit',
  'visa',
  'other',
] as const;

/** The newest identity verification that succeeded; everything is null when there is none. */
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

/** The person's documents, and the agreement under which the active residency was granted. */
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
