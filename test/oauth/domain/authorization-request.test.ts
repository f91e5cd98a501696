import { describe, expect, it } from 'vitest';
import {
  type AuthorizationInput,
  type AuthorizationRequest,
  type AuthorizationStep,
  answerLocation,
  answerRequest,
  asksForSignIn,
  codeAnswer,
  errorAnswer,
  newRequest,
  nextStep,
  requestLifetime,
  requestStatus,
  type SignedInUser,
} from '../../../shared/oauth/domain/authorization-request.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const input: AuthorizationInput = {
  clientId: 'client',
  redirectUri: 'https://client.example/callback',
  scopes: ['openid'],
  scope: 'openid',
  state: 'abc',
  nonce: null,
  responseMode: 'query',
  codeChallenge: null,
  prompt: [],
  maxAge: null,
  loginHint: null,
  idTokenHintSub: null,
};

const requestFor = (changes: Partial<AuthorizationInput>): AuthorizationRequest =>
  newRequest({ ...input, ...changes }, 'old', now);

/** Signed in ten minutes before the request, in the browser's session at that time. */
const before: SignedInUser = {
  personId: 'ada',
  authTime: later(-600).toISOString(),
  session: 'old',
  consented: false,
};
const consented = { ...before, consented: true };
/** Signed in for the request. */
const anew = { ...before, session: 'new', authTime: now.toISOString() };

describe('nextStep', () => {
  it.each<[string, Partial<AuthorizationInput>, SignedInUser | null, AuthorizationStep]>([
    ['a visitor who is not signed in', {}, null, 'sign_in'],
    [
      'a visitor who is not signed in, with prompt=none',
      { prompt: ['none'] },
      null,
      'login_required',
    ],
    ['a user new to the client', {}, before, 'consent'],
    [
      'a user new to the client, with prompt=none',
      { prompt: ['none'] },
      before,
      'consent_required',
    ],
    ['a user who has allowed it', {}, consented, 'issue'],
    ['a user who has allowed it, with prompt=none', { prompt: ['none'] }, consented, 'issue'],
    [
      'a user who has allowed it, with prompt=consent',
      { prompt: ['consent'] },
      consented,
      'consent',
    ],
    ['an earlier sign-in, with prompt=login', { prompt: ['login'] }, consented, 'sign_in'],
    [
      'an earlier sign-in, with prompt=select_account',
      { prompt: ['select_account'] },
      consented,
      'sign_in',
    ],
    [
      'prompt=login consent, after a sign-in for the request',
      { prompt: ['login', 'consent'] },
      { ...anew, consented: true },
      'consent',
    ],
    [
      'prompt=login, after a sign-in for the request',
      { prompt: ['login'] },
      { ...anew, consented: true },
      'issue',
    ],
    ['max_age=0', { maxAge: 0 }, consented, 'sign_in'],
    ['max_age=0, after a sign-in', { maxAge: 0 }, anew, 'consent'],
    ['a sign-in exactly as old as max_age', { maxAge: 600 }, consented, 'issue'],
    ['a sign-in older than max_age', { maxAge: 599 }, consented, 'sign_in'],
    [
      'an older sign-in, with prompt=none',
      { maxAge: 599, prompt: ['none'] },
      consented,
      'login_required',
    ],
    ['the user of the hint', { idTokenHintSub: 'ada' }, consented, 'issue'],
    ['another user than that of the hint', { idTokenHintSub: 'grace' }, consented, 'sign_in'],
    [
      'another user, after a sign-in for the request',
      { idTokenHintSub: 'grace' },
      anew,
      'login_required',
    ],
    [
      'another user than that of the hint, with prompt=none',
      { idTokenHintSub: 'grace', prompt: ['none'] },
      before,
      'login_required',
    ],
  ])('returns the right step for %s', (_case, changes, user, step) => {
    expect(nextStep(requestFor(changes), user, now)).toBe(step);
  });

  it.each<[string, Partial<AuthorizationInput>, SignedInUser, boolean]>([
    ['an old sign-in without max_age', {}, before, false],
    ['prompt=login', { prompt: ['login'] }, before, true],
    ['prompt=select_account', { prompt: ['select_account'] }, before, true],
    ['prompt=consent', { prompt: ['consent'] }, before, false],
    ['max_age=0', { maxAge: 0 }, before, true],
    ['a sign-in exactly as old as max_age', { maxAge: 600 }, before, false],
    ['a sign-in older than max_age', { maxAge: 599 }, before, true],
    ['the user of the hint', { idTokenHintSub: 'ada' }, before, false],
    ['another user than that of the hint', { idTokenHintSub: 'grace' }, before, true],
    [
      'prompt=login and max_age=0, after a sign-in for the request',
      { prompt: ['login'], maxAge: 0 },
      anew,
      false,
    ],
    ['another user, after a sign-in for the request', { idTokenHintSub: 'grace' }, anew, false],
  ])('knows whether the client requires a new sign-in: %s', (_case, changes, user, asks) => {
    expect(asksForSignIn(requestFor(changes), user, now)).toBe(asks);
  });

  it('does not treat a sign-in in the browser’s earlier session as new', () => {
    const old = { ...anew, session: 'old', consented: true };
    expect(nextStep(requestFor({ prompt: ['login'] }), old, now)).toBe('sign_in');
  });

  it('requires a sign-in with max_age=0 even at the instant of the last one', () => {
    const instant = { ...consented, authTime: now.toISOString() };
    expect(nextStep(requestFor({ maxAge: 0 }), instant, now)).toBe('sign_in');
  });

  it('does not treat a sign-in older than the request as new, in any session', () => {
    const elsewhere = { ...consented, session: 'another' };
    expect(nextStep(requestFor({ prompt: ['login'] }), elsewhere, now)).toBe('sign_in');
  });

  it('requires a new sign-in before consent if the last one is older than 15 minutes', () => {
    const at = (seconds: number) => nextStep(requestFor({}), before, later(seconds));
    expect([300, 300.001].map(at)).toEqual(['consent', 'sign_in']);
    const silent = requestFor({ prompt: ['none'] });
    expect(nextStep(silent, before, later(900))).toBe('consent_required');
    expect(nextStep(requestFor({}), consented, later(900))).toBe('issue');
  });

  it('accepts a sign-in for the request however long the user takes to decide', () => {
    expect(nextStep(requestFor({ maxAge: 1 }), anew, later(1_000))).toBe('consent');
  });
});

