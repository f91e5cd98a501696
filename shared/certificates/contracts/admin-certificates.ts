import * as z from 'zod/mini';
import { FreeLine } from '../../kernel/contracts/text.ts';
import { referralReasons } from '../domain/certificate.ts';
import { CertificateRequest } from './certificate.ts';

/** Body of `POST /admin/v1/certificate_requests/{id}/cancel`. */
export const CancelCertificateRequest = z.object({
  reason: z.optional(z.nullable(FreeLine(2000))),
});

/** A request as operators see it; the last two fields are for whoever reviews it. */
export const AdminCertificateRequestAnswer = z.object({
  data: z.object({
    ...CertificateRequest.shape,
    /** Null until it is issued. */
    verificationCode: z.nullable(z.string()),
    referredFor: z.nullable(z.enum(referralReasons)),
    /** The uploaded proof itself; needs no credential and expires after one hour. */
    taxPaymentProofFileUrl: z.nullable(z.url()),
  }),
});
