import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { paymentProviders } from '../domain/payment.ts';

/**
 * For how long a session is kept, in seconds: 90 days. Providers report within days, so that no report comes
 * too late.
 */
const retentionSeconds = 7_776_000;

/** What can be paid in a checkout. */
export const checkoutSubjectTypes = ['legal_entity_application', 'residency_application'] as const;
export type CheckoutSubjectType = (typeof checkoutSubjectTypes)[number];

/** A hosted checkout. Its id is a secret, of which only the digest, the `reference`, is stored. */
export const StoredCheckoutSession = z.object({
  reference: z.string(),
  /** The type of the application; absent in sessions from before there was more than one. */
  subjectType: z._default(z.enum(checkoutSubjectTypes), 'legal_entity_application'),
  applicationId: z.string(),
  /** The person or the integration that the application belongs to. */
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
  version: z.int(),
});
export type StoredCheckoutSession = z.output<typeof StoredCheckoutSession>;

/** What stands for a session's id wherever the id itself must not be: it opens nothing. */
export function checkoutReference(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}

/** The session that a provider's report names; null when there is none. */
export async function findCheckoutSession(
  table: Table,
  reference: string,
): Promise<StoredCheckoutSession | null> {
  return parseFound(StoredCheckoutSession, await getItem(table, keys.checkoutSession(reference)));
}

/** Keeps a checkout session; refused where its id exists. */
export function newCheckoutSessionWrite(session: StoredCheckoutSession): Write {
  return create(itemOf(session));
}

/** The write that stores a session's next state, unless somebody wrote it since it was read. */
export function checkoutSessionWrite(session: StoredCheckoutSession): Write {
  return replace(itemOf(session));
}

function itemOf(session: StoredCheckoutSession) {
  return {
    ...keys.checkoutSession(session.reference),
    ...session,
    ttl: Math.ceil(Date.parse(session.createdAt) / 1000) + retentionSeconds,
  };
}
