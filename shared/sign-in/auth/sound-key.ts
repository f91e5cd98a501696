import { createPublicKey, type JsonWebKey } from 'node:crypto';

/** WebAuthn Level 3, section 4: a credential id has at most so many bytes. */
const maxIdBytes = 1_023;

/** Points of Ed25519 of a small order, without their sign: under such a key signatures verify that nobody has made. */
const smallOrder = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** A COSE key by its labels (RFC 9053, section 7; RFC 8230, section 4). */
export type CoseKey = ReadonlyMap<number, unknown>;

/**
 * Whether a new passkey is one whose signatures mean something: the library takes any numbers for a key. A point must be on its curve, and
 * an RSA key have 2,048 bits and the usual exponent; with the exponent 1 anybody signs. Throws for what is no key.
 */
export function isSound(credentialId: string, key: CoseKey): boolean {
  if (Buffer.from(credentialId, 'base64url').length > maxIdBytes) return false;
  const part = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString('base64url');
  switch (key.get(1)) {
    case 1:
      imported({ kty: 'OKP', crv: 'Ed25519', x: part(-2) });
      return key.get(-1) === 6 && !isSmall(Buffer.from(part(-2), 'base64url'));
    case 2:
      imported({ kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) });
      return key.get(-1) === 1;
    case 3: {
      const { modulusLength = 0, publicExponent } =
        imported({ kty: 'RSA', n: part(-1), e: part(-2) }).asymmetricKeyDetails ?? {};
      return modulusLength >= 2_048 && modulusLength <= 8_192 && publicExponent === 65_537n;
    }
    default:
      return false;
  }
}

function imported(key: JsonWebKey) {
  return createPublicKey({ format: 'jwk', key });
}

function isSmall(point: Buffer): boolean {
  const unsigned = Buffer.from(point);
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f;
  return smallOrder.has(unsigned.toString('hex'));
}
