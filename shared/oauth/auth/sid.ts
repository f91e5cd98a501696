import { createHash } from 'node:crypto';
import type { StoredSession } from '../../sign-in/db/sessions.ts';

/**
 * The session id for one client (`sid`): constant during the session, and different for each client, so that clients
 * can't correlate users.
 */
export function sidOf({ id }: Pick<StoredSession, 'id'>, clientId: string): string {
  // The session's id is random and only visible to its owner, so nobody can compute it from this.
  return createHash('sha256').update(`sid ${id} ${clientId}`).digest('base64url');
}
