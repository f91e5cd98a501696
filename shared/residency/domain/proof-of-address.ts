import { proofExtensions, proofTypeOf } from '../../documents/domain/proof-file.ts';

/**
 * The type of a proof of address, when the file is what it is declared to be; null for every file that is
 * refused.
 */
export function proofOfAddressTypeOf(content: Uint8Array, declared: string): string | null {
  const type = proofTypeOf(content);
  return type === declared ? type : null;
}

/** What a download of the proof is called. */
export function proofOfAddressFileName(id: string, type: string): string {
  return `proof-of-address-${id}${proofExtensions[type] ?? ''}`;
}
