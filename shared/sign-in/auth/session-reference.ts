import { createHmac } from 'node:crypto';

/** What stands for a session in other items: neither its secret nor its key can be derived from it. */
export function sessionReference(token: string): string {
  return createHmac('sha256', token).update('session reference').digest('base64url');
}
