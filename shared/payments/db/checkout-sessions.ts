import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readUpTo } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { paymentProviders } from '../domain/payment.ts';

/**
 * How long a session is stored, in seconds (90 days). Providers report within days, so no notification arrives too
 * late.
 */
const retentionSeconds = 7_776_000;

const checkoutSubjectTypes = products;
export type CheckoutSubjectType = Product;

/** A hosted checkout. Its id is a secret; only its digest, the `reference`, is stored. */
export const StoredCheckoutSession = z.object({
  reference: z.string(),
  /** The product that is paid for. */
  subjectType: z.enum(checkoutSubjectTypes),
  /** The id of the application or filing. */
  applicationId: z.string(),
  /** The legal entity of a filing; absent for applications. */
  entityId: z.optional(z.string()),
  /** The person or integration that opened it and owns the application. */
  ownerId: z.string(),
  invoiceId: z.string(),
  provider: z.enum(paymentProviders),
  redirectUrl: z.string(),
  /** For the provider's receipt. */
  email: z.nullable(z.string()),
  payment: z.nullable(z.object({ paymentId: z.string(), url: z.string() })),
  attempts: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
  cancelledAt: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  question: z.nullable(
    z.object({ startedAt: z.string(), askAt: z.nullable(z.string()), failures: z.int() }),
  ),
  version: z.int(),
});
export type StoredCheckoutSession = z.output<typeof StoredCheckoutSession>;

/** A digest used where a session's id must not appear. It grants no access. */
export function checkoutReference(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}

/** The session with the reference in a provider's notification; null if there is none. */
export async function findCheckoutSession(
  table: Table,
  reference: string,
): Promise<StoredCheckoutSession | null> {
  return parseFound(StoredCheckoutSession, await getItem(table, keys.checkoutSession(reference)));
}

/** Stores a checkout session; refused if its id exists. */
export function newCheckoutSessionWrite(session: StoredCheckoutSession): Write {
  return create(itemOf(session));
}

/** The write that stores a session's next state. Refused if the session has changed since it was read. */
export function checkoutSessionWrite(session: StoredCheckoutSession): Write {
  return replace(itemOf(session));
}

/** The number of lists of payment questions, by reference, because every started payment writes to one index. */
const questionLists = 8;

/** The references of sessions whose provider must be queried now, oldest first per list. */
export function dueQuestions(table: Table, now: string): readonly AsyncGenerator<string>[] {
  return Array.from({ length: questionLists }, (_, list) => dueOf(table, list, now));
}

async function* dueOf(table: Table, list: number, now: string): AsyncGenerator<string> {
  const partition = { value: partitions.paymentQuestions(list), index: 'gsi1' } as const;
  // `~` sorts after the first characters of all references.
  for await (const item of readUpTo(table, partition, `${now}#~`, 50)) {
    yield String(item['reference']);
  }
}

function itemOf(session: StoredCheckoutSession) {
  const { reference, question } = session;
  const list = Number.parseInt(reference.slice(0, 8), 16) % questionLists;
  return {
    ...keys.checkoutSession(reference),
    ...session,
    ...(question !== null &&
      question.askAt !== null && {
        gsi1pk: partitions.paymentQuestions(list),
        gsi1sk: `${question.askAt}#${reference}`,
      }),
    ttl: Math.ceil(Date.parse(session.createdAt) / 1000) + retentionSeconds,
  };
}

/** The payer of a checkout; for a filing, with the entity. */
type Payer = Pick<StoredCheckoutSession, 'entityId' | 'ownerId'>;

/** Whether the payer may pay: for a filing, only a representative of its entity. One read, for filings only. */
export async function mayPay(table: Table, { entityId, ownerId }: Payer): Promise<boolean> {
  if (entityId === undefined) return true;
  return (await getItem(table, keys.representative(entityId, ownerId))) !== undefined;
}

/** Refuses the transaction if the payer may no longer pay; undefined if there is nothing to check. */
export function payerCheck({ entityId, ownerId }: Payer): Write | undefined {
  return entityId === undefined ? undefined : mustExist(keys.representative(entityId, ownerId));
}
