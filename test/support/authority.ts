import { createPublicKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import type { JWK } from 'jose';
import { type CertificateContent, inPem, makeCertificate } from '../../local/make-certificate.ts';
import {
  openCredentialSigner,
  readCertificates,
} from '../../shared/credentials/auth/credential-signer.ts';
import {
  openSignedMetadata,
  openStatusTokens,
} from '../../shared/credentials/auth/signed-tokens.ts';
import type { World } from './world.ts';

type More = Partial<CertificateContent>;

/** A certificate authority. */
export interface Authority {
  readonly certificate: Uint8Array;
  /** The same as PEM. */
  readonly pem: string;
  /** The certificate of a key, DER. */
  issue(jwk: JWK, more?: More): Promise<Uint8Array>;
  /** A subordinate authority. */
  below(subject: string, more?: More): Promise<Authority>;
}

/** An authority with a self-signed certificate; `more` overrides its content. */
export async function anAuthority(subject = 'Authority', more: More = {}): Promise<Authority> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = { subject, publicKey: spkiOf(publicKey), authoritiesBelow: null, ...more };
  const signed = async (bytes: Uint8Array) => sign('sha256', bytes, privateKey);
  return authorityOf(subject, await makeCertificate(own, signed), signed);
}

function authorityOf(
  issuer: string,
  certificate: Uint8Array,
  signed: (bytes: Uint8Array) => Promise<Uint8Array>,
): Authority {
  return {
    certificate,
    pem: inPem(certificate),
    issue: (jwk, more = {}) => {
      const publicKey = spkiOf(createPublicKey({ key: { ...jwk }, format: 'jwk' }));
      return makeCertificate({ subject: 'Somebody', issuer, publicKey, ...more }, signed);
    },
    below: async (subject, more = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const content = { subject, issuer, publicKey: spkiOf(publicKey), authoritiesBelow: null };
      const made = await makeCertificate({ ...content, ...more }, signed);
      return authorityOf(subject, made, async (bytes) => sign('sha256', bytes, privateKey));
    },
  };
}

const spkiOf = (key: ReturnType<typeof createPublicKey>) =>
  new Uint8Array(key.export({ type: 'spki', format: 'der' }));

/** The public key of an unknown algorithm, as SPKI: that of a JWK with another object identifier. */
export function unknownKey(jwk: JWK): Uint8Array {
  const spki = Buffer.from(spkiOf(createPublicKey({ key: { ...jwk }, format: 'jwk' })));
  const index = spki.indexOf(Buffer.from('2a8648ce3d0201', 'hex'));
  spki[index + 6] = 0x09;
  return spki;
}

/** Certificates in the format of `x5c`. */
export const x5cOf = (...certificates: readonly Uint8Array[]): string[] =>
  certificates.map((certificate) => Buffer.from(certificate).toString('base64'));

/** Has the world's credential-signing key certified. Returns the authority. */
export async function certifiedBy(world: World, more: More = {}): Promise<Authority> {
  const { signer, now } = world.deps;
  const authority = await anAuthority('Jurisdiction');
  const { jwk } = await signer.es256();
  const certificates = readCertificates(inPem(await authority.issue(jwk, more)), now);
  const credentialSigner = openCredentialSigner(signer, certificates);
  const how = { signer: credentialSigner, baseUrl: () => world.baseUrl, now };
  Object.assign(world.deps, {
    credentialSigner,
    statusTokens: openStatusTokens(how),
    signedMetadata: openSignedMetadata(how),
  });
  return authority;
}

/**
 * The public key with which a verifier who trusts an authority accepts a token: from the first certificate of `x5c`,
 * each issued by the next one, the last by the authority, none self-signed. Throws for any other header.
 */
export function keyByCertificate(token: string, authority: Pick<Authority, 'certificate'>) {
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  const chain = (header.x5c as string[]).map(
    (text) => new X509Certificate(Buffer.from(text, 'base64')),
  );
  const anchor = new X509Certificate(authority.certificate);
  for (const [place, certificate] of chain.entries()) {
    const issuer = chain[place + 1] ?? anchor;
    if (certificate.verify(certificate.publicKey)) throw new Error('self-signed');
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      throw new Error('not issued by the next one');
    }
  }
  const [own] = chain;
  if (own === undefined) throw new Error('no certificate');
  return own.publicKey;
}
