import { bareCode, generateCode } from '../../kernel/domain/code.ts';

/** Details that a holder can show. */
export const proofFields = [
  'name',
  'permitNumber',
  'residency',
  'over18',
  'dateOfBirth',
  'entities',
] as const;
export type ProofField = (typeof proofFields)[number];

/** How long a proof is valid, in milliseconds. */
export const proofTerms = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
} as const;
export type ProofTerm = keyof typeof proofTerms;

export interface Proof {
  readonly id: string;
  readonly personId: string;
  readonly fields: readonly ProofField[];
  readonly createdAt: string;
  /** After this instant it shows nothing. */
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export type ProofState = 'good' | 'revoked' | 'expired';

/**
 * The status of a proof at an instant:
 *
 * | Command | none | good | revoked | expired |
 * |---|---|---|---|---|
 * | make | good | – | – | – |
 * | look | nothing | shows the selected details, and is recorded | nothing | nothing |
 * | revoke | – | revoked | unchanged | unchanged |
 */
export function proofState(
  { expiresAt, revokedAt }: Pick<Proof, 'expiresAt' | 'revokedAt'>,
  now: string,
): ProofState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'good';
}

/** 26 of 32 characters: 130 bits. */
const codeLength = 26;

/** The code derived from 32 bytes. */
export function proofCode(bytes: Uint8Array): string {
  return generateCode((count) => bytes.subarray(0, count), codeLength);
}

/** The normalized code: without separators, in capitals; null for a malformed one. */
export function readProofCode(text: string): string | null {
  const code = bareCode(text);
  return /^[2-9A-HJ-NP-Z]{26}$/.test(code) ? code : null;
}
