import { codeKey, voucherCodeKey } from '../domain/code.ts';
import { nameKey } from '../domain/legal-entity.ts';
import { digest, nameClaim, nameReservation } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of legal entities, their names, and their referral codes. */
export const entityKeys = {
  entity: (id: string) => ({ pk: `ENTITY#${id}`, sk: 'ENTITY' }),
  registryRow: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'REGISTRY' }),
  /** That rows of the registry lie on its spread lists. */
  registrySpread: () => ({ pk: 'REGISTRY_SPREAD', sk: 'REGISTRY_SPREAD' }),
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
  /** `optionId` null: the name is reserved for every option. */
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
  /** A withdrawn document of an entity, by its bytes, as certificates identify it. */
  withdrawal: (entityId: string, sha256: string) => ({
    pk: `WITHDRAWAL#${digest(`${entityId} ${sha256}`)}`,
    sk: 'WITHDRAWAL',
  }),
  /** Corrections of an entity's data, in order. */
  entityCorrection: (entityId: string, at: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CORRECTION#${at}#${id}`,
  }),
  /** When the entity's residency ends and when it was registered, on the lists of that. */
  entityTerm: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'TERM' }),
  /** A representative's confirmation of the register entry for a year (YYYY). */
  entityConfirmation: (entityId: string, year: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CONFIRMATION#${year}`,
  }),
  /** One notice of the end of a term (a residency, or that of an entity): so many days before that UTC day. */
  termNotice: (termId: string, day: string, step: string) => ({
    pk: `TERM_NOTICE#${termId}`,
    sk: `${day}#${step}`,
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

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
