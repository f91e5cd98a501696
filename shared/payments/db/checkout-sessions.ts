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
 * How long a session is stored, in seconds: 90 days. Providers report within days, so no report arrives too late.
 */
const retentionSeconds = 7_776_000;

/** What can be paid in a checkout. */
const checkoutSubjectTypes = products;
export type CheckoutSubjectType = Product;

/** A hosted checkout. Its id is a secret, of which only the digest, the `reference`, is stored. */
export const StoredCheckoutSession = z.object({
  reference: z.string(),
  /** The type of what is paid for. */
  subjectType: z.enum(checkoutSubjectTypes),
  /** The application or filing. */
  applicationId: z.string(),
  /** The legal entity of a filing; absent of applications. */
  entityId: z.optional(z.string()),
  /** The person or the integration that opened it, and to which an application belongs. */
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

/** The session that a provider's report names; null if there is none. */
export async function findCheckoutSession(
  table: Table,
  reference: string,
): Promise<StoredCheckoutSession | null> {
  return parseFound(StoredCheckoutSession, await getItem(table, keys.checkoutSession(reference)));
}

/** Keeps a checkout session; refused if its id exists. */
export function newCheckoutSessionWrite(session: StoredCheckoutSession): Write {
  return create(itemOf(session));
}

/** The write that stores a session's next state, unless someone wrote it since it was read. */
export function checkoutSessionWrite(session: StoredCheckoutSession): Write {
  return replace(itemOf(session));
}

/** On how many lists the questions are, by their reference: all starts of payments write to one index. */
const questionLists = 8;

/** The references of the sessions whose provider must be asked by now, of each list the oldest first. */
export function dueQuestions(table: Table, now: string): readonly AsyncGenerator<string>[] {
  return Array.from({ length: questionLists }, (_, list) => dueOf(table, list, now));
}

async function* dueOf(table: Table, list: number, now: string): AsyncGenerator<string> {
  const partition = { value: partitions.paymentQuestions(list), index: 'gsi1' } as const;
  // `~` comes after whatever a reference begins with.
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

/** Whether the payer may pay: of a filing, whether they represent its entity. One read, for filings only. */
export async function mayPay(table: Table, { entityId, ownerId }: Payer): Promise<boolean> {
  if (entityId === undefined) return true;
  return (await getItem(table, keys.representative(entityId, ownerId))) !== undefined;
}

/** Lets a transaction through only while that still holds; undefined if nothing must. */
export function payerCheck({ entityId, ownerId }: Payer): Write | undefined {
  return entityId === undefined ? undefined : mustExist(keys.representative(entityId, ownerId));
}
