import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '../../kernel/auth/seal.ts';
import type { StoredSession } from '../../sign-in/db/sessions.ts';

/**
 * The session id for one client (`sid`): constant during the session, and different for each client, so that clients
 * can't correlate users.
 */
export function sidOf({ id }: Pick<StoredSession, 'id'>, clientId: string): string {
  // The session's id is random and only visible to its owner, so nobody can compute it from this.
  return createHash('sha256').update(`sid ${id} ${clientId}`).digest('base64url');
}

/**
 * Proves that the device's code was entered in this session, so a link alone never opens the
 * consent question. `token` is the session's secret.
 */
export function deviceProof(token: string, userCode: string): string {
  return createHmac('sha256', token).update(`device ${userCode}`).digest('base64url').slice(0, 22);
}

/** Whether the proof belongs to this session's token and this user code; compared in constant time. */
export function isDeviceProof(proof: string, token: string, userCode: string): boolean {
  return isSameSecret(proof, deviceProof(token, userCode));
}
