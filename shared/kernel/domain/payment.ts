export interface Fee {
  readonly amountCents: number;
  readonly currency: string;
}

/** A provider's report of a payment. */
export const paymentResults = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type PaymentResult = (typeof paymentResults)[number];

/** The receipt issuer from the configuration. */
export interface ReceiptIssuer {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly taxNumber?: string | undefined;
}

/** The permanent content of a receipt. */
export interface Receipt {
  /** For example `R-2026-000123`. */
  readonly number: string;
  readonly payerName: string;
  readonly subjectName: string;
  readonly issuer: { readonly [Part in keyof ReceiptIssuer]-?: string | null };
}
