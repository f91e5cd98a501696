import { knownBrowserLifetime } from '../domain/known-browser.ts';
import { sessionLifetime } from '../domain/session.ts';
import { deviceCookie } from './known-browser.ts';
import { sessionCookie, sessionCookieValue } from './session.ts';

/** A cookie to be set; its lifetime is in seconds. */
export interface LastingCookie {
  readonly name: string;
  readonly value: string;
  readonly maxAge: number;
}

/** The cookies of a browser that has signed in, however it did: its session, and that it is known from then on. */
export function signedInCookies(begun: {
  readonly token: string;
  readonly personId: string;
  readonly deviceCookie: string;
}): readonly LastingCookie[] {
  return [
    {
      name: sessionCookie,
      value: sessionCookieValue(begun.token, begun.personId),
      maxAge: sessionLifetime / 1000,
    },
    { name: deviceCookie, value: begun.deviceCookie, maxAge: knownBrowserLifetime / 1000 },
  ];
}
