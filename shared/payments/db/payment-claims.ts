import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { create, orElse, replace, type Write } from '../../kernel/db/transact.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import { type StatementEntry, type StatementProgress, utcDay } from '../domain/statement.ts';

/** How long the claim on a notification is stored, in seconds (30 days): far longer than its signature is accepted. */
const retentionSeconds = 2_592_000;

/** The number of lists of a day's payments, because all settlements write to one index. */
const dayLists = 8;

/** Claims a provider's notification, so that it is processed once. Refused as `repeated`. */
export function reportClaim(
  provider: PaymentProviderName,
  eventId: string,
  at: string,
): Write<'repeated'> {
  return orElse(
    create({
      ...keys.paymentReport(provider, eventId),
      provider,
      eventId,
      at,
      ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
    }),
    () => 'repeated',
  );
}

/**
 * Claims a payment permanently, so that a provider that reports it under two ids settles or duplicates nothing twice.
 * Refused as `repeated`. The claims of a day are listed, for comparison with the provider's statement.
 */
export function paymentClaim(
  provider: PaymentProviderName,
  paymentId: string,
  outcome: { readonly outcome: 'settled' | 'duplicate'; readonly invoiceId: string },
  at: string,
): Write<'repeated'> {
  const key = keys.payment(provider, paymentId);
  const hash = key.pk.slice(key.pk.lastIndexOf('#') + 1);
  const list = Number.parseInt(hash.slice(0, 8), 16) % dayLists;
  return orElse(
    create({
      ...key,
      provider,
      paymentId,
      ...outcome,
      at,
      gsi1pk: partitions.paymentsOfDay(provider, utcDay(at), list),
      gsi1sk: `${at}#${hash}`,
    }),
    () => 'repeated',
  );
}

/** A payment that was processed here. */
export const ClaimedPayment = z.object({
  paymentId: z.string(),
  outcome: z.enum(['settled', 'duplicate']),
  invoiceId: z.string(),
  at: z.string(),
  /** The id of its entry on the provider's statement; absent until found. */
  entryId: z._default(z.nullable(z.string()), null),
});
export type ClaimedPayment = z.output<typeof ClaimedPayment>;

/** Null for a payment that was not processed. */
export async function findClaimedPayment(
  table: Table,
  provider: PaymentProviderName,
  paymentId: string,
): Promise<ClaimedPayment | null> {
  return parseFound(ClaimedPayment, await getItem(table, keys.payment(provider, paymentId)));
}

/** Payments processed on a UTC day, in their current state. The list is read from an index. */
export async function claimedPaymentsOf(
  table: Table,
  provider: PaymentProviderName,
  day: string,
): Promise<readonly ClaimedPayment[]> {
  const lists = await Promise.all(
    Array.from({ length: dayLists }, (_, list) =>
      readAll(table, { value: partitions.paymentsOfDay(provider, day, list), index: 'gsi1' }),
    ),
  );
  const listed = lists
    .flat()
    .map((item) => parseStored(ClaimedPayment, item))
    .filter(({ entryId }) => entryId === null);
  if (listed.length === 0) return [];
  const found = await getItems(
    table,
    listed.map(({ paymentId }) => keys.payment(provider, paymentId)),
  );
  return found.flatMap((item) => (item === undefined ? [] : [parseStored(ClaimedPayment, item)]));
}

/** Records a payment's entry on the statement. Refused as `other_entry` if it was found on another entry. */
export function foundOnStatement(
  provider: PaymentProviderName,
  paymentId: string,
  entryId: string,
): Write<'other_entry'> {
  return orElse(
    {
      update: {
        Key: keys.payment(provider, paymentId),
        UpdateExpression: 'SET entryId = :entry',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(entryId) OR entryId = :entry)',
        ExpressionAttributeValues: { ':entry': entryId },
      },
    },
    () => 'other_entry',
  );
}

const StoredProgress = z.object({
  since: z.string(),
  day: z.string(),
  cursor: z.nullable(z.string()),
  retryAt: z.nullable(z.string()),
  failures: z.int(),
  version: z.int(),
});
type StoredProgress = z.output<typeof StoredProgress>;

/** How far the statements of a provider have been read; null if not at all. */
export async function findStatementProgress(
  table: Table,
  provider: PaymentProviderName,
): Promise<StoredProgress | null> {
  return parseFound(StoredProgress, await getItem(table, keys.paymentStatement(provider)));
}

/**
 * Stores the progress. `version` is the version that was read; 0 for a new record. Refused if another process is
 * reading as well.
 */
export function statementProgressWrite(
  provider: PaymentProviderName,
  progress: StatementProgress & { readonly version: number },
): Write {
  const item = { ...keys.paymentStatement(provider), ...progress, provider };
  return progress.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/** Records a refund or chargeback permanently, once per movement. */
export function paymentReturnWrite(
  provider: PaymentProviderName,
  { id: entryId, kind, paymentId, amountCents, currency }: StatementEntry,
  recorded: { readonly day: string; readonly at: string; readonly invoiceId: string | null },
): Write<'repeated'> {
  const item = { provider, entryId, kind, paymentId, amountCents, currency, ...recorded };
  return orElse(create({ ...keys.paymentReturn(provider, entryId), ...item }), () => 'repeated');
}
