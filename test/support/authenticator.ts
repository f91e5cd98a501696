import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto';

/** The content of a ceremony, and its faults. */
export interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
  readonly userHandle?: string;
  /** Replaces the next number. */
  readonly signCount?: number;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly crossOrigin?: boolean;
  /** Replaces the authenticator's own value. */
  readonly backupEligible?: boolean;
  readonly type?: string;
}

export type Authenticator = ReturnType<typeof anAuthenticator>;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

/**
 * A security key or a phone without a browser: it creates one passkey and uses it, with the bytes of WebAuthn Level 3,
 * section 6. `counts`: whether it reports how often it was used; `synced`: whether it may be backed up.
 */
export function anAuthenticator({
  counts = true,
  synced = false,
  idBytes = 32,
  cose,
}: {
  readonly counts?: boolean;
  readonly synced?: boolean;
  readonly idBytes?: number;
  /** A public key that replaces its own. */
  readonly cose?: Buffer;
} = {}) {
  const credentialId = randomBytes(idBytes);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let count = 0;
  let owner = '';

  function authenticatorData(ceremony: Ceremony, attested: Buffer): Buffer {
    const { rpId, userPresent = true, userVerified = true, signCount = count } = ceremony;
    const { backupEligible = synced } = ceremony;
    const flags =
      (userPresent ? 0x01 : 0) |
      (userVerified ? 0x04 : 0) |
      (backupEligible ? 0x18 : 0) |
      (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
  }

  const clientData = (type: string, { challenge, origin, crossOrigin = false }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

  return {
    id: text(credentialId),
    /** JSON of a browser in which it created its passkey. */
    create(ceremony: Ceremony): string {
      owner = ceremony.userHandle ?? owner;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = cose ?? ecKey(publicKey.export({ format: 'jwk' }));
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const data = authenticatorData(ceremony, attested);
      return JSON.stringify({
        id: text(credentialId),
        rawId: text(credentialId),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData(ceremony.type ?? 'webauthn.create', ceremony)),
          attestationObject: text(
            Buffer.concat([
              Buffer.from([0xa3]),
              cborText('fmt'),
              cborText('none'),
              cborText('attStmt'),
              Buffer.from([0xa0]),
              cborText('authData'),
              cborBytes(data),
            ]),
          ),
          transports: ['usb'],
        },
      });
    },
    /** JSON of a browser in which it was used. */
    use(ceremony: Ceremony): string {
      if (counts) count += 1;
      const data = authenticatorData(ceremony, Buffer.alloc(0));
      const client = clientData(ceremony.type ?? 'webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return JSON.stringify({
        id: text(credentialId),
        rawId: text(credentialId),
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          userHandle: ceremony.userHandle ?? owner,
        },
      });
    },
  };
}

/** A public key as COSE has it (RFC 9053, section 7.1.1): EC2, ES256, P-256, x, y. */
export function ecKey({ x = '', y = '' }: JsonWebKey): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** The same for RSA (RFC 8230, section 4): RS256, n, e. */
export function rsaKey({ n = '', e = '' }: JsonWebKey): Buffer {
  return Buffer.concat([
    Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]),
    cborBytes(Buffer.from(n, 'base64url')),
    Buffer.from([0x21]),
    cborBytes(Buffer.from(e, 'base64url')),
  ]);
}

/** The same for Ed25519 (RFC 9053, section 7.2): OKP, EdDSA, x. */
export function edKey(x: Buffer): Buffer {
  const head = [0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21];
  return Buffer.concat([Buffer.from(head), cborBytes(x)]);
}

function cborText(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function cborBytes(value: Buffer): Buffer {
  const head =
    value.length < 24
      ? [0x40 + value.length]
      : value.length < 256
        ? [0x58, value.length]
        : [0x59, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}
