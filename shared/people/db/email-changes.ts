import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/**
 * Thirty days, in seconds: as long as the email to both addresses can be delivered, even from a
 * dead-letter queue.
 */
const retentionSeconds = 2_592_000;

/** A change of a person's email address. */
export const StoredEmailChange = z.object({
  id: z.string(),
  personId: z.string(),
  from: z.string(),
  to: z.string(),
  changedAt: z.string(),
});
export type StoredEmailChange = z.output<typeof StoredEmailChange>;

/** A change of an email address, for the emails about it; null if there is none. */
export async function findEmailChange(table: Table, id: string): Promise<StoredEmailChange | null> {
  return parseFound(StoredEmailChange, await getItem(table, keys.emailChange(id)));
}

/** Stores a change of an email address for the emails about it; refused if its id exists. */
export function newEmailChangeWrite(change: StoredEmailChange): Write {
  const ttl = Math.ceil(Date.parse(change.changedAt) / 1000) + retentionSeconds;
  return create({ ...keys.emailChange(change.id), ...change, ttl });
}
