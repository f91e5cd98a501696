import { createECDH, createHash } from 'node:crypto';
import type { Seal } from '../../kernel/auth/seal.ts';
import { keyAgreement, type PublicEncryptionKey } from '../domain/encryption.ts';

export interface EncryptionKey {
  readonly jwk: PublicEncryptionKey;
  /** The private half, in base64url. */
  readonly d: string;
}

/** How many multiples of its base point P-256 has. */
const order = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n;

/**
 * The keys for requests, made of the secret that seals, for each of its words one: the newest first, which wallets are told, and those before,
 * with which they may have encrypted what they still send. Nothing of them is stored. Of 64 bytes that only we can make, so that all
 * private keys are as likely (FIPS 186-5, A.2.1).
 */
export async function encryptionKeys(
  seal: Pick<Seal, 'derive'>,
): Promise<readonly EncryptionKey[]> {
  const left = await seal.derive('credential_encryption', 'left');
  const right = await seal.derive('credential_encryption', 'right');
  return left.flatMap((bytes, word) => {
    const more = right[word];
    return more === undefined ? [] : [keyOf(Buffer.concat([bytes, more]))];
  });
}

function keyOf(bytes: Buffer): EncryptionKey {
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  // Uncompressed: 04, and the coordinates.
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  if (x === undefined || y === undefined)
    throw new Error('unreachable: a point has two coordinates');
  // RFC 7638: the members in this order, without spaces.
  const members = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y });
  const kid = createHash('sha256').update(members).digest('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x, y, use: 'enc', alg: keyAgreement, kid } as const;
  return { jwk, d: d.toString('base64url') };
}
