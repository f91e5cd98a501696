import { proofExtensions } from '../../documents/domain/proof-file.ts';

/** What a download of the proof is called. */
export function proofOfAddressFileName(id: string, type: string): string {
  return `proof-of-address-${id}${proofExtensions[type] ?? ''}`;
}
