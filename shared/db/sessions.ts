import * as z from 'zod/mini';
import type { Session } from '../domain/session.ts';
import { keys } from './keys.ts';
import { StoredPerson } from './people.ts';
import { parseFound } from './stored.ts';
import { getItems, type Table } from './table.ts';
import { create, type Write } from './transact.ts';
import { updateItem } from './update.ts';

export const StoredSession = z.object({
  personId: z.string(),
  credentialEpoch: z.int(),
  createdAt: z.string(),
  authTime: z.string(),
  seenAt: z.string(),
  expiresAt: z.string(),
});
export type StoredSession = z.output<typeof StoredSession>;

/** The session behind a token, and the person whom the cookie names; one round trip. */
export async function findSession(
  table: Table,
  token: string,
  personId: string,
): Promise<{ readonly session: StoredSession | null; readonly person: StoredPerson | null }> {
  const [session, person] = await getItems(table, [keys.session(token), keys.person(personId)]);
  return {
    session: parseFound(StoredSession, session),
    person: parseFound(StoredPerson, person),
  };
}

export function newSessionWrite(token: string, session: Session): Write {
  return create({
    ...keys.session(token),
    ...session,
    ttl: Math.ceil(Date.parse(session.expiresAt) / 1000),
  });
}

/** Notes that the session is in use. False when it has ended, or another page noted it meanwhile. */
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

/** The write that ends a session, refused when it has ended already. */
export function endSessionWrite(token: string): Write {
  return {
    remove: { Key: keys.session(token), ConditionExpression: 'attribute_exists(pk)' },
  };
}

/** The write that ends the session that a browser had before; there may be none. */
export function replaceSessionWrite(token: string): Write {
  return { remove: { Key: keys.session(token) } };
}
