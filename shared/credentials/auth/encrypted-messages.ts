import { createECDH, createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { CompactEncrypt } from 'jose/jwe/compact/encrypt';
import { importJWK } from 'jose/key/import';
import type { Seal } from '../../kernel/auth/seal.ts';
import {
  type ContentEncryption,
  contentEncryptions,
  keyAgreement,
  type PublicEncryptionKey,
} from '../domain/algorithms.ts';
import type { HolderKey } from './holder-proof.ts';

/** How a wallet wants its response encrypted. */
export interface AnswerKey {
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  /** The wallet's id of its key. */
  readonly kid: string | undefined;
  readonly enc: ContentEncryption;
}

/** The key of a wallet; null if the coordinates are not a point on the curve. */
export async function answerKeyOf(
  { kty, crv, x, y, kid }: HolderKey & { readonly kid?: string | undefined },
  enc: ContentEncryption,
): Promise<AnswerKey | null> {
  try {
    return { key: await importJWK({ kty, crv, x, y }, keyAgreement), kid, enc };
  } catch {
    return null;
  }
}

/** The text that a wallet encrypted for one of the keys; null if it is not encrypted that way. */
export async function decryptedRequest(
  jwe: string,
  keys: readonly EncryptionKey[],
): Promise<string | null> {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    const key = keys.find(({ jwk }) => jwk.kid === kid);
    if (key === undefined) return null;
    const { kty, crv, x, y } = key.jwk;
    const own = await importJWK({ kty, crv, x, y, d: key.d }, keyAgreement);
    const { plaintext } = await compactDecrypt(jwe, own, {
      keyManagementAlgorithms: [keyAgreement],
      contentEncryptionAlgorithms: [...contentEncryptions],
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
  } catch (error) {
    // An invalid message throws one of these; WebCrypto throws the last for an invalid key.
    if (error instanceof JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}

/** The response as a JWT encrypted for the wallet. */
export function encryptedAnswer(answer: object, { key, kid, enc }: AnswerKey): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(answer)))
    .setProtectedHeader({ alg: keyAgreement, enc, ...(kid !== undefined && { kid }) })
    .encrypt(key);
}

interface EncryptionKey {
  readonly jwk: PublicEncryptionKey;
  /** The private key in base64url. */
  readonly d: string;
}

/** The order of P-256. */
const order = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n;

/**
 * The key pairs for encrypted requests, derived from the sealing secret, one for each of its
 * values: the newest first, which is published, and earlier ones, which wallets may still use. They
 * are not stored. Each is derived from 64 secret bytes, so all private keys are equally likely
 * (FIPS 186-5, A.2.1).
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
  // Uncompressed form: 04 and the coordinates.
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
