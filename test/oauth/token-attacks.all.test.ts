import {
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { noteActive, PublicJwk, publishSigningKey } from '../../shared/oauth/db/signing-keys.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { inForm, postForm, summaryOf } from '../support/oauth.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { startWorld } from '../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 });
const kid = 'a-key-of-ours';
/** A server that forged tokens point to: no key may ever be requested from it. */
const visits: string[] = [];
const trap = createServer((request, response) => {
  visits.push(String(request.url));
  response.end(JSON.stringify({ keys: [publicJwk(theirs.publicKey, kid)] }));
});
const publicJwk = (key: KeyObject, name: string) => ({
  ...key.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
  kid: name,
});
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString());

const world = await useWorld();
await new Promise<void>((resolve) => {
  trap.listen(0, '127.0.0.1', resolve);
});
// A listening server has an address.
const trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/jwks.json`;
const ada = await aResident(world);
const client = await aClient(world);
const tokens = await tokensFor(world, { personId: ada.id, client });
const [head = '', body = ''] = tokens.access.split('.');
/** Header and claims of a real token. */
const [header, claims] = [decode(head), decode(body)];
// A published key whose private half the test has, so that only one thing at a time is wrong.
const at = new Date(world.clock.now).toISOString();
await publishSigningKey(world.table, PublicJwk.parse(publicJwk(ours.publicKey, kid)), at);
await noteActive(world.table, kid, at);
world.clock.now += 10_000;
afterAll(
  () =>
    new Promise((resolve) => {
      trap.close(resolve);
    }),
);

const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token signed by `sign` with changed header and claims; null removes a member. */
function token(
  { header: heads = {}, claims: says = {} }: { header?: Json; claims?: Json },
  sign: (input: string) => string = (input) => signature(input, ours.privateKey),
): string {
  const kept = (all: Json) =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const body = { ...claims, jti: randomUUID(), ...says };
  const input = `${encode(kept({ ...header, kid, ...heads }))}.${encode(kept(body))}`;
  return `${input}.${sign(input)}`;
}

const signature = (input: string, key: KeyObject, algorithm = 'RSA-SHA256') =>
  createSign(algorithm).update(input).sign(key, 'base64url');

/** The answer of each endpoint to the credential. */
async function doors(credential: string) {
  const doorPaths = [
    '/api/v1/me/natural-person',
    '/api/v1/me/legal-entities',
    '/api/v1/me/legal-entities/7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11/documents',
    '/api/oauth/userinfo',
  ];
  const answers = await Promise.all(
    doorPaths.map((path) => world.call('GET', path, { key: credential })),
  );
  const active = await postForm(world, 'introspect', { token: credential, ...inForm(client) });
  return [...answers.map(summaryOf), JSON.stringify(active.body)];
}

const shut = [...Array.from({ length: 4 }, () => '401 invalid_token'), '{"active":false}'];

it('an unchanged token is accepted, which proves that the forgeries fail for their flaw', async () => {
  const [person, entities, documents, userinfo, introspection] = await doors(token({}));
  expect([person, entities, userinfo]).toEqual(['200', '200', '200']);
  expect(documents).toBe('404 Legal entity not found');
  expect(introspection).toContain('"active":true');
});

const publicPem = () => String(ours.publicKey.export({ type: 'spki', format: 'pem' }));
const hmac = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url');
const byTheirs = (input: string) => signature(input, theirs.privateKey);
const now = () => Math.floor(world.clock.now / 1000);

const forgeries: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['alg none, no signature', () => token({ header: { alg: 'none' } }, () => '')],
  ['alg None, in another case', () => token({ header: { alg: 'NoNe' } }, () => '')],
  ['alg none, with a signature', () => token({ header: { alg: 'none' } })],
  ['no alg', () => token({ header: { alg: null } })],
  [
    'HS256 with the public key (PEM) as secret',
    () => token({ header: { alg: 'HS256' } }, hmac(publicPem())),
  ],
  [
    'HS256 with the public key (DER) as secret',
    () =>
      token(
        { header: { alg: 'HS256' } },
        hmac(ours.publicKey.export({ type: 'spki', format: 'der' })),
      ),
  ],
  [
    'HS256 with the modulus as secret',
    () =>
      token(
        { header: { alg: 'HS256' } },
        hmac(Buffer.from(String(ours.publicKey.export({ format: 'jwk' }).n), 'base64url')),
      ),
  ],
  ['HS256 with an empty secret', () => token({ header: { alg: 'HS256' } }, hmac(''))],
  [
    'RS512 with our own key',
    () =>
      token({ header: { alg: 'RS512' } }, (input) =>
        signature(input, ours.privateKey, 'RSA-SHA512'),
      ),
  ],
  [
    'an unknown kid, signed with a foreign key',
    () => token({ header: { kid: 'theirs' } }, byTheirs),
  ],
  ['our kid, signed with a foreign key', () => token({}, byTheirs)],
  ['no kid', () => token({ header: { kid: null } })],
  ['a kid that is a path', () => token({ header: { kid: '../../dev/null' } }, hmac(''))],
  ['a kid that is not text', () => token({ header: { kid: 7 } })],
  [
    'the foreign key in the header (jwk)',
    () => token({ header: { jwk: publicJwk(theirs.publicKey, kid) } }, byTheirs),
  ],
  [
    'the foreign key in the header under its own kid (jwk)',
    () =>
      token({ header: { kid: 'theirs', jwk: publicJwk(theirs.publicKey, 'theirs') } }, byTheirs),
  ],
  ['the URL of the foreign keys (jku)', () => token({ header: { jku: trapUrl } }, byTheirs)],
  [
    'the URL of the foreign keys under their own kid (jku)',
    () => token({ header: { jku: trapUrl, kid: 'theirs' } }, byTheirs),
  ],
  ['the URL of a certificate (x5u)', () => token({ header: { x5u: trapUrl } }, byTheirs)],
  ['a certificate in the header (x5c)', () => token({ header: { x5c: ['MIIB'] } }, byTheirs)],
  ['an unknown critical header', () => token({ header: { crit: ['x'], x: 1 } })],
  ['typ JWT', () => token({ header: { typ: 'JWT' } })],
  ['no typ', () => token({ header: { typ: null } })],
  ['another audience', () => token({ claims: { aud: 'another-api' } })],
  ['the client as audience', () => token({ claims: { aud: client.clientId } })],
  ['two audiences', () => token({ claims: { aud: ['another-api', claims['aud']] } })],
  ['no audience', () => token({ claims: { aud: null } })],
  ['another issuer', () => token({ claims: { iss: 'https://registry.invalid' } })],
  ['the issuer with a slash', () => token({ claims: { iss: `${world.baseUrl}/` } })],
  ['no issuer', () => token({ claims: { iss: null } })],
  ['an expiry of now', () => token({ claims: { exp: now() } })],
  ['no expiry', () => token({ claims: { exp: null } })],
  ['an expiry that is text', () => token({ claims: { exp: String(now() + 60) } })],
  ['a start in the future', () => token({ claims: { nbf: now() + 60 } })],
  ['no subject', () => token({ claims: { sub: null } })],
  ['no grant', () => token({ claims: { grant_id: null } })],
  ['an unknown grant', () => token({ claims: { grant_id: randomUUID() } })],
  ['another client', () => token({ claims: { client_id: 'somebody-else' } })],
  ['no client', () => token({ claims: { client_id: null } })],
  ['the ID token', () => tokens.id],
  ['only its first half', () => tokens.access.slice(0, tokens.access.length / 2)],
  ['no signature', () => `${tokens.access.split('.').slice(0, 2).join('.')}.`],
  ['padding after the signature', () => `${tokens.access}==`],
  ['two parts', () => tokens.access.split('.').slice(0, 2).join('.')],
  ['six parts', () => `${tokens.access}.a.b.c`],
  ['the signature of another token', () => swapSignature()],
  ['claims that are not an object', () => raw('[]')],
  ['claims that are not JSON', () => raw('{')],
  ['more than 14,000 characters', () => `${'a'.repeat(7000)}.${'b'.repeat(7000)}.c`],
  ['characters that are not base64url', () => 'ä.ö.ü'.replaceAll(/[^\x20-\x7e]/g, '%')],
];

it.each(forgeries)(
  'a forged token (%s) is refused with 401 invalid_token by every endpoint',
  async (_, forge) => {
    expect(await doors(await forge())).toEqual(shut);
  },
);

it('a refresh token is refused by endpoints for access tokens', async () => {
  expect((await doors(tokens.refresh)).slice(0, 4)).toEqual(shut.slice(0, 4));
});

it("a token with another person's id is refused", async () => {
  const { id } = await aResident(world);
  expect(await doors(token({ claims: { sub: id } }))).toEqual(shut);
});

it('a scope in a token that was not granted has no effect', async () => {
  const scopes = ['openid'];
  const narrow = await tokensFor(world, { personId: ada.id, client, scopes });
  const { grant_id } = decode(String(narrow.access.split('.')[1]));
  const scope = 'openid service:entity.read service:person.details.read';
  const answer = await world.call('GET', '/api/v1/me/natural-person', {
    key: token({ claims: { grant_id, scope } }),
  });
  expect([answer.status, answer.body]).toMatchObject([
    401,
    { error: 'missing_scopes: service:person.details.read' },
  ]);
});

it('a token from another registry is refused, and ours is refused there', async () => {
  const other = await startWorld();
  try {
    const person = await aResident(other);
    const foreign = await tokensFor(other, { personId: person.id, client: await aClient(other) });
    expect(await doors(foreign.access)).toEqual(shut);
    const there = await other.call('GET', '/api/v1/me/natural-person', { key: tokens.access });
    expect(there.status).toBe(401);
  } finally {
    await other.stop();
  }
});

it('no forged token causes a key request to its jku or x5u', () => {
  expect(visits).toEqual([]);
});

it('fifty tokens with unknown keys cause at most one table read', async () => {
  world.clock.now += 10_000;
  world.proxy.calls.reset();
  const strangers = Array.from({ length: 50 }, (_, n) => token({ header: { kid: `key-${n}` } }));
  for (const credential of strangers) {
    const { status } = await world.call('GET', '/api/v1/me/natural-person', { key: credential });
    expect(status).toBe(401);
  }
  expect(world.proxy.calls.count()).toBeLessThanOrEqual(1);
});

it('the log contains no token, no part of one and no email address', () => {
  const lines = JSON.stringify(world.log.lines);
  for (const secret of [tokens.access, tokens.refresh, tokens.id]) {
    for (const part of secret.split('.')) expect(lines).not.toContain(part);
  }
  expect(lines).not.toContain(ada.email);
});

/** Header and signature of one token around the claims of another. */
async function swapSignature(): Promise<string> {
  const other = await tokensFor(world, { personId: ada.id, client });
  const [head, , sign] = tokens.access.split('.');
  return [head, other.access.split('.')[1], sign].join('.');
}

/** A validly signed token with this text instead of claims. */
function raw(text: string): string {
  const input = `${encode({ ...header, kid })}.${Buffer.from(text).toString('base64url')}`;
  return `${input}.${signature(input, ours.privateKey)}`;
}
