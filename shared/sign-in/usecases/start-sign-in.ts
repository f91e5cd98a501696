import { attemptKey, countAttempt } from '../../kernel/db/attempt-counters.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { clientSite } from '../../kernel/domain/client-network.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { knownBrowserId } from '../auth/known-browser.ts';
import { lendNewestWrite, newestLongWrite } from '../db/sign-in-addresses.ts';
import {
  challengeReference,
  newChallengeWrite,
  type StoredChallenge,
} from '../db/sign-in-challenges.ts';
import { browserName } from '../domain/browser-name.ts';
import {
  type Admitted,
  admitAsker,
  type Counted,
  signInBudgets,
} from '../domain/sign-in-budgets.ts';
import { newChallenge } from '../domain/sign-in-challenge.ts';

export interface SignInWish {
  readonly email: string;
  readonly clientAddress: string;
  /** The browser's cookie as a known one, if it has one. */
  readonly deviceCookie: string | undefined;
  readonly userAgent: string | undefined;
  /** Of the page on which the code is asked for: the mail is in it. */
  readonly locale?: Locale | undefined;
  /** Answers the id of the application that they are on the way to; null where there is none. */
  readonly readClientId: () => Promise<string | null>;
}

/**
 * Begins a sign-in. The answer is the challenge's id, a secret for this browser's cookie.
 *
 * Whether there is an account is not even looked up here, so that neither the answer nor its timing can
 * tell: who gets a mail is decided when the mail is made. Only a browser that has signed in to the account
 * before is recognized, by its cookie; what strangers do never keeps it out.
 *
 * Where the mails of unknown browsers are used up (`signInBudgets`), none is sent, and the newest long code
 * works in every browser that asked for the address.
 *
 * The mail says when it was asked for, by which browser and for which application, so the challenge holds that.
 *
 * Error: 429 for unknown browsers beyond 60 sign-ins from one network (/24, /48) in a UTC hour; those that
 * succeeded do not count.
 */
export async function startSignIn(
  { email, clientAddress, deviceCookie, userAgent, locale, readClientId }: SignInWish,
  deps: SealingDeps,
): Promise<string> {
  const { table } = deps;
  const now = deps.now();
  const at = now.toISOString();
  const asker = {
    knownBrowserId: await knownBrowserId({ cookie: deviceCookie, email }, deps),
    network: clientSite(clientAddress),
    email,
  };
  const admission = await admitAsker(asker, (budget, subject) =>
    countAttempt(table, budget, subject, now.getTime()),
  );
  if (admission.kind === 'refused') {
    deps.log.measure({ metric: 'SignIns', value: 1, dimensions: { Outcome: 'too_many' } });
    throw tooMany(admission.windowEnd, now);
  }
  const { browser, code, counted } = admission;
  const clientId = await readClientId();
  const challengeId = Buffer.from(deps.random(32)).toString('base64url');
  const reference = challengeReference(challengeId);
  const challenge = {
    ...newChallenge(now, code),
    reference,
    email,
    personId: null,
    counted: counted.map((one) => ({ budget: one.budget, pk: keyOf(one, now) })),
    browser: browserName(userAgent),
    known: browser === 'known',
    clientId,
    ...(locale !== undefined && { locale }),
    createdAt: at,
  };
  const outcome = await transact(table, {
    challenge: newChallengeWrite(challenge),
    address: addressWrite({ browser, code }, challenge, now),
    event:
      code === 'none'
        ? undefined
        : eventWrite(deps.newId(), at, {
            type: 'mail.wanted',
            mail: { template: 'sign_in_code', challengeId: reference },
          }),
  });
  if (outcome.kind === 'refused') throw outcome.error;
  return challengeId;
}

/**
 * What is noted for the address, account or none: the newest long code of unknown browsers, and that it works
 * in all of them where one gets no mail. A known browser's code works in that browser alone.
 */
function addressWrite(
  { browser, code }: Pick<Admitted, 'browser' | 'code'>,
  { email, reference, expiresAt }: StoredChallenge,
  now: Date,
): Write | undefined {
  if (code === 'none') return lendNewestWrite(email, expiresAt, now);
  return browser === 'unknown' && code === 'long'
    ? newestLongWrite(email, reference, now)
    : undefined;
}

/** Where it was counted: a digest, so that the challenge does not say from which network it came. */
function keyOf({ budget, subject }: Counted, now: Date): string {
  return attemptKey(signInBudgets[budget], subject, now.getTime()).pk;
}
