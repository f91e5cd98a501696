import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSeal } from '../../../shared/kernel/auth/seal.ts';
import {
  maxHandleLength,
  openHandle,
  sealRequest,
} from '../../../shared/oauth/auth/request-handle.ts';
import { newRequest, requestLifetime } from '../../../shared/oauth/domain/authorization-request.ts';

const begin = Date.UTC(2026, 0, 1);
const sealAt = (after: number) =>
  openSeal(
    async () => ['secret'],
    () => new Date(begin + after),
  );
const input = {
  clientId: 'client',
  redirectUri: 'https://client.example/back',
  scopes: ['openid'],
  scope: 'openid',
  state: 'abc',
  nonce: null,
  responseMode: 'query',
  codeChallenge: null,
  prompt: ['login'],
  maxAge: 60,
  loginHint: null,
  idTokenHintSub: null,
} as const;
const request = newRequest(input, 'session', new Date(begin));

/** A handle with the given claims, sealed with the real key. */
const sealed = (claims: object) => sealAt(0).seal('authorization_request', claims, 1000);

describe('an authorization request handle', () => {
  it('contains the whole request, whose reference is the digest of its id', async () => {
    const handle = await sealRequest(request, 'id', sealAt(0));
    expect(await openHandle(String(handle), sealAt(0))).toEqual({
      ...request,
      reference: createHash('sha256').update('id').digest('hex'),
      usedAt: null,
    });
  });

  it('expires with its request after half an hour', async () => {
    const handle = String(await sealRequest(request, 'id', sealAt(0)));
    expect(requestLifetime).toBe(1_800_000);
    expect(await openHandle(handle, sealAt(requestLifetime - 1))).not.toBeNull();
    expect(await openHandle(handle, sealAt(requestLifetime))).toBeNull();
  });

  it('does not record that the request was answered', async () => {
    const answered = { ...request, usedAt: '2026-01-01T00:00:00.000Z' };
    const handle = String(await sealRequest(answered, 'id', sealAt(0)));
    expect(await openHandle(handle, sealAt(0))).toMatchObject({ usedAt: null });
  });

  it('is at most 4,096 characters long', async () => {
    // Digests, because they can't be compressed.
    const noise = (length: number) =>
      Array.from({ length: Math.ceil(length / 43) }, (_, index) =>
        createHash('sha256').update(String(index)).digest('base64url'),
      )
        .join('')
        .slice(0, length);
    const lengths = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const long = { ...request, state: noise(3_000 + 20 * index) };
        return (await sealRequest(long, 'id', sealAt(0)))?.length ?? null;
      }),
    );
    const fitting = lengths.filter((length) => length !== null);
    expect(maxHandleLength).toBe(4_096);
    expect(Math.max(...fitting)).toBeLessThanOrEqual(4_096);
    expect(Math.max(...fitting)).toBeGreaterThan(4_080);
    expect(lengths.at(-1)).toBeNull();
  });

  it.each(['', 'a.b.c', 'A'.repeat(5_000)])('cannot be opened from %j', async (text) => {
    expect(await openHandle(text, sealAt(0))).toBeNull();
  });

  it('is invalid if it is too long for a URL, even if its seal is valid', async () => {
    const { usedAt: _, ...claims } = request;
    const state = Array.from({ length: 80 }, (_, index) =>
      createHash('sha512').update(`${index}`).digest('base64url'),
    ).join('');
    const handle = await sealed({ ...claims, id: 'id', state });
    expect(handle.length).toBeGreaterThan(maxHandleLength);
    expect(await openHandle(handle, sealAt(0))).toBeNull();
  });

  it('is invalid if it was sealed for another purpose', async () => {
    const token = await sealAt(0).seal('device', { ...request, id: 'id' }, 1000);
    expect(await openHandle(token, sealAt(0))).toBeNull();
  });

  it.each([
    ['without an id', { ...request }],
    ['with an unknown scope', { ...request, id: 'id', scopes: ['root'] }],
    ['without a client', { ...request, id: 'id', clientId: undefined }],
  ])('is invalid %s', async (_, claims) => {
    expect(await openHandle(await sealed(claims), sealAt(0))).toBeNull();
  });
});
