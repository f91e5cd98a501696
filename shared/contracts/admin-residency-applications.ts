import * as z from 'zod/mini';
import { sexes } from '../domain/person.ts';
import {
  appliedResidencies,
  residencyApplicationStatuses,
  verificationOutcomes,
} from '../domain/residency-application-state.ts';
import { Address } from './address.ts';
import { Invoice } from './admin-applications.ts';
import { Id, OutputInstant } from './text.ts';

/** Body of `POST /admin/v1/residency_applications/{id}/verification`. */
export const VerifyApplicant = z.object({
  status: z.enum(verificationOutcomes),
  /** The `version` that was looked at: nobody's particulars change unnoticed. */
  expectedVersion: z.optional(z.int().check(z.gte(1))),
});

export const VerificationAnswer = z.object({
  data: z.object({
    applicationId: Id,
    status: z.enum(verificationOutcomes),
    verifiedAt: OutputInstant,
  }),
});

/** A residency application with all that its reviewers need; sworn statements and proofs included. */
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
  /** What was signed instead of an upload: the name as it was typed. */
  proofOfAddressSwornBy: z.nullable(z.string()),
  /** The uploaded proof itself; needs no credential and expires after one hour. */
  proofOfAddressFileUrl: z.nullable(z.url()),
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
  /** Null until somebody has wanted to pay; a free residency never has one. */
  invoice: z.nullable(Invoice),
  referralCode: z.nullable(z.string()),
  submittedAt: z.nullable(OutputInstant),
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  rejectedReason: z.nullable(z.string()),
  personId: z.nullable(Id),
  residentPermitNumber: z.nullable(z.string()),
  createdAt: OutputInstant,
});

export const AdminResidencyApplicationAnswer = z.object({ data: AdminResidencyApplication });
