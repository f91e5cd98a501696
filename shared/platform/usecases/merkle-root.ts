import { createHash } from 'node:crypto';

/**
 * The Merkle Tree Hash of RFC 9162, section 2.1.1, with SHA-256, in hexadecimal: of no leaves the hash of nothing; leaves and nodes are
 * told apart by the byte before them.
 */
export function merkleRoot(leaves: readonly Uint8Array[]): string {
  return treeHash(leaves).toString('hex');
}

function treeHash(leaves: readonly Uint8Array[]): Buffer {
  const [only, ...others] = leaves;
  if (only === undefined) return hash([]);
  if (others.length === 0) return hash([Buffer.of(0), only]);
  const split = largestPowerBelow(leaves.length);
  return hash([Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split))]);
}

/** The largest power of two that is smaller than `count`. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

function hash(parts: readonly Uint8Array[]): Buffer {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest();
}
