import type { KeyObject, X509Certificate } from 'node:crypto';

/** The reasons for rejecting the certificates in an `x5c`. */
type ChainFault =
  | 'self_signed'
  | 'other_key'
  | 'not_issued_by_next'
  | 'no_authority'
  | 'path_too_long'
  | 'not_understood';

/**
 * The fault in a certificate chain, apart from its dates; null if there is none. The first
 * certificate has an ES256 key, and each later one issued the one before it. No certificate is
 * self-signed: the trusted root is not part of the chain (HAIP 1.0, sections 4.5.1 and 6.1.1).
 */
export function chainFault(chain: readonly X509Certificate[]): ChainFault | null {
  const [own, ...issuers] = chain;
  if (own === undefined || !isKeyOfEs256(own.publicKey)) return 'other_key';
  if (chain.some((each) => each.verify(each.publicKey))) return 'self_signed';
  const limits = chain.map(limitsOf);
  if (limits.some(({ isUnderstood }) => !isUnderstood)) return 'not_understood';
  if (limits[0]?.signsMessages === false) return 'other_key';
  for (const [place, issuer] of issuers.entries()) {
    const fault = issueFault(chain[place], issuer, place);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Whether a well-formed chain without its root leads to one of the anchors and is valid at `now`.
 */
export function isAnchored(
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  now: Date,
): boolean {
  const last = chain.at(-1);
  const known = new Set(anchors.map(({ fingerprint256 }) => fingerprint256));
  if (!isGoodAt(chain, now) || chain.some(({ fingerprint256 }) => known.has(fingerprint256))) {
    return false;
  }
  return anchors.some(
    (anchor) => isGoodAt([anchor], now) && issueFault(last, anchor, chain.length - 1) === null,
  );
}

/** Whether `now` is within the validity period of each certificate. */
export function isGoodAt(certificates: readonly X509Certificate[], now: Date): boolean {
  return certificates.every(
    ({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate,
  );
}

/**
 * The reason why `issuer` can't have issued `issued`; null if there is none. `below` is the number
 * of authorities below it.
 */
function issueFault(
  issued: X509Certificate | undefined,
  issuer: X509Certificate,
  below: number,
): ChainFault | null {
  const { isAuthority, authoritiesBelow } = limitsOf(issuer);
  if (!isAuthority) return 'no_authority';
  if (authoritiesBelow < below) return 'path_too_long';
  return issued?.checkIssued(issuer) && issued.verify(issuer.publicKey)
    ? null
    : 'not_issued_by_next';
}

function isKeyOfEs256({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

/** Key usage of a certificate (RFC 5280, section 4.2.1). */
interface CertificateLimits {
  /** Whether it can issue certificates. */
  readonly isAuthority: boolean;
  /**
   * The number of authorities allowed between it and the end certificate; Infinity means no limit.
   */
  readonly authoritiesBelow: number;
  /** Whether its key can sign anything other than certificates. */
  readonly signsMessages: boolean;
  /** Whether it has no critical extensions that we don't check. */
  readonly isUnderstood: boolean;
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

interface Extension {
  /** The object identifier's bytes in hexadecimal. */
  readonly id: string;
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

const keyUsage = '551d0f';
const basicConstraints = '551d13';
/**
 * Critical extensions that we can ignore: `subjectAltName` and `extKeyUsage` only narrow what a
 * certificate is issued for. `nameConstraints` and policies must not be ignored.
 */
const passedOver: readonly string[] = ['551d11', '551d25'];

const [booleanTag, integerTag, extensionsTag] = [0x01, 0x02, 0xa3];

/** The limits in a certificate; node:crypto exposes only some of them. */
export function limitsOf(certificate: X509Certificate): CertificateLimits {
  const extensions = extensionsOf(certificate.raw);
  const valueIn = (requested: string) => extensions.find(({ id }) => id === requested)?.value;
  const [constraints] = elementsOf(valueIn(basicConstraints) ?? new Uint8Array());
  const parts = elementsOf(constraints?.content ?? new Uint8Array());
  const length = parts.find(({ tag }) => tag === integerTag);
  const [usage] = elementsOf(valueIn(keyUsage) ?? new Uint8Array());
  // The first byte of a BIT STRING is the number of unused bits at the end.
  const usages = usage?.content[1] ?? 0xff;
  const isAuthority = parts.some(({ tag, content }) => tag === booleanTag && content[0] !== 0);
  return {
    isAuthority: isAuthority && (usages & 0x04) !== 0,
    authoritiesBelow: length === undefined ? Number.POSITIVE_INFINITY : numberOf(length.content),
    signsMessages: (usages & 0x80) !== 0,
    isUnderstood: extensions.every(
      ({ id, isCritical }) =>
        !isCritical || [keyUsage, basicConstraints, ...passedOver].includes(id),
    ),
  };
}

function extensionsOf(certificate: Uint8Array): readonly Extension[] {
  const [outer] = elementsOf(certificate);
  const [signed] = elementsOf(outer?.content ?? new Uint8Array());
  const fields = elementsOf(signed?.content ?? new Uint8Array());
  const [list] = elementsOf(
    fields.find(({ tag }) => tag === extensionsTag)?.content ?? new Uint8Array(),
  );
  return elementsOf(list?.content ?? new Uint8Array()).map(({ content }) => {
    const parts = elementsOf(content);
    return {
      id: Buffer.from(parts[0]?.content ?? []).toString('hex'),
      isCritical: parts.some(({ tag, content: [value] }) => tag === booleanTag && value !== 0),
      value: parts.at(-1)?.content ?? new Uint8Array(),
    };
  });
}

/** The consecutive DER elements of a certificate that node:crypto has already parsed. */
function elementsOf(der: Uint8Array): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at + 1 < der.length; ) {
    const [tag = 0, first = 0] = der.subarray(at, at + 2);
    const longer = first > 0x7f ? first & 0x7f : 0;
    const begin = at + 2 + longer;
    const length = longer > 0 ? numberOf(der.subarray(at + 2, begin)) : first;
    found.push({ tag, content: der.subarray(begin, begin + length) });
    at = begin + length;
  }
  return found;
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
