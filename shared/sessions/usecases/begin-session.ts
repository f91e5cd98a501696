import type { SealingDeps } from '../../kernel/deps/sealing.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { accountsOf, addressDigest, rememberingCookie } from '../auth/known-browser.ts';
import { newSessionToken } from '../auth/session.ts';
import { forgetBrowserWrite, newKnownBrowserWrite } from '../db/known-browsers.ts';
import { newSessionWrites, replaceSessionWrite } from '../db/sessions.ts';
import type { SignInProof } from '../domain/authentication-methods.ts';
import { browserName } from '../domain/browser-name.ts';
import { newSession } from '../domain/session.ts';

/** What a browser brings to its sign-in. */
export interface SigningBrowser {
  /** Token of the session that it had before, which ends. */
  readonly formerToken: string | null;
  /** Its cookie as a known browser, if it has one. */
  readonly deviceCookie: string | undefined;
  readonly userAgent: string | undefined;
  /** What the forms of its former session repeat, where those that are open are to be good in the new one, too. */
  readonly formToken?: string | undefined;
}

/** What a browser that has signed in gets for its cookies. */
export interface BegunSession {
  readonly token: string;
  readonly personId: string;
  readonly deviceCookie: string;
}

/**
 * Makes a session of somebody who has shown by `proof` who they are, and makes its browser known to the account: takes effect with the writes, which go into one
 * transaction with whatever else belongs to the sign-in.
 *
 * A browser that was known gets another id, so that a copy of its cookie, made before, is no known browser.
 */
export async function beginSession(
  person: StoredPerson,
  { formerToken, deviceCookie, userAgent, formToken }: SigningBrowser,
  { amr, passkey }: SignInProof,
  now: Date,
  { random, newId, seal }: Pick<SealingDeps, 'random' | 'newId' | 'seal'>,
) {
  const personId = person.id;
  const token = newSessionToken(random);
  const accounts = await accountsOf(deviceCookie, seal);
  const former = accounts.find((account) => account.personId === personId);
  const browserId = newId();
  const account = { personId, browserId, address: addressDigest(person.email) };
  const session = newSession(person, now, {
    id: newId(),
    browser: browserName(userAgent),
    knownBrowserId: browserId,
    amr,
    ...(passkey !== undefined && { passkey }),
    ...(formToken !== undefined && { formToken }),
  });
  const begun: BegunSession = {
    token,
    personId,
    deviceCookie: await rememberingCookie(accounts, account, seal),
  };
  return {
    begun,
    writes: {
      ...newSessionWrites(token, { ...session, id: String(session.id) }),
      formerSession: formerToken === null ? undefined : replaceSessionWrite(formerToken),
      knownBrowser: newKnownBrowserWrite(
        { id: browserId, personId, credentialEpoch: person.credentialEpoch },
        now,
      ),
      formerBrowser:
        former === undefined ? undefined : forgetBrowserWrite(personId, former.browserId),
    },
  };
}
