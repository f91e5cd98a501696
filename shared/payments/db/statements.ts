import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, orElse, replace, type Write } from '../../kernel/db/transact.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { StatementEntry, StatementProgress } from '../domain/statement.ts';

const StoredProgress = z.object({
  since: z.string(),
  day: z.string(),
  cursor: z.nullable(z.string()),
  retryAt: z.nullable(z.string()),
  failures: z.int(),
  version: z.int(),
});
type StoredProgress = z.output<typeof StoredProgress>;

/** How far the statements of a provider have been read; null: not at all. */
export async function findStatementProgress(
  table: Table,
  provider: PaymentProviderName,
): Promise<StoredProgress | null> {
  return parseFound(StoredProgress, await getItem(table, keys.paymentStatement(provider)));
}

/** Keeps how far it is; `version` as it was read, 0: nothing was. Refused when somebody else reads, too. */
export function statementProgressWrite(
  provider: PaymentProviderName,
  progress: StatementProgress & { readonly version: number },
): Write {
  const item = { ...keys.paymentStatement(provider), ...progress, provider };
  return progress.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/** Records money that went back, for ever: a transaction with this write goes through once for each movement. */
export function paymentReturnWrite(
  provider: PaymentProviderName,
  { id: entryId, kind, paymentId, amountCents, currency }: StatementEntry,
  recorded: { readonly day: string; readonly at: string; readonly invoiceId: string | null },
): Write<'repeated'> {
  const item = { provider, entryId, kind, paymentId, amountCents, currency, ...recorded };
  return orElse(create({ ...keys.paymentReturn(provider, entryId), ...item }), () => 'repeated');
}