describe('answerRequest', () => {
  const request = requestFor({});
  const last = later(requestLifetime / 1000 - 0.001).toISOString();
  const end = later(requestLifetime / 1000).toISOString();

  it('marks an open request as answered, once', () => {
    const answered = { ...request, usedAt: last };
    expect(answerRequest(request, last)).toEqual({ ok: true, next: answered });
    expect(answerRequest(answered, last)).toEqual({ ok: false, reason: 'answered' });
  });

  it('refuses a request that has expired', () => {
    expect(answerRequest(request, end)).toEqual({ ok: false, reason: 'ended' });
    expect([requestStatus(request, last), requestStatus(request, end)]).toEqual(['open', 'ended']);
  });
});

describe('an authorization response', () => {
  const issuer = 'https://registry.example/stage';
  const to = (changes: Partial<AuthorizationInput>) => ({ ...input, ...changes });

  it.each([
    ['https://client.example/cb?a=1&code=x&a=2', 'https://client.example/cb?a=1&a=2&'],
    ['https://client.example/cb?c%6Fde=x&state', 'https://client.example/cb?'],
    ['https://client.example/cb?a=%7e%20?b&c&toString=1', null],
    ['https://Client.example:443/a/../cb', null],
    ['https://client.example', null],
    ['https://client.example/cb?', 'https://client.example/cb?'],
  ])(
    'is added to the query of %s, whose other parameters stay as registered',
    (registered, kept) => {
      const answered = 'code=C&state=abc&iss=https%3A%2F%2Fregistry.example%2Fstage';
      const location = answerLocation(codeAnswer(to({ redirectUri: registered }), 'C', issuer));
      const joint = registered.includes('?') ? '&' : '?';
      expect(location).toBe((kept ?? registered + joint) + answered);
    },
  );

  it('is sent in the fragment and keeps the query unchanged', () => {
    const changes = {
      redirectUri: 'https://client.example/cb?a=1',
      responseMode: 'fragment',
    } as const;
    expect(answerLocation(codeAnswer(to(changes), 'C', issuer))).toBe(
      'https://client.example/cb?a=1#code=C&state=abc&iss=https%3A%2F%2Fregistry.example%2Fstage',
    );
  });

  it('has no state if none was sent, and escapes the state', () => {
    const problem = { error: 'access_denied', description: 'No' };
    expect(errorAnswer(to({ state: null }), problem, issuer).parameters).toEqual({
      error: 'access_denied',
      error_description: 'No',
      iss: issuer,
    });
    const state = '&code=evil#x\u00e4 "';
    const { searchParams } = new URL(answerLocation(codeAnswer(to({ state }), 'C', issuer)));
    expect(Object.fromEntries(searchParams)).toEqual({ code: 'C', state, iss: issuer });
  });
});
