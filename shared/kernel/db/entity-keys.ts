import { codeKey, voucherCodeKey } from '../domain/code.ts';
import { nameKey } from '../domain/legal-entity.ts';
import { digest, nameClaim, nameReservation } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of legal entities, their names, and their referral codes. */
export const entityKeys = {
  entity: (id: string) => ({ pk: `ENTITY#${id}`, sk: 'ENTITY' }),
  registryRow: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'REGISTRY' }),
  /** Recorded once changes of the registry are written to sharded lists. */
  registrySharding: () => ({ pk: 'REGISTRY_SHARDING', sk: 'REGISTRY_SHARDING' }),
  representative: (entityId: string, personId: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `REPRESENTATIVE#${personId}`,
  }),
  represented: (personId: string, entityId: string) => ({
    pk: `PERSON#${personId}`,
    sk: `ENTITY#${entityId}`,
  }),
  entityName: (optionId: string, name: string) => nameClaim(optionId, nameKey(name)),
  document: (entityId: string, createdAt: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `DOCUMENT#${createdAt}#${id}`,
  }),
  /** `optionId` is null if the name is reserved for every option. */
  reservedName: (optionId: string | null, name: string) => nameReservation(optionId, nameKey(name)),
  reservedNameId: (id: string) => ({ pk: `RESERVED_ID#${id}`, sk: 'RESERVED_ID' }),
  referralCode: (code: string) => ({ pk: `REFERRAL#${codeKey(code)}`, sk: 'REFERRAL' }),
  /** The code's partition lists everyone it referred. */
  referredEntity: (code: string, createdAt: string, entityId: string) => ({
    pk: `REFERRAL#${codeKey(code)}`,
    sk: `ENTITY#${createdAt}#${entityId}`,
  }),
  referredPerson: (code: string, createdAt: string, personId: string) => ({
    pk: `REFERRAL#${codeKey(code)}`,
    sk: `PERSON#${createdAt}#${personId}`,
  }),
  /** A withdrawn document of an entity, by its SHA-256, which certificates contain. */
  withdrawal: (entityId: string, sha256: string) => ({
    pk: `WITHDRAWAL#${digest(`${entityId} ${sha256}`)}`,
    sk: 'WITHDRAWAL',
  }),
  /** Corrections of an entity's data, in order. */
  entityCorrection: (entityId: string, at: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CORRECTION#${at}#${id}`,
  }),
  /** The end of the entity's residency and its registration date, for the lists of both. */
  entityTerm: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'TERM' }),
  /** A representative's confirmation of the register entry for a year (YYYY). */
  entityConfirmation: (entityId: string, year: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CONFIRMATION#${year}`,
  }),
  /** A notice that a residency (of a person or an entity) ends on a UTC day, by its step. */
  termNotice: (termId: string, day: string, step: string) => ({
    pk: `TERM_NOTICE#${termId}`,
    sk: `${day}#${step}`,
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** Keys of invoices and payments. */
export const paymentKeys = {
  /** Equivalent spellings of a code have the same key. */
  voucher: (code: string) => ({ pk: `VOUCHER#${voucherCodeKey(code)}`, sk: 'VOUCHER' }),
  invoice: (id: string) => ({ pk: `INVOICE#${id}`, sk: 'INVOICE' }),
  /** The last receipt number of a year (four digits). */
  receiptCounter: (year: string) => ({ pk: `RECEIPTS#${year}`, sk: 'COUNTER' }),
  /** `reference` is the digest of the session's id, which is a secret. */
  checkoutSession: (reference: string) => ({ pk: `CHECKOUT#${reference}`, sk: 'CHECKOUT' }),
  /** The provider's ids are hashed because their form and length vary. */
  paymentReport: (provider: string, eventId: string) => ({
    pk: `PAYMENT_REPORT#${provider}#${digest(eventId)}`,
    sk: 'PAYMENT_REPORT',
  }),
  payment: (provider: string, paymentId: string) => ({
    pk: `PAYMENT#${provider}#${digest(paymentId)}`,
    sk: 'PAYMENT',
  }),
  /** Its id is derived from the difference: see `shared/payments/db/payment-cases.ts`. */
  paymentCase: (id: string) => ({ pk: `PAYMENT_CASE#${id}`, sk: 'PAYMENT_CASE' }),
  /** How far a provider's statements have been read. */
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
