import * as z from 'zod/mini';
import { OwnReference, ownListFields } from '../../kernel/contracts/own-list.ts';
import { FreeText, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { each } from '../../kernel/domain/fields.ts';
import { InvoiceSummary } from '../../payments/contracts/payment-contract.ts';
import {
  InformationRequested,
  InformationSteps,
} from '../../reviews/contracts/information-contract.ts';
import { rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import { certificateStatuses } from '../domain/certificate.ts';
import { certificateTypes, requestableTypes, unshownDetails } from '../domain/certificate-type.ts';

/** Path of one request of an entity. A malformed id gets the 404 of an unknown request. */
export const CertificateRequestPath = z.object({ id: Id, requestId: Id });

/** The evidence that taxes are paid, for reviewers. */
export const Contest = z.object({
  note: FreeText(2000),
  /** The URL of a file uploaded to the portal by a representative. */
  proofUrl: z.url().check(z.maxLength(2048)),
});
export type Contest = z.output<typeof Contest>;

/**
 * Body of `POST …/certificate_requests` (spec 4.16); usually `{}` or no body. Whether the proof was uploaded is checked
 * elsewhere.
 */
export const CreateCertificateRequest = z.object({
  contest: z.optional(z.nullable(Contest)),
  reference: OwnReference,
});

/** Body of `POST …/certificate_requests/{requestId}/pay/voucher` (spec 4.16). */
export const CertificateVoucher = z.object({
  voucherCode: z.string().check(z.minLength(1), z.maxLength(200)),
});

export const CertificateNextSteps = z.object({
  paymentRequired: z.boolean(),
  awaitingReview: z.boolean(),
  issued: z.boolean(),
  /** Additions to the contract. */
  ...InformationSteps.shape,
});

/** A request for a Certificate of Good Standing as returned (spec 2.8). */
export const CertificateRequest = z.object({
  id: Id,
  legalEntityId: Id,
  type: z.literal(requestableTypes),
  statusId: z.enum(certificateStatuses),
  contested: z.boolean(),
  taxContestNote: z.nullable(z.string()),
  taxPaymentProofUrl: z.nullable(z.url()),
  contestedAt: z.nullable(OutputInstant),
  reviewedAt: z.nullable(OutputInstant),
  issuedAt: z.nullable(OutputInstant),
  rejectionReason: z.nullable(z.string()),
  /** An addition to the contract. */
  rejectedReasonCode: z.nullable(z.enum(rejectionReasons)),
  documentId: z.nullable(Id),
  documentUrl: z.nullable(z.url()),
  /** An addition to the contract: the public page to verify the certificate. */
  verificationUrl: z.nullable(z.url()),
  invoice: z.nullable(InvoiceSummary),
  /** An addition to the contract. */
  reference: z.nullable(z.string()),
  createdAt: OutputInstant,
  updatedAt: OutputInstant,
  informationRequest: InformationRequested,
  nextSteps: CertificateNextSteps,
});
export type CertificateRequest = z.input<typeof CertificateRequest>;

/** Whether the entity can have a certificate now. A `taxCompliant` of null means unknown. */
export const CertificateEligibility = z.object({
  eligible: z.boolean(),
  reason: z.nullable(z.enum(['not_eligible_entity_type', 'not_in_good_standing'])),
  taxCompliant: z.nullable(z.boolean()),
});

export const CertificateRequestList = z.object({
  ...ownListFields(CertificateRequest),
  eligibility: CertificateEligibility,
});
export const CertificateRequestAnswer = z.object({ data: CertificateRequest });
export const CreatedCertificateRequest = z.object({
  data: CertificateRequest,
  nextSteps: CertificateNextSteps,
});
export const PaidCertificateRequest = z.object({
  success: z.literal(true),
  data: CertificateRequest,
  message: z.string(),
});

/** Path of a certificate's public page. Accepts any text, because the page explains invalid codes. */
export const CertificateLink = z.object({ code: z.string() });

/** Query of the page with a field for a code. Accepts any text, because the page explains invalid codes. */
export const CertificateSearch = z.object({ code: z.optional(z.string()) });

/** The JSON of `GET /certificates/{code}` about a document of a legal entity. */
export const EntityCertificateVerification = z.object({
  genuine: z.literal(true),
  type: z.enum(certificateTypes),
  /** The entity as named on the certificate. */
  legalEntity: z.object({ name: z.string(), residentPermitNumber: z.string() }),
  issuedAt: OutputInstant,
  /** Whether the entity is in good standing at the moment of the answer. */
  inGoodStanding: z.boolean(),
  /** The change that the certificate documents; null for other types. */
  change: z.nullable(
    z.object({
      name: z.nullable(z.object({ from: z.string(), to: z.string() })),
      ...each(unshownDetails, z.boolean()),
    }),
  ),
  /** SHA-256 of the PDF, in hexadecimal. */
  sha256: z.string(),
  /** When it was withdrawn and what replaces it; null if not withdrawn. An addition to the contract. */
  withdrawn: z.nullable(
    z.object({
      at: OutputInstant,
      replacedBy: z.nullable(
        z.object({ name: z.string(), createdAt: OutputInstant, sha256: z.string() }),
      ),
    }),
  ),
});
/** The same for a resident's Agreement of Coexistence. */
export const AgreementVerification = z.object({
  genuine: z.literal(true),
  type: z.literal('agreement_of_coexistence'),
  /** The resident as named on the agreement. */
  resident: z.object({ name: z.string(), residentPermitNumber: z.string() }),
  residencyType: z.string(),
  agreementVersion: z.string(),
  effectiveDate: OutputInstant,
  signedAt: OutputInstant,
  issuedAt: OutputInstant,
  /** Whether the person has a residency at the moment of the answer. */
  active: z.boolean(),
  /** SHA-256 of the PDF, in hexadecimal. */
  sha256: z.string(),
  /** When the residency of the agreement was annulled; null if it was not. */
  annulledAt: z.nullable(OutputInstant),
});

/** The JSON of `GET /certificates/{code}`. */
export const CertificateVerification = z.union([
  EntityCertificateVerification,
  AgreementVerification,
]);
export type CertificateVerification = z.input<typeof CertificateVerification>;
