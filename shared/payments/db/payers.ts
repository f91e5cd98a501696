import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { StoredCheckoutSession } from './checkout-sessions.ts';

/** Who pays in a checkout; of a filing, in the name of which entity. */
type Payer = Pick<StoredCheckoutSession, 'entityId' | 'ownerId'>;

/** Whether the payer may pay: of a filing, whether they represent its entity. One read, for filings only. */
export async function mayPay(table: Table, { entityId, ownerId }: Payer): Promise<boolean> {
  if (entityId === undefined) return true;
  return (await getItem(table, keys.representative(entityId, ownerId))) !== undefined;
}

/** Lets a transaction through only while that still holds; undefined where nothing has to. */
export function payerCheck({ entityId, ownerId }: Payer): Write | undefined {
  return entityId === undefined ? undefined : mustExist(keys.representative(entityId, ownerId));
}
