import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuthorizationCode,
  codeStatus,
  codeStatuses,
  redeemAuthorizationCode,
} from '../../../shared/oauth/domain/oauth-code.ts';
import {
  type Consent,
  consentStands,
  covers,
  extendConsent,
} from '../../../shared/oauth/domain/oauth-consent.ts';
import {
  effectiveEntities,
  effectiveScopes,
  familyEnd,
  type Grant,
  grantStatus,
} from '../../../shared/oauth/domain/oauth-grant.ts';
import {
  refreshEnd,
  refreshStatus,
  rotateRefreshToken,
} from '../../../shared/oauth/domain/refresh-token.ts';

const now = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T12:01:00.000Z';
const owner = { id: 'ada', status: 'active', credentialEpoch: 3 } as const;
const consent: Consent = {
  id: 'consent-1',
  personId: 'ada',
  clientId: 'client',
  scopes: ['openid', 'service:entity.read'],
  legalEntityIds: ['acme', 'legacy'],
  credentialEpoch: 3,
  createdAt: now,
  updatedAt: now,
};
const grant: Grant = {
  id: 'grant-1',
  consentId: 'consent-1',
  personId: 'ada',
  clientId: 'client',
  scopes: ['openid', 'email', 'service:entity.read'],
  scope: 'openid email service:entity.read',
  legalEntityIds: ['acme', 'other'],
  credentialEpoch: 3,
  authTime: now,
  amr: ['otp'],
  authorizedAt: now,
  nonce: null,
  createdAt: now,
  lastUsedAt: now,
  revokedAt: null,
  refreshExpiresAt: later,
};

describe('a grant', () => {
  it.each([
    ['live', grant, consent, owner],
    ['revoked', { ...grant, revokedAt: now }, consent, owner],
    ['withdrawn', grant, null, owner],
    ['withdrawn', grant, { ...consent, id: 'consent-2' }, owner],
    ['withdrawn', grant, { ...consent, credentialEpoch: 2 }, owner],
    ['void', grant, consent, null],
    ['void', grant, consent, { ...owner, id: 'ben' }],
    ['void', grant, consent, { ...owner, status: 'deactivated' as const }],
    ['void', grant, consent, { ...owner, credentialEpoch: 4 }],
    ['void', { ...grant, credentialEpoch: 2 }, consent, owner],
  ])('is %s', (status, stored, allowed, person) => {
    expect(grantStatus(stored, allowed, person, {})).toBe(status);
    expect(grantStatus(stored, allowed, person, { tokensNotBefore: now })).toBe(status);
  });

  it('is revoked if its client refuses tokens from before a later instant', () => {
    expect(grantStatus(grant, consent, owner, { tokensNotBefore: later })).toBe('revoked');
  });

  const names = fc.subarray(['a', 'b', 'c', 'd', 'e']);

  it('never allows more than the token, the grant and the consent each allow', () => {
    fc.assert(
      fc.property(names, names, names, (token, granted, allowed) => {
        const open = effectiveScopes(token, { scopes: granted }, { scopes: allowed });
        for (const limit of [token, granted, allowed]) {
          expect(open.every((scope) => limit.includes(scope))).toBe(true);
        }
        const entities = effectiveEntities(
          { legalEntityIds: granted },
          { legalEntityIds: allowed },
        );
        expect(entities).toEqual(granted.filter((id) => allowed.includes(id)));
      }),
    );
  });

  it('never gains entities from a later consent', () => {
    fc.assert(
      fc.property(names, names, names, (granted, scopes, legalEntityIds) => {
        const extended = extendConsent(consent, { scopes, legalEntityIds }, later);
        const reached = effectiveEntities({ legalEntityIds: granted }, extended);
        expect(reached.every((id) => granted.includes(id))).toBe(true);
      }),
    );
  });
});

