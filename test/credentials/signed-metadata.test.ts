import { X509Certificate } from 'node:crypto';
import type { Jwk } from '@openid4vc/oauth2';
import { compactVerify } from 'jose/jws/compact/verify';
import { jwtVerify } from 'jose/jwt/verify';
import { expect, it } from 'vitest';
import { certifiedBy, keyByCertificate } from '../support/authority.ts';
import { useWorld } from '../support/use-world.ts';
import { aHolder, openVerifyingWallet } from '../support/wallet.ts';

const world = await useWorld();
const path = '/.well-known/openid-credential-issuer';

const asked = (accept?: string) =>
  fetch(world.baseUrl + path, { headers: accept === undefined ? {} : { accept } });
const typeOf = async (accept?: string) => (await asked(accept)).headers.get('content-type');

it('issuer metadata are always JSON if the signing key has no certificate', async () => {
  const answer = await asked('application/jwt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await answer.json()).toMatchObject({ credential_issuer: world.baseUrl });
});

it('issuer metadata are signed on request, with the same members as the JSON', async () => {
  const authority = await certifiedBy(world);
  const open = Object(await (await asked('application/json')).json());
  const answer = await asked('application/jwt');
  expect(answer.headers.get('vary')).toContain('Accept');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  const token = await answer.text();
  const { payload, protectedHeader } = await jwtVerify(token, keyByCertificate(token, authority), {
    algorithms: ['ES256'],
    typ: 'openidvci-issuer-metadata+jwt',
    currentDate: new Date(world.clock.now),
  });
  const { sub, iat, exp, ...said } = payload;
  const seconds = Math.floor(world.clock.now / 1000);
  expect([sub, iat, exp]).toEqual([world.baseUrl, seconds, seconds + 86_400]);
  expect(said).toEqual(open);
  expect(protectedHeader['x5c']).toHaveLength(1);
});

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json, application/jwt', 'application/json'],
  ['application/jwt;q=0, application/json', 'application/json'],
  ['text/html', 'application/json'],
  ['application/jwt', 'application/jwt'],
  ['application/jwt, application/json', 'application/jwt'],
  ['application/json;q=0.5, application/jwt', 'application/jwt'],
])('with Accept %s issuer metadata are returned as %s', async (accept, type) => {
  expect(await typeOf(accept)).toBe(type);
});

it('signed issuer metadata change at most hourly and support If-None-Match', async () => {
  const first = await asked('application/jwt');
  const etag = first.headers.get('etag') ?? '';
  world.clock.now += 600_000;
  const again = await fetch(world.baseUrl + path, {
    headers: { accept: 'application/jwt', 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
  world.clock.now += 3_600_000;
  expect(await (await asked('application/jwt')).text()).not.toBe(await first.text());
});

it('signed issuer metadata are verified by a wallet library', async () => {
  const authority = await certifiedBy(world);
  const anchor = new X509Certificate(authority.certificate);
  const wallet = openVerifyingWallet(await aHolder(), world, async (compact) => {
    const certificate = keyByCertificate(compact, { certificate: anchor.raw });
    await compactVerify(compact, certificate);
    return certificate.export({ format: 'jwk' }) as Jwk;
  });
  const { credentialIssuer, signedCredentialIssuer } = await wallet.resolveIssuerMetadata(
    world.baseUrl,
  );
  expect(credentialIssuer.credential_issuer).toBe(world.baseUrl);
  expect(signedCredentialIssuer?.jwt.payload.sub).toBe(world.baseUrl);
});
