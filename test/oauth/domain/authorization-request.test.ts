import { describe, expect, it } from 'vitest';
import {
  type AuthorizationRequest,
  type AuthorizationStep,
  type AuthorizationWish,
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

const wish: AuthorizationWish = {
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

const requestFor = (changes: Partial<AuthorizationWish>): AuthorizationRequest =>
  newRequest({ ...wish, ...changes }, 'old', now);

/** Signed in ten minutes before the request came, in the session that the browser had then. */
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
  it.each<[string, Partial<AuthorizationWish>, SignedInUser | null, AuthorizationStep]>([
    ['nobody', {}, null, 'sign_in'],
    ['nobody, silently', { prompt: ['none'] }, null, 'login_required'],
    ['somebody new to the client', {}, before, 'consent'],
    ['somebody new to the client, silently', { prompt: ['none'] }, before, 'consent_required'],
    ['somebody who has allowed it', {}, consented, 'issue'],
    ['somebody who has allowed it, silently', { prompt: ['none'] }, consented, 'issue'],
    ['somebody who is to be asked all the same', { prompt: ['consent'] }, consented, 'consent'],
    ['a sign-in that is to be new', { prompt: ['login'] }, consented, 'sign_in'],
    ['an account that is to be chosen', { prompt: ['select_account'] }, consented, 'sign_in'],
    ['both', { prompt: ['login', 'consent'] }, { ...anew, consented: true }, 'consent'],
    ['a sign-in for the request', { prompt: ['login'] }, { ...anew, consented: true }, 'issue'],
    ['max_age=0', { maxAge: 0 }, consented, 'sign_in'],
    ['max_age=0, after a sign-in', { maxAge: 0 }, anew, 'consent'],
    ['a sign-in of exactly that age', { maxAge: 600 }, consented, 'issue'],
    ['an older sign-in', { maxAge: 599 }, consented, 'sign_in'],
    ['an older sign-in, silently', { maxAge: 599, prompt: ['none'] }, consented, 'login_required'],
    ['the user of the hint', { idTokenHintSub: 'ada' }, consented, 'issue'],
    ['another than that of the hint', { idTokenHintSub: 'grace' }, consented, 'sign_in'],
    ['another, once more', { idTokenHintSub: 'grace' }, anew, 'login_required'],
    ['another, silently', { idTokenHintSub: 'grace', prompt: ['none'] }, before, 'login_required'],
  ])('for %s', (_case, changes, user, step) => {
    expect(nextStep(requestFor(changes), user, now)).toBe(step);
  });

  it.each<[string, Partial<AuthorizationWish>, SignedInUser, boolean]>([
    ['an old sign-in that nothing forbids', {}, before, false],
    ['prompt=login', { prompt: ['login'] }, before, true],
    ['prompt=select_account', { prompt: ['select_account'] }, before, true],
    ['prompt=consent', { prompt: ['consent'] }, before, false],
    ['max_age=0', { maxAge: 0 }, before, true],
    ['a sign-in of exactly that age', { maxAge: 600 }, before, false],
    ['an older sign-in', { maxAge: 599 }, before, true],
    ['the user of the hint', { idTokenHintSub: 'ada' }, before, false],
    ['another than that of the hint', { idTokenHintSub: 'grace' }, before, true],
    ['what was done already', { prompt: ['login'], maxAge: 0 }, anew, false],
    ['another, once more', { idTokenHintSub: 'grace' }, anew, false],
  ])('the client asks for another sign-in, or does not: %s', (_case, changes, user, asks) => {
    expect(asksForSignIn(requestFor(changes), user, now)).toBe(asks);
  });

  it('takes no sign-in for a new one in the session that the browser had', () => {
    const old = { ...anew, session: 'old', consented: true };
    expect(nextStep(requestFor({ prompt: ['login'] }), old, now)).toBe('sign_in');
  });

  it('asks for a sign-in with max_age=0 also in the very instant of the last one', () => {
    const instant = { ...consented, authTime: now.toISOString() };
    expect(nextStep(requestFor({ maxAge: 0 }), instant, now)).toBe('sign_in');
  });

  it('takes no sign-in for a new one that is older than the request, whatever its session', () => {
    const elsewhere = { ...consented, session: 'another' };
    expect(nextStep(requestFor({ prompt: ['login'] }), elsewhere, now)).toBe('sign_in');
  });

  it('asks nobody whose sign-in is older than 15 minutes, and was for something else', () => {
    const at = (seconds: number) => nextStep(requestFor({}), before, later(seconds));
    expect([300, 300.001].map(at)).toEqual(['consent', 'sign_in']);
    const silent = requestFor({ prompt: ['none'] });
    expect(nextStep(silent, before, later(900))).toBe('consent_required');
    expect(nextStep(requestFor({}), consented, later(900))).toBe('issue');
  });

  it('counts a sign-in for the request however long the user takes to decide', () => {
    expect(nextStep(requestFor({ maxAge: 1 }), anew, later(1_000))).toBe('consent');
  });
});

describe('answerRequest', () => {
  const request = requestFor({});
  const last = later(requestLifetime / 1000 - 0.001).toISOString();
  const end = later(requestLifetime / 1000).toISOString();

  it('uses an open request up, once', () => {
    const answered = { ...request, usedAt: last };
    expect(answerRequest(request, last)).toEqual({ ok: true, next: answered });
    expect(answerRequest(answered, last)).toEqual({ ok: false, reason: 'answered' });
  });

  it('refuses one that has ended', () => {
    expect(answerRequest(request, end)).toEqual({ ok: false, reason: 'ended' });
    expect([requestStatus(request, last), requestStatus(request, end)]).toEqual(['open', 'ended']);
  });
});

describe('an answer', () => {
  const issuer = 'https://registry.example/stage';
  const to = (changes: Partial<AuthorizationWish>) => ({ ...wish, ...changes });

  it.each([
    ['https://client.example/cb?a=1&code=x&a=2', 'https://client.example/cb?a=1&a=2&'],
    ['https://client.example/cb?c%6Fde=x&state', 'https://client.example/cb?'],
    ['https://client.example/cb?a=%7e%20?b&c&toString=1', null],
    ['https://Client.example:443/a/../cb', null],
    ['https://client.example', null],
    ['https://client.example/cb?', 'https://client.example/cb?'],
  ])(
    'goes into the query of %s, the rest of which stays as it was registered',
    (registered, kept) => {
      const answered = 'code=C&state=abc&iss=https%3A%2F%2Fregistry.example%2Fstage';
      const location = answerLocation(codeAnswer(to({ redirectUri: registered }), 'C', issuer));
      const joint = registered.includes('?') ? '&' : '?';
      expect(location).toBe((kept ?? registered + joint) + answered);
    },
  );

  it('goes into the fragment, and leaves the query alone', () => {
    const changes = {
      redirectUri: 'https://client.example/cb?a=1',
      responseMode: 'fragment',
    } as const;
    expect(answerLocation(codeAnswer(to(changes), 'C', issuer))).toBe(
      'https://client.example/cb?a=1#code=C&state=abc&iss=https%3A%2F%2Fregistry.example%2Fstage',
    );
  });

  it('has no state where there was none, and cannot be broken by one', () => {
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
