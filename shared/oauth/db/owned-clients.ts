import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { put, type Write } from '../../kernel/db/transact.ts';
import { type ClientKeySet, usableFor } from '../domain/client-keys.ts';
import { mostOwnedClients } from '../domain/owned-client.ts';
import { StoredClient, StoredRequestObjectKey } from './oauth-clients.ts';

/** The applications that a person has registered. */
export const StoredOwnedClients = z.object({
  personId: z.string(),
  clientIds: z.readonly(z.array(z.string())),
});

/** The ids of a person's applications, in the order of registration. */
export async function ownedClientIds(table: Table, personId: string): Promise<readonly string[]> {
  const found = await getItem(table, keys.ownedClients(personId));
  return parseFound(StoredOwnedClients, found)?.clientIds ?? [];
}

/** A person's applications, in that order. */
export async function ownedClients(
  table: Table,
  personId: string,
): Promise<readonly StoredClient[]> {
  const ids = await ownedClientIds(table, personId);
  if (ids.length === 0) return [];
  const items = await getItems(
    table,
    ids.map((id) => keys.oauthClient(id)),
  );
  return items.flatMap((item) => parseFound(StoredClient, item) ?? []);
}

/** The write that counts one more application. Refused at the person's limit. */
export function addOwnedWrite(personId: string, clientId: string): Write {
  return {
    update: {
      Key: keys.ownedClients(personId),
      UpdateExpression:
        'SET personId = :person, clientIds = list_append(if_not_exists(clientIds, :none), :one)',
      ConditionExpression: 'attribute_not_exists(clientIds) OR size(clientIds) < :most',
      ExpressionAttributeValues: {
        ':person': personId,
        ':none': [],
        ':one': [clientId],
        ':most': mostOwnedClients,
      },
    },
  };
}

/**
 * The write that removes an application from the list; refused if the list has changed since it was
 * read.
 */
export function removeOwnedWrite(
  personId: string,
  read: readonly string[],
  clientId: string,
): Write {
  return {
    update: {
      Key: keys.ownedClients(personId),
      UpdateExpression: 'SET clientIds = :left',
      ConditionExpression: 'clientIds = :read',
      ExpressionAttributeValues: {
        ':read': read,
        ':left': read.filter((id) => id !== clientId),
      },
    },
  };
}

const StoredKeySet = z.object({
  uri: z.string(),
  keys: z.array(StoredRequestObjectKey),
  fetchedAt: z.string(),
});

/** The last response from the client's `jwksUri`; null if there is none. */
export async function findKeySet(table: Table, clientId: string): Promise<ClientKeySet | null> {
  return parseFound(StoredKeySet, await getItem(table, keys.clientKeySet(clientId)));
}

/** The write that stores a response from the `jwksUri`, for as long as it can be used. */
export function keySetWrite(clientId: string, set: ClientKeySet): Write {
  const ttl = Math.ceil((Date.parse(set.fetchedAt) + usableFor) / 1000);
  return put({ ...keys.clientKeySet(clientId), ...set, ttl });
}
