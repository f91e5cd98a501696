import { createHash } from 'node:crypto';
import type { StoredSession } from '../../sign-in/db/sessions.ts';

/**
 * What stands for a session with one client (`sid`): the same as long as the session lasts, and another one with every other
 * client, so that two of them can't find out by it that someone uses both.
 */
export function sidOf({ id }: Pick<StoredSession, 'id'>, clientId: string): string {
  // The session's id is random and shown to its owner alone, so nobody finds it from this.
  return createHash('sha256').update(`sid ${id} ${clientId}`).digest('base64url');
}
