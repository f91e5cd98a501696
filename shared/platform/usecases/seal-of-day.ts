import { createHash, createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson } from '../../kernel/domain/same-value.ts';
import type { Day } from '../domain/record.ts';

/** The signed statement about a day. */
const Statement = z.object({
  day: z.string(),
  packets: z.int(),
  records: z.int(),
  /** Merkle root (RFC 9162) of the packets' names, in order. */
  root: z.string(),
  /** SHA-256 of the previous day's object. Null on the first day. */
  previous: z.nullable(z.string()),
  signedAt: z.string(),
});
type Statement = z.output<typeof Statement>;

/** A day of the chain as stored in the bucket. */
export const DaySeal = z.object({
  statement: Statement,
  /** Names of the packets, in the root's order, to find a missing one. */
  names: z.array(z.string()),
  publicKey: z.string(),
  signature: z.string(),
});
export type DaySeal = z.output<typeof DaySeal>;

/** The folder of the chain's days. */
export const chainFolder = 'chain/';

export function sealKey(day: Day): string {
  return `${chainFolder}${day}.json`;
}

/** The day of an object of the chain. */
export function sealedDay(key: string): Day {
  return key.slice(chainFolder.length).replace(/\.json$/, '');
}

export function signedBytes(statement: Statement): Uint8Array {
  return Buffer.from(canonicalJson(statement));
}

/** The bytes of a day's object in the bucket. */
export function sealBytes(seal: DaySeal): Uint8Array {
  return Buffer.from(`${canonicalJson(seal)}\n`);
}

/** The day's object, or null if the bytes are not valid. */
export function parseSeal(content: Uint8Array): DaySeal | null {
  try {
    return DaySeal.parse(JSON.parse(Buffer.from(content).toString()));
  } catch {
    return null;
  }
}

/** Whether the key signed the statement, and the root was made from these names. */
export function isSigned({ statement, publicKey, signature }: DaySeal): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    return verify('sha256', signedBytes(statement), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** The summary of a day's packets. The root covers their names, which contain the digests of their bytes. */
export function summary(names: readonly string[], records: number) {
  const root = merkleRoot(names.map((name) => Buffer.from(name)));
  return { packets: names.length, records, root };
}

/**
 * The Merkle Tree Hash of RFC 9162, section 2.1.1, with SHA-256, in hexadecimal. Without leaves it is the hash of the
 * empty string. A prefix byte distinguishes leaves from nodes.
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