describe('a consent', () => {
  it('adds new scopes and replaces the entities with those chosen last', () => {
    const approval = { scopes: ['service:entity.read', 'email'], legalEntityIds: ['other'] };
    expect(extendConsent(consent, approval, later)).toEqual({
      ...consent,
      scopes: ['openid', 'service:entity.read', 'email'],
      legalEntityIds: ['other'],
      updatedAt: later,
    });
  });

  it('keeps its entities if the approval is not about entities', () => {
    const extended = extendConsent(consent, { scopes: ['email'], legalEntityIds: [] }, later);
    expect(extended.legalEntityIds).toEqual(consent.legalEntityIds);
  });

  it('is the same object if nothing is new', () => {
    const { scopes, legalEntityIds } = consent;
    expect(extendConsent(consent, { scopes, legalEntityIds }, later)).toBe(consent);
    expect(extendConsent(consent, { scopes: ['openid'], legalEntityIds: [] }, later)).toBe(consent);
  });

  it('covers the scopes and entities it contains, and no others', () => {
    expect(covers(consent, { scopes: ['openid'], legalEntityIds: ['acme'] })).toBe(true);
    expect(covers(consent, { scopes: ['email'], legalEntityIds: [] })).toBe(false);
    expect(covers(consent, { scopes: ['openid'], legalEntityIds: ['other'] })).toBe(false);
  });

  it('is valid while its account is active and was not deactivated since', () => {
    expect(consentStands(consent, owner)).toBe(true);
    expect(consentStands(null, owner)).toBe(false);
    expect(consentStands(consent, null)).toBe(false);
    expect(consentStands(consent, { ...owner, id: 'ben' })).toBe(false);
    expect(consentStands(consent, { ...owner, status: 'deactivated' })).toBe(false);
    expect(consentStands(consent, { ...owner, credentialEpoch: 4 })).toBe(false);
  });
});

describe('an authorization code', () => {
  const open: AuthorizationCode = {
    clientId: 'client',
    redirectUri: 'https://client.example/',
    codeChallenge: 'challenge',
    expiresAt: later,
    usedAt: null,
  };
  const codes = { open, redeemed: { ...open, usedAt: now }, expired: { ...open, expiresAt: now } };
  const right = { clientId: 'client', redirectUri: open.redirectUri, challenge: 'challenge' };

  it.each(codeStatuses)('has the status %s', (status) => {
    expect(codeStatus(codes[status], now)).toBe(status);
  });

  it('can be redeemed once', () => {
    expect(redeemAuthorizationCode(open, right, now)).toEqual({
      ok: true,
      next: { ...open, usedAt: now },
    });
    expect(redeemAuthorizationCode(codes.redeemed, right, now)).toEqual({
      ok: false,
      reason: 'used',
    });
    expect(redeemAuthorizationCode(codes.expired, right, now)).toEqual({
      ok: false,
      reason: 'expired',
    });
  });

  it.each([
    ['foreign', { ...right, clientId: 'other' }],
    ['other_redirect_uri', { ...right, redirectUri: 'https://client.example' }],
    ['wrong_verifier', { ...right, challenge: 'other' }],
    ['wrong_verifier', { ...right, challenge: null }],
  ])('is refused as %s', (reason, redemption) => {
    expect(redeemAuthorizationCode(open, redemption, now)).toEqual({ ok: false, reason });
  });

  it('without a challenge is refused with a verifier: the challenge may have been removed', () => {
    const plain = { ...open, codeChallenge: null };
    expect(redeemAuthorizationCode(plain, right, now)).toEqual({
      ok: false,
      reason: 'wrong_verifier',
    });
    expect(redeemAuthorizationCode(plain, { ...right, challenge: null }, now).ok).toBe(true);
  });

  it('that was used is reported as used whatever else is wrong, unless another client sends it', () => {
    const late = { ...codes.redeemed, expiresAt: now };
    const wrong = { ...right, redirectUri: 'x', challenge: null };
    expect(redeemAuthorizationCode(late, wrong, now)).toEqual({ ok: false, reason: 'used' });
    const foreign = { ...right, clientId: 'other' };
    expect(redeemAuthorizationCode(late, foreign, now)).toEqual({ ok: false, reason: 'foreign' });
  });
});

describe('a refresh token', () => {
  const open = { clientId: 'client', expiresAt: later, usedAt: null };

  it('can be exchanged once, by its client, until it expires', () => {
    expect(rotateRefreshToken(open, 'client', now)).toEqual({
      ok: true,
      next: { ...open, usedAt: now },
    });
    const rotated = { ...open, usedAt: now };
    expect(rotateRefreshToken(rotated, 'client', now)).toEqual({ ok: false, reason: 'used' });
    expect(rotateRefreshToken(rotated, 'other', now)).toEqual({ ok: false, reason: 'foreign' });
    expect(rotateRefreshToken(open, 'client', later)).toEqual({ ok: false, reason: 'expired' });
    expect([open, rotated].map((token) => refreshStatus(token, now))).toEqual(['open', 'rotated']);
    expect(refreshStatus(open, later)).toBe('expired');
  });

  it('expires after 30 days, and at the latest with its family after 180 days', () => {
    const end = familyEnd(now);
    expect(end).toBe('2026-08-28T12:00:00.000Z');
    expect(refreshEnd(now, end)).toBe('2026-03-31T12:00:00.000Z');
    expect(refreshEnd('2026-08-01T12:00:00.000Z', end)).toBe(end);
  });
});
