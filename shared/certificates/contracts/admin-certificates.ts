import * as z from 'zod/mini';
import { uploadStates } from '../../documents/domain/upload-scan.ts';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { FreeLine, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { certificateStatuses, referralReasons } from '../domain/certificate.ts';
import { CertificateRequest } from './certificate.ts';

/** Body of `POST /admin/v1/certificate_requests/{id}/cancel`. */
export const CancelCertificateRequest = z.object({
  reason: z.optional(z.nullable(FreeLine(2000))),
});

/** A request as operators see it. The last three fields are for reviewers. */
export const AdminCertificateRequestAnswer = z.object({
  data: z.object({
    ...CertificateRequest.shape,
    /** Null until issued. */
    verificationCode: z.nullable(z.string()),
    referredFor: z.nullable(z.enum(referralReasons)),
    /** URL of the uploaded proof; needs no credential and expires after one hour. */
    taxPaymentProofFileUrl: z.nullable(z.url()),
    taxPaymentProofFileState: z.nullable(z.enum(uploadStates)),
  }),
});

/** Body of `POST …/documents/{documentId}/withdraw`. */
export const WithdrawDocumentBody = z.object({
  reason: FreeLine(2000),
  replacedBy: z.optional(z.nullable(Id)),
});

export const WithdrawnDocumentAnswer = z.object({
  data: z.object({
    id: Id,
    name: z.string(),
    sha256: z.string(),
    withdrawnAt: OutputInstant,
    replacedBy: z.nullable(Id),
  }),
});

/** Query of `GET /admin/v1/certificate_requests`. */
export const CertificateQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(certificateStatuses)),
  legalEntityId: z.optional(Id),
});

/** A request as a list item. */
export const CertificateLine = z.object({
  id: Id,
  legalEntityId: Id,
  statusId: z.enum(certificateStatuses),
  requestedBy: Id,
  contested: z.boolean(),
  referredFor: z.nullable(z.enum(referralReasons)),
  invoiceId: Id,
  paidAt: z.nullable(OutputInstant),
  issuedAt: z.nullable(OutputInstant),
  documentId: z.nullable(Id),
  createdAt: OutputInstant,
});
export type CertificateLine = z.output<typeof CertificateLine>;

export const CertificatePage = PageOf(CertificateLine);

/** The request as a list item (admin 9). */
export function presentCertificateLine({
  entityId,
  ...request
}: Omit<CertificateLine, 'legalEntityId'> & { readonly entityId: string }): CertificateLine {
  return presented(CertificateLine, {
    ...request,
    legalEntityId: entityId,
  });
}
