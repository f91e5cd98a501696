import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { create, put, transact } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { type LogoutStatus, logoutStatuses } from '../domain/logout.ts';

/** Thirty days, in seconds: longer than a copy of the event that requests it can exist. */
const retentionSeconds = 2_592_000;

/**
 * When an endpoint has not responded for longer than this, in seconds, nothing is pending for it.
 */
const pauseRetention = 86_400;

/** A logout notification to a client. */
export const StoredLogout = z.object({
  /** Derived from what has ended and from the client; the `jti` of its tokens. */
  id: z.string(),
  clientId: z.string(),
  /** The person and the session; null if not included. */
  sub: z.nullable(z.string()),
  sid: z.nullable(z.string()),
  status: z.enum(logoutStatuses),
  createdAt: z.string(),
  failed: z.int(),
  /**
   * When the next attempt is due, or when the lease of the current attempt ends; null if none is
   * pending.
   */
  dueAt: z.nullable(z.string()),
});
export type StoredLogout = z.output<typeof StoredLogout>;

/** A client's endpoint did not respond and is not called until then. */
export const StoredLogoutPause = z.object({ until: z.string(), timeouts: z.int() });
export type StoredLogoutPause = z.output<typeof StoredLogoutPause>;

/** Stores a logout, unless it is already stored. */
export async function keepLogout(table: Table, logout: StoredLogout): Promise<void> {
  const ttl = Math.ceil(Date.parse(logout.createdAt) / 1000) + retentionSeconds;
  await transact(table, { logout: create({ ...keys.logout(logout.id), ...logout, ttl }) });
}

/** Null if there is none. */
export async function findLogout(table: Table, id: string): Promise<StoredLogout | null> {
  const [logout] = await getItems(table, [keys.logout(id)]);
  return parseFound(StoredLogout, logout);
}

/** Null if the receiver has answered. */
export async function findPause(table: Table, clientId: string): Promise<StoredLogoutPause | null> {
  const [pause] = await getItems(table, [keys.logoutPause(clientId)]);
  return parseFound(StoredLogoutPause, pause);
}

/** Updates a logout if it is unchanged since it was read. False: another process has changed it. */
export async function changeLogout(
  table: Table,
  { id, dueAt: read }: Pick<StoredLogout, 'id' | 'dueAt'>,
  { status, failed, dueAt }: Pick<StoredLogout, 'failed' | 'dueAt'> & { status: LogoutStatus },
): Promise<boolean> {
  const outcome = await updateItem(table, {
    Key: keys.logout(id),
    UpdateExpression: 'SET #status = :status, failed = :failed, dueAt = :dueAt',
    ConditionExpression: '#status = :due AND dueAt = :read',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': status,
      ':failed': failed,
      ':dueAt': dueAt,
      ':due': 'due' satisfies LogoutStatus,
      ':read': read,
    },
  });
  return outcome.kind === 'written';
}

/** Claims the single attempt after a pause. False: another process has claimed it. */
export async function takePause(
  table: Table,
  clientId: string,
  read: StoredLogoutPause,
  until: string,
): Promise<boolean> {
  const outcome = await updateItem(table, {
    Key: keys.logoutPause(clientId),
    UpdateExpression: 'SET #until = :until',
    ConditionExpression: '#until = :read',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':until': until, ':read': read.until },
  });
  return outcome.kind === 'written';
}

/** Pauses calls to a client's endpoint. */
export async function putPause(
  table: Table,
  clientId: string,
  pause: StoredLogoutPause,
): Promise<void> {
  const ttl = Math.ceil(Date.parse(pause.until) / 1000) + pauseRetention;
  await transact(table, { pause: put({ ...keys.logoutPause(clientId), ...pause, ttl }) });
}

/** Ends the pause after a response. */
export async function removePause(table: Table, clientId: string): Promise<void> {
  await transact(table, { pause: { remove: { Key: keys.logoutPause(clientId) } } });
}
