import { createHash, X509Certificate } from 'node:crypto';
import { Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { DocumentSigner } from './signing.ts';

/** Object identifiers: RFC 5652, 5035, 5754. */
const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/** What signs with SHA-256, by the type of the key. */
const algorithms: Readonly<Record<string, () => AlgorithmIdentifier>> = {
  rsa: () =>
    new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.11',
      algorithmParams: new Null(),
    }),
  ec: () => new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' }),
};

/**
 * A detached CMS signature (RFC 5652) over the content, as PAdES baseline B-B wants it (ETSI EN 319 142-1): with the
 * digest of the signer's certificate among what is signed, and no time, which the PDF says itself.
 *
 * Throws where the certificate is not valid at `at`, or its key is neither RSA nor of an elliptic curve.
 */
export async function detachedSignature(
  content: Uint8Array,
  signer: DocumentSigner,
  at: Date,
): Promise<Uint8Array> {
  const chain = await signer.certificates();
  const [first] = chain;
  if (first === undefined) throw new Error('what signs documents has no certificate');
  const { validFromDate, validToDate, publicKey } = new X509Certificate(first);
  if (at < validFromDate || at > validToDate) {
    throw new Error('the certificate that signs documents is not valid today');
  }
  const algorithm = algorithms[publicKey.asymmetricKeyType ?? ''];
  if (algorithm === undefined) throw new Error('documents are signed with RSA or ECDSA');

  const certificates = chain.map((der) => Certificate.fromBER(der));
  const [certificate] = certificates;
  if (certificate === undefined) throw new Error('what signs documents has no certificate');
  const signed = signedAttributes(sha256(content), sha256(first));
  // What is signed is the set itself, which stands in the message under another tag (RFC 5652, 5.4).
  const toBeSigned = new Uint8Array(signed.toSchema().toBER());
  toBeSigned[0] = 0x31;
  const digestAlgorithm = () =>
    new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() });
  const message = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        digestAlgorithm: digestAlgorithm(),
        signedAttrs: signed,
        signatureAlgorithm: algorithm(),
        signature: new OctetString({ valueHex: await signer.sign(toBeSigned) }),
      }),
    ],
  });
  const info = new ContentInfo({ contentType: oid.signedData, content: message.toSchema(true) });
  return new Uint8Array(info.toSchema().toBER());
}

function signedAttributes(
  contentDigest: Uint8Array,
  certificateDigest: Uint8Array,
): SignedAndUnsignedAttributes {
  // ESSCertIDv2 with its default algorithm, SHA-256 (RFC 5035).
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: certificateDigest })] });
  const attributes = [
    attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, new OctetString({ valueHex: contentDigest })),
    attribute(
      oid.signingCertificateV2,
      new Sequence({ value: [new Sequence({ value: [certificateId] })] }),
    ),
  ];
  const inOrder = attributes
    .map((each) => ({ each, der: Buffer.from(each.toSchema().toBER()) }))
    // A set in DER is sorted by the encodings of its elements (X.690, 11.6).
    .toSorted((one, other) => Buffer.compare(one.der, other.der));
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: inOrder.map(({ each }) => each),
  });
}

function attribute(type: string, value: ObjectIdentifier | OctetString | Sequence): Attribute {
  return new Attribute({ type, values: [value] });
}

function sha256(content: Uint8Array): Uint8Array {
  return createHash('sha256').update(content).digest();
}
