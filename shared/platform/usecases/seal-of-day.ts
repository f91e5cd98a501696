import { createHash, createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson } from '../../kernel/domain/same-value.ts';
import type { Day } from '../domain/record.ts';

/** What a day's signature is over. */
const Statement = z.object({
  day: z.string(),
  packets: z.int(),
  records: z.int(),
  /** Merkle root (RFC 9162) over the packets' bytes, in the order of their keys. */
  root: z.string(),
  /** SHA-256 of the object of the day before; null on the first day. */
  previous: z.nullable(z.string()),
  signedAt: z.string(),
});
type Statement = z.output<typeof Statement>;

/** A day of the chain as stored in the bucket. */
export const DaySeal = z.object({
  statement: Statement,
  /** Names of the packets, in the root's order: they tell which one is missing. */
  names: z.array(z.string()),
  publicKey: z.string(),
  signature: z.string(),
});
export type DaySeal = z.output<typeof DaySeal>;

/** Where the days of the chain lie. */
export const chainFolder = 'chain/';

export function sealKey(day: Day): string {
  return `${chainFolder}${day}.json`;
}

/** The day that an object of the chain is about. */
export function sealedDay(key: string): Day {
  return key.slice(chainFolder.length).replace(/\.json$/, '');
}

/** The bytes that are signed. */
export function signedBytes(statement: Statement): Uint8Array {
  return Buffer.from(canonicalJson(statement));
}

/** The bytes of a day's object. */
export function sealBytes(seal: DaySeal): Uint8Array {
  return Buffer.from(`${canonicalJson(seal)}\n`);
}

/** The day's object; null if the bytes are none. */
export function parseSeal(content: Uint8Array): DaySeal | null {
  try {
    return DaySeal.parse(JSON.parse(Buffer.from(content).toString()));
  } catch {
    return null;
  }
}

/** Whether the key signed the statement, and the names are those that the root was made of. */
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

/** What a day's packets add up to. The names, and so the bytes, are what the root is over. */
export function summary(names: readonly string[], records: number) {
  const root = merkleRoot(names.map((name) => Buffer.from(name)));
  return { packets: names.length, records, root };
}

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
