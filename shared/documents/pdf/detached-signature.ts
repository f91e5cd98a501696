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
import { instantOf } from '../../kernel/domain/dates.ts';
import type { Issuer } from './issued.ts';
import type { Pdf } from './pdf.ts';
import type { StructureElement } from './sheet.ts';

/** Object identifiers: RFC 5652, 5035, 5754. */
const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/** The signature algorithm with SHA-256 for each type of key. */
const algorithms: Readonly<Record<string, () => AlgorithmIdentifier>> = {
  rsa: () =>
    new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.11',
      algorithmParams: new Null(),
    }),
  ec: () => new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' }),
};

/**
 * A detached CMS signature (RFC 5652) over the content, as PAdES baseline B-B requires (ETSI EN 319 142-1): the signed
 * attributes contain the digest of the signer's certificate, but no time, which is in the PDF.
 *
 * Throws if the certificate is not valid at `at`, or its key is neither RSA nor an elliptic-curve key.
 */
async function detachedSignature(
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
  // The signature covers the set's own encoding, which has another tag in the message (RFC 5652, 5.4).
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
    // DER sorts the elements of a set by their encodings (X.690, 11.6).
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

/** A placeholder for offsets that are not known yet, larger than any file. */
const unknownPlace = 9_999_999_999;

/** Space reserved for the signature in addition to its certificates, in bytes. */
const roomForSignature = 3_000;

/**
 * Adds an invisible signature field on the current page with everything except the signature (ISO 32000-1, 12.8), which
 * `withSignature` adds to the finished file.
 */
export async function addSignatureField(
  pdf: Pdf,
  root: StructureElement,
  { signer, at }: Signing,
  { registrarName, registryName, place }: Issuer,
): Promise<void> {
  const by = [registrarName, `Registrar of the ${registryName}`]
    .filter((part) => part !== null)
    .join(', ');
  const certificates = await signer.certificates();
  const room = certificates.reduce((sum, { length }) => sum + length, roomForSignature);
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, unknownPlace, unknownPlace, unknownPlace],
    Contents: new Uint8Array(room),
    M: instantOf(at),
    Name: text(by),
    ...(place !== null && { Location: text(place) }),
  });
  // It has no stream.
  signature.end(null);
  const form = pdf.struct('Form', { alt: `Digital signature of the ${by}` });
  root.add(form);
  pdf.annotate(0, pdf.page.height, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: text('Registrar'),
    TU: text(`Digital signature of the ${by}`),
    V: signature,
    // Flags: printed and locked.
    F: 132,
    structParent: form,
  } as PDFKit.Mixins.AnnotationOption); // pdfkit writes the given fields as they are, but its types don't include them.
  form.end();
  const field: unknown = pdf.page.annotations.at(-1);
  // Prevents pdfkit from closing a form that it did not open.
  Object.assign(pdf, { endAcroForm: () => pdf });
  // 3: signatures exist, and later changes must be appended.
  rootOf(pdf)['AcroForm'] = { Fields: [field], SigFlags: 3 };
}

/** pdfkit writes String objects as strings and plain strings as names. */
function text(of: string): string {
  return Object(of);
}

/** The document catalogue. pdfkit offers no access to it for custom fields. */
function rootOf(pdf: Pdf): Record<string, unknown> {
  const root: unknown = Reflect.get(pdf, '_root');
  const data: unknown = root instanceof Object ? Reflect.get(root, 'data') : undefined;
  // pdfkit's dictionaries are plain objects.
  if (data instanceof Object) return data as Record<string, unknown>;
  throw new Error('pdfkit keeps its catalogue elsewhere');
}

/**
 * The file with its signature over all bytes except the signature itself.
 *
 * Throws if the signature needs more space than was reserved.
 */
export async function withSignature(
  file: Uint8Array,
  { signer, at }: Signing,
): Promise<Uint8Array> {
  const bytes = Buffer.from(file);
  const range = `/ByteRange [0 ${unknownPlace} ${unknownPlace} ${unknownPlace}]`;
  const rangeAt = bytes.lastIndexOf(range);
  // The signature is the text in angle brackets, which are also excluded from the signed bytes.
  const opens = bytes.indexOf('<', bytes.indexOf('/Contents', rangeAt));
  const closes = bytes.indexOf('>', opens) + 1;
  if (rangeAt < 0 || opens < 0) throw new Error('the document has no field for a signature');
  const places = `/ByteRange [0 ${opens} ${closes} ${bytes.length - closes}]`;
  bytes.write(places.padEnd(range.length), rangeAt, 'latin1');
  const signed = Buffer.concat([bytes.subarray(0, opens), bytes.subarray(closes)]);
  const signature = Buffer.from(await detachedSignature(signed, signer, new Date(at)));
  if (2 * signature.length > closes - opens - 2) throw new Error('the signature needs more room');
  bytes.write(signature.toString('hex'), opens + 1, 'latin1');
  return new Uint8Array(bytes);
}

/** Signs documents, possibly with a key held elsewhere. */
export interface DocumentSigner {
  /** DER: the certificate of the key, then the chain to its root, if any. */
  certificates(): Promise<readonly Uint8Array[]>;
  /** The signature over the SHA-256 of the bytes: PKCS #1 v1.5 for RSA, DER for elliptic curves. */
  sign(content: Uint8Array): Promise<Uint8Array>;
}

/** The signer of a document, and the time. */
export interface Signing {
  readonly signer: DocumentSigner;
  /** Instant of the signature (ISO 8601). */
  readonly at: string;
}
