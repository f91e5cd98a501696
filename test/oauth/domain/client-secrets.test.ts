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
  it('is proved by the one before for the hours of the overlap', () => {
    expect(rotateSecrets(client(secret('a')), made(24), now)).toEqual({
      ok: true,
      next: [secret('a', later(24)), fresh],
    });
  });

  it('is proved by no earlier one when there is no overlap', () => {
    const two = client(secret('a', later(5)), secret('b'));
    expect(rotateSecrets(two, made(0), now)).toEqual({ ok: true, next: [fresh] });
  });

  it('forgets the secrets that have ended', () => {
    const two = client(secret('a', now), secret('b'));
    expect(rotateSecrets(two, made(1), now)).toEqual({
      ok: true,
      next: [secret('b', later(1)), fresh],
    });
  });

  it('never lets an earlier one live longer than it would have', () => {
    expect(rotateSecrets(client(secret('a', later(2))), made(24), now)).toEqual({
      ok: true,
      next: [secret('a', later(2)), fresh],
    });
  });

  it('gets none while two are in use, and a public one never', () => {
    const two = client(secret('a', later(5)), secret('b'));
    expect(rotateSecrets(two, made(24), now)).toEqual({ ok: false, reason: 'limit_reached' });
    expect(rotateSecrets({ public: true, secrets: [] }, made(24), now)).toEqual({
      ok: false,
      reason: 'public',
    });
  });

  it('gets one when it had none left', () => {
    expect(rotateSecrets(client(), made(24), now)).toEqual({ ok: true, next: [fresh] });
  });
});

describe('a secret', () => {
  it('is revoked by its id, which does not tell it; the last one as well', () => {
    expect(secretId(secret('a'))).toBe('a'.repeat(16));
    const both = [secret('a', later(5)), secret('b')];
    expect(revokeSecret(both, 'a'.repeat(16), now)).toEqual([secret('b')]);
    expect(revokeSecret([secret('b')], 'b'.repeat(16), now)).toEqual([]);
  });

  it('is not found once it has ended, nor under an unknown id', () => {
    expect(revokeSecret([secret('a', now)], 'a'.repeat(16), now)).toBeNull();
    expect(revokeSecret([secret('a')], 'b'.repeat(16), now)).toBeNull();
  });

  it('proves the client until the instant of its end', () => {
    const ending = secret('a', later(1));
    expect(liveSecrets([ending], later(0.999))).toEqual([ending]);
    expect(liveSecrets([ending], later(1))).toEqual([]);
  });
});
