import type { KeyObject, X509Certificate } from 'node:crypto';

/** Why the certificates in an `x5c` do not count. */
type ChainFault =
  | 'self_signed'
  | 'other_key'
  | 'not_issued_by_next'
  | 'no_authority'
  | 'path_too_long'
  | 'not_understood';

/**
 * What is wrong with a certificate chain, whatever the time; null: nothing. The first certificate has an ES256 key, and
 * each later one issued the one before it. No certificate is self-signed: the trusted root is not part of the chain
 * (HAIP 1.0, sections 4.5.1 and 6.1.1).
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

/** Whether a well-formed chain, which contains no anchor, leads to one of the anchors, and is valid at `now`. */
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

/** Whether each of the certificates has begun, and none has ended. */
export function isGoodAt(certificates: readonly X509Certificate[], now: Date): boolean {
  return certificates.every(
    ({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate,
  );
}

/** The reason why `issuer` can't have issued `issued`; `below`: the number of authorities under it. */
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
  /** Whether it may issue certificates. */
  readonly isAuthority: boolean;
  /** The number of authorities allowed between it and the certificate at the end; Infinity: any number. */
  readonly authoritiesBelow: number;
  /** Whether signatures other than those of certificates may be made with its key. */
  readonly signsMessages: boolean;
  /** Whether it has no critical extension that we do not check. */
  readonly isUnderstood: boolean;
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

interface Extension {
  /** The bytes of its object identifier, in hex. */
  readonly id: string;
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

const keyUsage = '551d0f';
const basicConstraints = '551d13';
/**
 * Critical extensions that change nothing here: `subjectAltName` and `extKeyUsage`. For whom and for what an
 * authority issues certificates of attestations or credentials is up to it and those who trust it.
 * `nameConstraints` and policies are not among them.
 */
const passedOver: readonly string[] = ['551d11', '551d25'];

const [booleanTag, integerTag, extensionsTag] = [0x01, 0x02, 0xa3];

/** The limits in a certificate, which node:crypto does not tell in full. */
export function limitsOf(certificate: X509Certificate): CertificateLimits {
  const extensions = extensionsOf(certificate.raw);
  const valueIn = (wanted: string) => extensions.find(({ id }) => id === wanted)?.value;
  const [constraints] = elementsOf(valueIn(basicConstraints) ?? new Uint8Array());
  const parts = elementsOf(constraints?.content ?? new Uint8Array());
  const length = parts.find(({ tag }) => tag === integerTag);
  const [usage] = elementsOf(valueIn(keyUsage) ?? new Uint8Array());
  // The first byte of bits says how many of the last are no bits.
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

/** The consecutive elements of DER from a certificate that node:crypto has read. */
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
