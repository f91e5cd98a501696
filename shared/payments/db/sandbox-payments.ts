import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { paymentProviders } from '../domain/payment.ts';
import { sandboxStatuses } from '../domain/sandbox-payment.ts';
import { utcDay } from '../domain/statement.ts';

/** How long a test payment is stored, in seconds (30 days). */
const retentionSeconds = 2_592_000;

/** The sandbox's record of a payment, limited to what a real provider would store. */
export const StoredSandboxPayment = z.object({
  paymentId: z.string(),
  provider: z.enum(paymentProviders),
  reference: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  description: z.string(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  statusId: z.enum(sandboxStatuses),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  version: z.int(),
});
export type StoredSandboxPayment = z.output<typeof StoredSandboxPayment>;

/** A test payment by its id; null if there is none. */
export async function findSandboxPayment(
  table: Table,
  paymentId: string,
): Promise<StoredSandboxPayment | null> {
  return parseFound(StoredSandboxPayment, await getItem(table, keys.sandboxPayment(paymentId)));
}

/** Stores a test payment; refused if its id exists. */
export function newSandboxPaymentWrite(payment: StoredSandboxPayment): Write {
  return create(itemOf(payment));
}

/** The write that stores a payment's next state. Refused if the payment has changed since it was read. */
export function sandboxPaymentWrite(payment: StoredSandboxPayment): Write {
  return replace(itemOf(payment));
}

/** The sandbox's payments for this provider on a UTC day; may be slightly out of date. */
export async function sandboxPaymentsOf(
  table: Table,
  provider: StoredSandboxPayment['provider'],
  day: string,
): Promise<readonly StoredSandboxPayment[]> {
  const value = partitions.sandboxStatement(provider, day);
  const items = await readAll(table, { value, index: 'gsi1' });
  return items.map((item) => parseStored(StoredSandboxPayment, item));
}

function itemOf(payment: StoredSandboxPayment) {
  const { paymentId, provider, paidAt } = payment;
  return {
    ...keys.sandboxPayment(paymentId),
    ...payment,
    ...(paidAt !== null && {
      gsi1pk: partitions.sandboxStatement(provider, utcDay(paidAt)),
      gsi1sk: `${paidAt}#${paymentId}`,
    }),
    ttl: Math.ceil(Date.parse(payment.createdAt) / 1000) + retentionSeconds,
  };
}
