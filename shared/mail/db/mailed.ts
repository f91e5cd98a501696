import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { put, transact } from '../../kernel/db/transact.ts';
import { deliveryRetention } from '../../platform/db/deliveries.ts';

/** Whether the recipient has been sent the mail of this event. `recipient` names them within the event. */
export async function wasMailed(
  table: Table,
  eventId: string,
  recipient: string,
): Promise<boolean> {
  return (await getItem(table, keys.mailed(eventId, recipient))) !== undefined;
}

/** Notes that the recipient has been sent it, so that a repeat of the delivery leaves them out. */
export async function noteMailed(
  table: Table,
  eventId: string,
  recipient: string,
  at: string,
): Promise<void> {
  const ttl = Math.ceil(Date.parse(at) / 1000) + deliveryRetention;
  await transact(table, { mailed: put({ ...keys.mailed(eventId, recipient), at, ttl }) });
}
