import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { put, type Write } from '../../kernel/db/transact.ts';
import { type ClientKeySet, usableFor } from '../domain/client-keys.ts';
import { StoredRequestObjectKey } from './oauth-clients.ts';

const StoredKeySet = z.object({
  uri: z.string(),
  keys: z.array(StoredRequestObjectKey),
  fetchedAt: z.string(),
});

/** What the client's address gave when it was asked last; null: nothing yet. */
export async function findKeySet(table: Table, clientId: string): Promise<ClientKeySet | null> {
  return parseFound(StoredKeySet, await getItem(table, keys.clientKeySet(clientId)));
}

/** The write that keeps what the address has given, for as long as it may be used. */
export function keySetWrite(clientId: string, set: ClientKeySet): Write {
  const ttl = Math.ceil((Date.parse(set.fetchedAt) + usableFor) / 1000);
  return put({ ...keys.clientKeySet(clientId), ...set, ttl });
}
