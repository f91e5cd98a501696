import { createPublicKey } from 'node:crypto';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { RequestObjectJwk } from '../domain/request-object-key.ts';

/**
 * Error: 400 for the first key that is not a point on its curve, or whose modulus has not 2048 to 4096 bits.
 */
export function refuseUnusableKeys(requestObjectKeys: readonly RequestObjectJwk[]): void {
  const position = requestObjectKeys.findIndex((key) => !isUsableKey(key));
  if (position < 0) return;
  throw apiErrors.invalidField(['requestObjectKeys', position], 'Is no key that can be used');
}

/** Whether the numbers of a key make one that is long enough. */
export function isUsableKey(key: RequestObjectJwk): boolean {
  try {
    const { asymmetricKeyDetails = {} } = createPublicKey({ key: { ...key }, format: 'jwk' });
    const { modulusLength = 2_048 } = asymmetricKeyDetails;
    return modulusLength >= 2_048 && modulusLength <= 4_096;
  } catch {
    return false; // Not a point on the curve.
  }
}
