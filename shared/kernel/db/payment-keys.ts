import { voucherCodeKey } from '../domain/code.ts';
import { digest } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of what is owed and paid. */
export const paymentKeys = {
  /** Codes in any spelling that counts as the same. */
  voucher: (code: string) => ({ pk: `VOUCHER#${voucherCodeKey(code)}`, sk: 'VOUCHER' }),
  invoice: (id: string) => ({ pk: `INVOICE#${id}`, sk: 'INVOICE' }),
  /** The last number of a year's receipts; `year` of four digits. */
  receiptCounter: (year: string) => ({ pk: `RECEIPTS#${year}`, sk: 'COUNTER' }),
  /** `reference` is the digest of the session's id, which is a secret. */
  checkoutSession: (reference: string) => ({ pk: `CHECKOUT#${reference}`, sk: 'CHECKOUT' }),
  /** Ids that a provider chose are hashed: their form and length are not ours. */
  paymentReport: (provider: string, eventId: string) => ({
    pk: `PAYMENT_REPORT#${provider}#${digest(eventId)}`,
    sk: 'PAYMENT_REPORT',
  }),
  payment: (provider: string, paymentId: string) => ({
    pk: `PAYMENT#${provider}#${digest(paymentId)}`,
    sk: 'PAYMENT',
  }),
  /** Its id is made of the difference that it is about: see `shared/payments/db/payment-cases.ts`. */
  paymentCase: (id: string) => ({ pk: `PAYMENT_CASE#${id}`, sk: 'PAYMENT_CASE' }),
  /** How far the statements of a provider have been read. */
  paymentStatement: (provider: string) => ({
    pk: `PAYMENT_STATEMENT#${provider}`,
    sk: 'PAYMENT_STATEMENT',
  }),
  paymentReturn: (provider: string, entryId: string) => ({
    pk: `PAYMENT_RETURN#${provider}#${digest(entryId)}`,
    sk: 'PAYMENT_RETURN',
  }),
  sandboxPayment: (paymentId: string) => ({
    pk: `SANDBOX_PAYMENT#${digest(paymentId)}`,
    sk: 'SANDBOX_PAYMENT',
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;
