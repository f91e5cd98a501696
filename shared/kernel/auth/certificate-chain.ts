import type { KeyObject, X509Certificate } from 'node:crypto';
import { limitsOf } from './certificate-extensions.ts';

/** Why the certificates in an `x5c` do not count. */
export type ChainFault =
  | 'self_signed'
  | 'other_key'
  | 'not_issued_by_next'
  | 'no_authority'
  | 'path_too_long'
  | 'not_understood';

/**
 * What is wrong with a chain, the certificate of a key of ES256 first, each of the others the issuer of the one before it, whatever time it
 * is; null: nothing. No certificate of it is self-signed: the one that all trust is not in it (HAIP 1.0, sections 4.5.1 and 6.1.1).
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

/** Whether a chain without a fault leads to one of the anchors, of which none is in it, and all of it is good at `now`. */
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

/** What keeps `issuer` from having issued `issued`; `below`: how many authorities there are under it. */
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
