import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../kernel/auth/seal.ts';

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
