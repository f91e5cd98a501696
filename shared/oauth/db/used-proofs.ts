import { createHash } from 'node:crypto';
import type { AttemptLimit } from '../../kernel/db/attempt-counters.ts';

/** Proofs count once; windows are those of the instants at which they were made. */
export const usedProofs = { kind: 'dpop_proof', max: 1, window: 300_000 } satisfies AttemptLimit;

/** A used proof: its key and its id. */
export function proofSubject({ jkt, jti }: { readonly jkt: string; readonly jti: string }): string {
  return createHash('sha256').update(`${jkt} ${jti}`).digest('base64url');
}
