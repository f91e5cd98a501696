/** Name of the limit by which proofs (RFC 9449) count once. */
export const usedProofsKind = 'dpop_proof';
