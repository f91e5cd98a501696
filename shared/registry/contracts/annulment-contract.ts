import * as z from 'zod/mini';
import { FreeLine, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { annulmentReasons } from '../../kernel/domain/annulment.ts';

/** Body of `POST …/annul`. */
export const AnnulBody = z.object({
  reasonCode: z.enum(annulmentReasons),
  /** For operators; contains no names. */
  reason: FreeLine(2000),
  /** If true, nothing is changed. */
  plan: z.optional(z.boolean()),
});
export type AnnulBody = z.output<typeof AnnulBody>;

/** The effects of an annulment, planned or done. */
export const AnnulmentReport = z.object({
  subject: z.object({ type: z.enum(['legal_entity', 'amendment', 'residency']), id: Id }),
  /** If true, nothing was changed. */
  planned: z.boolean(),
  at: OutputInstant,
  reasonCode: z.enum(annulmentReasons),
  /** Fields that change, as text; an address on one line. */
  changes: z.array(
    z.object({
      of: z.enum(['legal_entity', 'residency']),
      id: Id,
      field: z.string(),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
  /** Documents that are withdrawn. */
  withdrawn: z.array(z.object({ id: Id, name: z.string() })),
  /** The amount paid for the filing, which is not refunded automatically; null if nothing. */
  paid: z.nullable(
    z.object({
      invoiceId: Id,
      amountCents: z.int(),
      currency: z.string(),
      paidAt: z.nullable(OutputInstant),
      voucherCode: z.nullable(z.string()),
    }),
  ),
  /** Open filings, requests and documents that remain and may need attention. */
  remaining: z.array(
    z.object({ type: z.enum(['amendment', 'certificate_request', 'document']), id: Id }),
  ),
});
export type AnnulmentReport = z.output<typeof AnnulmentReport>;

export const AnnulmentAnswer = z.object({ data: AnnulmentReport });

export const exampleAnnul = {
  reasonCode: 'approved_by_mistake',
  reason: 'The wrong case was approved',
} as const;

export const exampleAnnulment = {
  planned: false,
  at: '2026-01-17T09:30:00.000Z',
  reasonCode: 'approved_by_mistake',
  withdrawn: [{ id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21', name: 'Certificate of Amendment' }],
  paid: {
    invoiceId: 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690',
    amountCents: 20_000,
    currency: 'USD',
    paidAt: '2026-01-16T09:30:00.000Z',
    voucherCode: null,
  },
  remaining: [],
} as const;

/** The remaining work after each annulment, for the description of its operation. */
export const annulNote =
  'The filing keeps its status and its payment; `paid` shows the amount. The people concerned are notified by email. `reason` is stored in the audit trail, which only operators can read. With `plan`, nothing is changed, and the response shows what would change.';
