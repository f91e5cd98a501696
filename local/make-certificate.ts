import { createHash } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  GeneralName,
  GeneralNames,
  PublicKeyInfo,
  Time,
} from 'pkijs';

/** A certificate's content; see `makeCertificate`. */
export interface CertificateContent {
  /** The common name of its owner. */
  readonly subject: string;
  /** The common name of its issuer; absent: the owner. */
  readonly issuer?: string;
  /** The certified key, as SPKI. */
  readonly publicKey: Uint8Array;
  /** Absent: from 2000 on. */
  readonly from?: Date;
  /** Absent: to the end of 2099. */
  readonly to?: Date;
  /** Present: it may issue certificates, with at most this many authorities below it; null: without a limit. */
  readonly authoritiesBelow?: number | null | undefined;
  /** The address that it is for, as `subjectAltName`. */
  readonly address?: string;
  /** Object identifier of an unknown, critical extension. */
  readonly unknownExtension?: string;
}

/**
 * A certificate (DER) on P-256, only for signatures, or only for certificates. `sign` signs with its issuer's key:
 * ECDSA with SHA-256, in DER.
 */
export async function makeCertificate(
  content: CertificateContent,
  sign: (content: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { subject, issuer = subject, publicKey } = content;
  const certificate = new Certificate();
  certificate.version = 2;
  const digest = createHash('sha256').update(publicKey).digest();
  // Positive, as a serial number must be.
  certificate.serialNumber = new Integer({ valueHex: Buffer.from([1, ...digest.subarray(0, 8)]) });
  for (const [name, value] of [
    [certificate.issuer, issuer],
    [certificate.subject, subject],
  ] as const) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value }) }),
    );
  }
  certificate.notBefore = timeOf(content.from ?? new Date('2000-01-01T00:00:00Z'));
  certificate.notAfter = timeOf(content.to ?? new Date('2099-12-31T23:59:59Z'));
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(publicKey);
  certificate.extensions = extensionsOf(content);
  const algorithm = () => new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' });
  certificate.signature = algorithm();
  certificate.signatureAlgorithm = algorithm();
  const toBeSigned = certificate.encodeTBS().toBER();
  certificate.tbsView = new Uint8Array(toBeSigned);
  certificate.signatureValue = new BitString({
    valueHex: await sign(new Uint8Array(toBeSigned)),
  });
  return new Uint8Array(certificate.toSchema(true).toBER());
}

/** A certificate as PEM. */
export function inPem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** RFC 5280, section 4.1.2.5: two-digit years until 2049, four-digit years from then on. */
function timeOf(value: Date): Time {
  return new Time({ value, type: value.getUTCFullYear() < 2050 ? 0 : 1 });
}

/** The key's usage: digital signatures and non-repudiation, or only certificates. */
function extensionsOf({
  authoritiesBelow,
  address,
  unknownExtension,
}: CertificateContent): Extension[] {
  const isAuthority = authoritiesBelow !== undefined;
  const usage = isAuthority
    ? new BitString({ valueHex: Buffer.from([0x06]), unusedBits: 1 })
    : new BitString({ valueHex: Buffer.from([0xc0]), unusedBits: 6 });
  const basic = new BasicConstraints({
    cA: isAuthority,
    ...(typeof authoritiesBelow === 'number' && { pathLenConstraint: authoritiesBelow }),
  }).toSchema();
  const critical = (extnID: string, extnValue: ArrayBuffer) =>
    new Extension({ extnID, critical: true, extnValue });
  return [
    critical('2.5.29.19', basic.toBER()),
    critical('2.5.29.15', usage.toBER()),
    ...(address === undefined
      ? []
      : [new Extension({ extnID: '2.5.29.17', extnValue: namesOf(address) })]),
    ...(unknownExtension === undefined
      ? []
      : [critical(unknownExtension, new Utf8String({ value: 'unknown' }).toBER())]),
  ];
}

function namesOf(address: string): ArrayBuffer {
  const uri = 6;
  return new GeneralNames({ names: [new GeneralName({ type: uri, value: address })] })
    .toSchema()
    .toBER();
}
