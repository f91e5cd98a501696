import type { Write } from '../../kernel/db/transact.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import {
  accountsOf,
  addressDigest,
  knownBrowserId,
  rememberingCookie,
} from '../auth/known-browser.ts';
import { newSessionToken } from '../auth/session.ts';
import { forgetBrowserWrite, newKnownBrowserWrite } from '../db/known-browsers.ts';
import { newSessionWrites, replaceSessionWrite } from '../db/sessions.ts';
import type { SignInProof } from '../domain/authentication-methods.ts';
import { browserName } from '../domain/browser-name.ts';
import { newSession, type Session } from '../domain/session.ts';

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
 * A browser that was known gets another id, so that a copy of its cookie, made before, is no known browser. Of one that was not the
 * person is told by mail, unless nobody has ever shown that the address is theirs: then it is the account's first.
 *
 * One round trip for a browser whose cookie names the account; none for others.
 */
export async function beginSession(
  person: StoredPerson,
  { formerToken, deviceCookie, userAgent, formToken }: SigningBrowser,
  { amr, passkey }: SignInProof,
  now: Date,
  deps: Pick<SealingDeps, 'table' | 'now' | 'random' | 'newId' | 'seal'>,
) {
  const { random, newId, seal } = deps;
  const personId = person.id;
  const token = newSessionToken(random);
  const accounts = await accountsOf(deviceCookie, seal);
  const former = accounts.find((account) => account.personId === personId);
  const browserId = newId();
  const account = { personId, browserId, address: addressDigest(person.email) };
  const isNew =
    (await knownBrowserId({ cookie: deviceCookie, email: person.email }, deps)) === null;
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
      told: isNew && person.emailVerified ? newBrowserEvent(session, deps) : undefined,
      formerBrowser:
        former === undefined ? undefined : forgetBrowserWrite(personId, former.browserId),
    },
  };
}

function newBrowserEvent(
  { personId, browser = 'A browser', credentialEpoch, createdAt: at }: Session,
  { newId }: Pick<SealingDeps, 'newId'>,
): Write {
  const mail = { template: 'browser_signed_in', personId, browser, credentialEpoch, at } as const;
  return eventWrite(newId(), at, { type: 'mail.wanted', mail });
}
