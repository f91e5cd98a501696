import { describe, expect, it } from 'vitest';
import {
  type ClientSecret,
  liveSecrets,
  revokeSecret,
  rotateSecrets,
  secretId,
} from '../../../shared/oauth/domain/client-secrets.ts';

const now = '2026-03-01T12:00:00.000Z';
const later = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
const secret = (letter: string, expiresAt: string | null = null): ClientSecret => ({
  hash: letter.repeat(64),
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt,
});
const client = (...secrets: ClientSecret[]) => ({ public: false, secrets });
const made = (overlapHours: number) => ({ hash: 'f'.repeat(64), overlapHours });
const fresh = { hash: 'f'.repeat(64), createdAt: now, expiresAt: null };

describe('a client with a new secret', () => {
  it('keeps the previous one for the hours of the overlap', () => {
    expect(rotateSecrets(client(secret('a')), made(24), now)).toEqual({
      ok: true,
      next: [secret('a', later(24)), fresh],
    });
  });

  it('loses all earlier ones without an overlap', () => {
    const two = client(secret('a', later(5)), secret('b'));
    expect(rotateSecrets(two, made(0), now)).toEqual({ ok: true, next: [fresh] });
  });

  it('loses secrets that have expired', () => {
    const two = client(secret('a', now), secret('b'));
    expect(rotateSecrets(two, made(1), now)).toEqual({
      ok: true,
      next: [secret('b', later(1)), fresh],
    });
  });

  it('never extends the expiry of an earlier one', () => {
    expect(rotateSecrets(client(secret('a', later(2))), made(24), now)).toEqual({
      ok: true,
      next: [secret('a', later(2)), fresh],
    });
  });

  it('is refused if two are in use or the client is public', () => {
    const two = client(secret('a', later(5)), secret('b'));
    expect(rotateSecrets(two, made(24), now)).toEqual({ ok: false, reason: 'limit_reached' });
    expect(rotateSecrets({ public: true, secrets: [] }, made(24), now)).toEqual({
      ok: false,
      reason: 'public',
    });
  });

  it('can have had no secret before', () => {
    expect(rotateSecrets(client(), made(24), now)).toEqual({ ok: true, next: [fresh] });
  });
});

describe('a client secret', () => {
  it('is revoked by an id that does not reveal it, even if it is the last one', () => {
    expect(secretId(secret('a'))).toBe('a'.repeat(16));
    const both = [secret('a', later(5)), secret('b')];
    expect(revokeSecret(both, 'a'.repeat(16), now)).toEqual([secret('b')]);
    expect(revokeSecret([secret('b')], 'b'.repeat(16), now)).toEqual([]);
  });

  it('is not found after it has expired or under an unknown id', () => {
    expect(revokeSecret([secret('a', now)], 'a'.repeat(16), now)).toBeNull();
    expect(revokeSecret([secret('a')], 'b'.repeat(16), now)).toBeNull();
  });

  it('is valid until the instant it expires', () => {
    const ending = secret('a', later(1));
    expect(liveSecrets([ending], later(0.999))).toEqual([ending]);
    expect(liveSecrets([ending], later(1))).toEqual([]);
  });
});
