import { generateKeyPairSync } from 'node:crypto';
import { App } from 'aws-cdk-lib';
import { compactVerify } from 'jose/jws/compact/verify';
import { exportJWK } from 'jose/key/export';
import { describe, expect, it } from 'vitest';
import { credentialCertificates } from '../../lib/credential-certificates.ts';
import { inPem } from '../../local/make-certificate.ts';
import { readCertificates } from '../../shared/credentials/auth/credential-signer.ts';
import { statusListOf } from '../../shared/credentials/domain/status-list.ts';
import {
  type Authority,
  anAuthority,
  certifiedBy,
  keyByCertificate,
} from '../support/authority.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { aHolder, seeOffer, takeUp } from '../support/wallet.ts';

const world = await useWorld();
const anchor = await anAuthority('Anchor');
const middle = await anchor.below('Middle');
const { publicJwk: own } = await aHolder();
const { publicJwk: next } = await aHolder();
const now = () => new Date('2030-01-01T00:00:00Z');
const read = (...chain: readonly Uint8Array[]) => readCertificates(chain.map(inPem).join(''), now);
const signing = { use: 'sig', alg: 'ES256', kid: 'k' } as const;
const jwkOf = ({ x = '', y = '' }: typeof own) =>
  ({ kty: 'EC', crv: 'P-256', x, y, ...signing }) as const;

describe('if the signing key has a certificate,', () => {
  it('credentials and status lists have its chain in x5c, without the root', async () => {
    const authority = await certifiedBy(world);
    const ada = await aResident(world);
    const browser = await signedIn(world, ada.email);
    const { credential } = await takeUp(
      world,
      await seeOffer(browser, 'residency'),
      await aHolder(),
    );
    const [jwt = ''] = credential.split('~');
    const list = statusListOf(new Date(world.clock.now).toISOString(), 0);
    const token = await (await fetch(`${world.baseUrl}/credentials/status/${list}`)).text();
    for (const signed of [jwt, token]) {
      const { protectedHeader } = await compactVerify(signed, keyByCertificate(signed, authority));
      expect(protectedHeader['x5c']).toHaveLength(1);
    }
  });
});

describe('credential-signing certificates', () => {
  it('form a chain per key, valid only while every certificate in it is', async () => {
    const to = new Date('2031-01-01T00:00:00Z');
    const chains = read(
      await middle.issue(own, { to }),
      middle.certificate,
      await anchor.issue(next, { from: new Date('2032-01-01T00:00:00Z') }),
    );
    expect(chains.map(({ x5c }) => x5c.length)).toEqual([2, 1]);
    expect(chains.map(({ fits }) => fits(jwkOf(own)))).toEqual([true, false]);
    // Not valid yet.
    expect(chains.map(({ fits }) => fits(jwkOf(next)))).toEqual([false, false]);
    expect(chains[0]?.endsAt).toEqual(to);
    const late = readCertificates(inPem(await anchor.issue(own, { to })), () => new Date(2032, 1));
    expect(late[0]?.fits(jwkOf(own))).toBe(false);
  });

  const cases: readonly (readonly [string, () => Promise<readonly Uint8Array[]>, string])[] = [
    ['a self-signed certificate', async () => [await selfSigned()], 'self-signed'],
    [
      'the anchor at the end',
      async () => [await anchor.issue(own), anchor.certificate],
      'self-signed',
    ],
    [
      'an issuer that is not an authority',
      async () => {
        const no = await anchor.below('Nobody');
        const plain = await anchor.issue(next, { subject: 'Nobody' });
        return [await no.issue(own), plain];
      },
      'not a CA certificate',
    ],
    [
      'an authority that did not issue the certificate before it',
      async () => [await middle.issue(own), (await anchor.below('Other')).certificate],
      'not issued by the next one',
    ],
    [
      'too many authorities',
      async () => {
        const short = await anchor.below('Short', { authoritiesBelow: 0 });
        const low = await short.below('Low');
        return [await low.issue(own), low.certificate, short.certificate];
      },
      'longer than a CA certificate allows',
    ],
    [
      'a key on another curve',
      async () => {
        const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
        return [await anchor.issue(await exportJWK(publicKey))];
      },
      'not for a P-256 signing key',
    ],
    [
      'an unknown critical extension',
      async () => [await anchor.issue(own, { unknownExtension: '1.2.3.4' })],
      'critical extension',
    ],
  ];

  it.each(cases)('are refused with %s, at startup and at synthesis', async (_, make, why) => {
    const chain = await make();
    expect(() => read(...chain)).toThrow(why);
    expect(() => contextOf(chain.map(inPem).join(''))).toThrow(`credentialCertificates: `);
  });

  it('are refused at synthesis if one has expired or there is none', async () => {
    const ended = await anchor.issue(own, { to: new Date('2020-01-01T00:00:00Z') });
    expect(() => contextOf(inPem(ended))).toThrow('one has ended');
    expect(() => contextOf('none')).toThrow('are not PEM');
    expect(() => contextOf('')).toThrow('it is empty');
    const good = inPem(await anchor.issue(own));
    expect(contextOf(good)).toEqual({ CREDENTIAL_CERTIFICATES: good });
  });
});

const contextOf = (value: string) =>
  credentialCertificates(new App({ context: { credentialCertificates: value } }).node);

async function selfSigned(): Promise<Uint8Array> {
  const alone: Authority = await anAuthority('Alone', { authoritiesBelow: undefined });
  return alone.certificate;
}
