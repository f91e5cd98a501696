import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { StoredPerson } from '../../people/db/people.ts';
import type { Session } from '../domain/session.ts';

export const StoredSession = z.object({
  id: z.string(),
  browser: z.string(),
  knownBrowserId: z.string(),
  personId: z.string(),
  credentialEpoch: z.int(),
  createdAt: z.string(),
  authTime: z.string(),
  /** A later release may have more values. */
  amr: z.readonly(z.array(z.string())),
  passkey: z.optional(z.string()),
  formToken: z.optional(z.string()),
  /** Clients to notify when it ends; see shared/oauth/usecases/answer-authorization.ts. */
  parties: z.optional(z.readonly(z.array(z.string()))),
  seenAt: z.string(),
  expiresAt: z.string(),
});
export type StoredSession = z.output<typeof StoredSession>;

/**
 * The session of a token, the person in the cookie, and the items read with them; one round trip.
 */
export async function findSession(
  table: Table,
  token: string,
  personId: string,
  extraItems: readonly ItemKey[] = [],
): Promise<{
  readonly session: StoredSession | null;
  readonly person: StoredPerson | null;
  readonly extraItems: readonly (Item | undefined)[];
}> {
  const requested = [keys.session(token), keys.person(personId), ...extraItems];
  const [session, person, ...others] = await getItems(table, requested);
  return {
    session: parseFound(StoredSession, session),
    person: parseFound(StoredPerson, person),
    extraItems: others,
  };
}

/** The writes of a new session, and of its entry in its owner's list. */
export function newSessionWrites(
  token: string,
  session: Session,
): { readonly session: Write; readonly ownedSession: Write } {
  const { personId, createdAt, id, expiresAt } = session;
  const { pk, sk } = keys.session(token);
  const ttl = Math.ceil(Date.parse(expiresAt) / 1000);
  return {
    session: create({ pk, sk, ...session, ttl }),
    ownedSession: create({
      ...keys.ownedSession(personId, createdAt, id),
      itemPk: pk,
      itemSk: sk,
      ttl,
    }),
  };
}

/** A session in a list, with the key for ending it. */
export interface ListedSession {
  readonly key: ItemKey;
  /** The key of its entry in the list. */
  readonly entry: ItemKey;
  readonly session: StoredSession;
}

/**
 * The sessions of a person, newest first, without ended ones; expired ones may be included. The
 * session of the token `without` is left out, because the caller has already read it. Two round
 * trips, or one if no other is listed.
 */
export async function listSessions(
  table: Table,
  personId: string,
  without?: string,
): Promise<readonly ListedSession[]> {
  const { pk, sk } = keys.ownedSession(personId, '', '');
  const prefix = sk.slice(0, sk.indexOf('#') + 1);
  const known = without === undefined ? null : keys.session(without).pk;
  const entries = (await readAll(table, { value: pk, prefix }))
    .filter(({ itemPk }) => itemPk !== known)
    .toReversed();
  const found: ListedSession[] = [];
  // The maximum of one BatchGetItem.
  for (let first = 0; first < entries.length; first += 100) {
    const keysOfSome = entries.slice(first, first + 100).map(keyOf);
    const items = await getItems(table, keysOfSome);
    for (const [position, key] of keysOfSome.entries()) {
      const session = parseFound(StoredSession, items[position]);
      if (session === null) continue;
      const entry = keys.ownedSession(personId, session.createdAt, session.id);
      found.push({ key, entry, session });
    }
  }
  return found;
}

function keyOf(entry: Item): ItemKey {
  return { pk: String(entry['itemPk']), sk: String(entry['itemSk']) };
}

/**
 * Records that the session is in use. False if it has ended, or another page recorded it in the
 * meantime.
 */
export async function recordSeen(
  table: Table,
  token: string,
  { before, seenAt }: { readonly before: string; readonly seenAt: string },
): Promise<boolean> {
  const outcome = await updateItem(table, {
    Key: keys.session(token),
    UpdateExpression: 'SET seenAt = :now',
    ConditionExpression: 'seenAt = :before',
    ExpressionAttributeValues: { ':now': seenAt, ':before': before },
  });
  return outcome.kind === 'written';
}

/**
 * Records a client to notify when the session ends. Refused if another one was recorded in the
 * meantime.
 */
export async function recordParty(
  table: Table,
  token: string,
  { before, clientId }: { readonly before: readonly string[]; readonly clientId: string },
): Promise<boolean> {
  const outcome = await updateItem(table, {
    Key: keys.session(token),
    UpdateExpression: 'SET parties = :parties',
    ConditionExpression:
      before.length === 0
        ? 'attribute_exists(pk) AND attribute_not_exists(parties)'
        : 'parties = :before',
    ExpressionAttributeValues: {
      ':parties': [...before, clientId],
      ...(before.length > 0 && { ':before': before }),
    },
  });
  return outcome.kind === 'written';
}

/** Where the session of a token is stored. */
export function sessionKey(token: string): ItemKey {
  return keys.session(token);
}

/**
 * The writes that end a session and remove it from its owner's list. Refused with `session` if it
 * has ended, or a client was recorded since it was read.
 */
export function endSessionWrites(
  key: ItemKey,
  { personId, createdAt, id, parties }: StoredSession,
): { readonly session: Write; readonly ownedSession: Write } {
  return {
    session: { remove: { Key: key, ...asRead(parties) } },
    ownedSession: { remove: { Key: keys.ownedSession(personId, createdAt, id) } },
  };
}

/**
 * The condition that the clients to notify have not changed since they were read; other fields of
 * the session may have.
 */
function asRead(parties: StoredSession['parties']) {
  return parties === undefined
    ? { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(parties)' }
    : {
        ConditionExpression: 'parties = :parties',
        ExpressionAttributeValues: { ':parties': parties },
      };
}

/**
 * The write that ends the previous session of a browser, if there was one. Its entry in the list
 * stays until it expires.
 */
export function replaceSessionWrite(token: string): Write {
  return { remove: { Key: keys.session(token) } };
}
