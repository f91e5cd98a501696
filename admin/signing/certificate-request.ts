import { createPublicKey } from 'node:crypto';
import {
  Set as ASN1Set,
  BitString,
  Constructed,
  Integer,
  Null,
  PrintableString,
  Sequence,
  Utf8String,
} from 'asn1js';
import { AlgorithmIdentifier, AttributeTypeAndValue, PublicKeyInfo } from 'pkijs';

/** The subject of a certificate (RFC 5280): the signer, the registry, the place. */
export interface CertificateSubject {
  readonly commonName: string;
  readonly organization?: string | undefined;
  readonly locality?: string | undefined;
  /** ISO 3166-1, two letters. */
  readonly country?: string | undefined;
}

/** A key that signs elsewhere, such as in KMS. */
export interface CertifiedKey {
  /** SPKI, DER. */
  readonly publicKey: Uint8Array;
  readonly type: 'rsa' | 'ec';
  /** The signature with SHA-256: PKCS #1 v1.5 of an RSA key, DER of an elliptic curve's. */
  sign(content: Uint8Array): Promise<Uint8Array>;
}

const algorithms = {
  rsa: () =>
    new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.11',
      algorithmParams: new Null(),
    }),
  ec: () => new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' }),
} as const;

/** The type of a key from KMS. Throws if the key can't sign documents. */
export function keyTypeOf(publicKey: Uint8Array): CertifiedKey['type'] {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  const type = key.asymmetricKeyType;
  if (type === 'rsa' || type === 'ec') return type;
  throw new Error('documents are signed with RSA or ECDSA');
}

/**
 * A certificate request for a key (PKCS #10, RFC 2986) as PEM. The key signs it, which proves possession. The
 * certificate authority decides everything else, such as validity and purpose.
 */
export async function certificateRequest(
  { publicKey, type, sign }: CertifiedKey,
  subject: CertificateSubject,
): Promise<string> {
  const { commonName, organization, locality, country } = subject;
  const parts = [
    ...(country === undefined
      ? []
      : [attribute('2.5.4.6', new PrintableString({ value: country }))]),
    ...(locality === undefined ? [] : [attribute('2.5.4.7', text(locality))]),
    ...(organization === undefined ? [] : [attribute('2.5.4.10', text(organization))]),
    attribute('2.5.4.3', text(commonName)),
  ];
  // Separate sets: pkijs's own class for names would put all parts into one.
  const name = new Sequence({
    value: parts.map((part) => new ASN1Set({ value: [part.toSchema()] })),
  });
  const asked = new Sequence({
    value: [
      new Integer({ value: 0 }),
      name,
      PublicKeyInfo.fromBER(publicKey).toSchema(),
      // No attributes.
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [] }),
    ],
  });
  const signature = await sign(new Uint8Array(asked.toBER()));
  const request = new Sequence({
    value: [asked, algorithms[type]().toSchema(), new BitString({ valueHex: signature })],
  });
  const lines =
    Buffer.from(request.toBER())
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`;
}

function text(value: string): Utf8String {
  return new Utf8String({ value });
}

function attribute(type: string, value: Utf8String | PrintableString): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type, value });
}
