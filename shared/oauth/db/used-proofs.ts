import { createHash } from 'node:crypto';
import type { AttemptLimit } from '../../kernel/db/attempt-counters.ts';

/** Proofs are accepted once; windows depend on the instants at which they were made. */
export const usedProofs = { kind: 'dpop_proof', max: 1, window: 300_000 } satisfies AttemptLimit;

/** The subject of a used proof: its key and its id. */
export function proofSubject({ jkt, jti }: { readonly jkt: string; readonly jti: string }): string {
  return createHash('sha256').update(`${jkt} ${jti}`).digest('base64url');
}
