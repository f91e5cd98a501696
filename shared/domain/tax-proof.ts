/** Most bytes of an uploaded proof: what API Gateway hands to a function is little more. */
export const largestProof = 4_500_000;

/** The types that a proof can have, with the endings of their files. */
export const proofExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

/** The first bytes of a file of each type. */
const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** The type of a file by its first bytes, whatever it claims to be; null for all that a proof can't be. */
export function proofTypeOf(content: Uint8Array): string | null {
  const found = signatures.find(([, bytes]) => bytes.every((byte, at) => content[at] === byte));
  return found?.[0] ?? null;
}
