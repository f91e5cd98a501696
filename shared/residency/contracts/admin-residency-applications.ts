import * as z from 'zod/mini';
import { uploadStates } from '../../documents/domain/upload-scan.ts';
import { Invoice } from '../../incorporation/contracts/admin-applications.ts';
import { Address } from '../../kernel/contracts/address.ts';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { sexes } from '../../people/domain/person.ts';
import { applicantAccountStatuses, comparedFields } from '../domain/account-holder.ts';
import {
  appliedResidencies,
  residencyApplicationStatuses,
  verificationOutcomes,
} from '../domain/residency-application-state.ts';

/** Body of `POST /admin/v1/residency_applications/{id}/verification`. */
export const VerifyApplicant = z.object({
  status: z.enum(verificationOutcomes),
  /** The `version` that the reviewer saw, so that particulars can't change unnoticed. */
  expectedVersion: z.optional(z.int().check(z.gte(1))),
});

export const VerificationAnswer = z.object({
  data: z.object({
    applicationId: Id,
    status: z.enum(verificationOutcomes),
    verifiedAt: OutputInstant,
  }),
});

/** A residency application with everything its reviewers need, including sworn statements and proofs. */
export const AdminResidencyApplication = z.object({
  id: Id,
  integrationId: Id,
  version: z.int(),
  statusId: z.enum(residencyApplicationStatuses),
  residencyType: z.enum(appliedResidencies),
  personalDetails: z.object({
    givenName: z.string(),
    surname: z.string(),
    email: z.string(),
    dateOfBirth: z.string(),
    sex: z.enum(sexes),
    countryOfBirth: z.string(),
    citizenships: z.array(z.string()),
    alternateNamesAttestation: z.boolean(),
    alternateNames: z.nullable(z.string()),
    criminalBackgroundAttestation: z.boolean(),
    address: Address,
    phoneNumber: z.string(),
  }),
  information: z.object({
    residencyReason: z.nullable(z.string()),
    referralSource: z.nullable(z.string()),
  }),
  /** The name typed under the sworn statement, which replaces an upload. */
  proofOfAddressSwornBy: z.nullable(z.string()),
  /** URL of the uploaded proof; needs no credential and expires after one hour. */
  proofOfAddressFileUrl: z.nullable(z.url()),
  proofOfAddressFileState: z.nullable(z.enum(uploadStates)),
  agreement: z.object({
    aocId: z.string(),
    version: z.string(),
    acceptedAt: z.nullable(OutputInstant),
    signerName: z.nullable(z.string()),
  }),
  verification: z.object({
    status: z.enum(['pending', ...verificationOutcomes]),
    verifiedAt: z.nullable(OutputInstant),
  }),
  /** Null before the first payment attempt, and always for a free residency. */
  invoice: z.nullable(Invoice),
  /** The account that has the address now, for comparison; null if there is none. */
  account: z.nullable(
    z.object({
      personId: Id,
      status: z.enum(applicantAccountStatuses),
      confirmedAt: z.nullable(OutputInstant),
      differences: z.array(z.enum(comparedFields)),
      givenName: z.nullable(z.string()),
      surname: z.nullable(z.string()),
      dateOfBirth: z.nullable(z.string()),
      sex: z.nullable(z.enum(sexes)),
      countryOfBirth: z.nullable(z.string()),
      citizenships: z.array(z.string()),
      address: z.nullable(Address),
      phoneNumber: z.nullable(z.string()),
      residentPermitNumber: z.nullable(z.string()),
      residencyActive: z.boolean(),
    }),
  ),
  referralCode: z.nullable(z.string()),
  submittedAt: z.nullable(OutputInstant),
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  rejectedReason: z.nullable(z.string()),
  /** When someone with access to the applicant's email objected. */
  objectedAt: z.nullable(OutputInstant),
  personId: z.nullable(Id),
  residentPermitNumber: z.nullable(z.string()),
  createdAt: OutputInstant,
});

export const AdminResidencyApplicationAnswer = z.object({ data: AdminResidencyApplication });

/** Query of `GET /admin/v1/residency_applications`. */
export const AdminResidencyApplicationQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(residencyApplicationStatuses)),
  integrationId: z.optional(Id),
});

/** A residency application as a list item. */
export const ResidencyApplicationLine = z.object({
  id: Id,
  integrationId: Id,
  statusId: z.enum(residencyApplicationStatuses),
  residencyType: z.enum(appliedResidencies),
  givenName: z.string(),
  surname: z.string(),
  invoiceId: Id,
  paidAt: z.nullable(OutputInstant),
  submittedAt: z.nullable(OutputInstant),
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  personId: z.nullable(Id),
  residentPermitNumber: z.nullable(z.string()),
  createdAt: OutputInstant,
});
export type ResidencyApplicationLine = z.output<typeof ResidencyApplicationLine>;

export const ResidencyApplicationPage = PageOf(ResidencyApplicationLine);

/** The application as a list item (admin 6). */
export function presentResidencyApplicationLine({
  data: { residencyType, personalDetails },
  ...application
}: Omit<ResidencyApplicationLine, 'residencyType' | 'givenName' | 'surname'> & {
  readonly data: Pick<ResidencyApplicationLine, 'residencyType'> & {
    readonly personalDetails: Pick<ResidencyApplicationLine, 'givenName' | 'surname'>;
  };
}): ResidencyApplicationLine {
  return presented(ResidencyApplicationLine, {
    ...application,
    residencyType,
    givenName: personalDetails.givenName,
    surname: personalDetails.surname,
  });
}
