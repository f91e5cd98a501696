import { attemptKey, countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { clientSite } from '../../kernel/domain/client-network.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { findPersonByEmail } from '../../people/db/people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { knownBrowserId } from '../auth/known-browser.ts';
import {
  challengeReference,
  findChallenge,
  hashCode,
  lendNewestWrite,
  newChallengeWrite,
  newestLongWrite,
  recordCode,
  type StoredChallenge,
} from '../db/sign-in-challenges.ts';
import { browserName } from '../domain/known-browser.ts';
import {
  type Admitted,
  admitAsker,
  type Counted,
  signInBudgets,
} from '../domain/sign-in-budgets.ts';
import { decideChallenge, newChallenge } from '../domain/sign-in-challenge.ts';
import { type CodeKind, drawCode } from '../domain/sign-in-code.ts';

interface SignInInput {
  readonly email: string;
  readonly clientAddress: string;
  /** The browser's cookie as a known browser, if it has one. */
  readonly deviceCookie: string | undefined;
  readonly userAgent: string | undefined;
  /** The language of the requesting page, and of the email. */
  readonly locale?: Locale | undefined;
  /** Returns the id of the application for which the user signs in; null without one. */
  readonly readClientId: () => Promise<string | null>;
}

/**
 * Starts a sign-in. Returns the challenge's id, a secret for this browser's cookie. The account is not looked up here,
 * so neither the answer nor its timing reveals whether it exists: the recipient is decided when the email is sent. Only
 * a browser that signed in to the account before is recognized, by its cookie; strangers can never lock it out. If the
 * email budget of unknown browsers is used up (`signInBudgets`), no email is sent, and the newest long code works in
 * every browser that requested one for the address. The challenge contains the time, browser and application for the
 * email.
 *
 * Error: 429 for unknown browsers beyond 60 sign-ins from one network (/24, /48) in a UTC hour, not counting successful
 * ones.
 */
export async function startSignIn(
  { email, clientAddress, deviceCookie, userAgent, locale, readClientId }: SignInInput,
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
        : mailWrite(deps.newId(), at, { template: 'sign_in_code', challengeId: reference }),
  });
  if (outcome.kind === 'refused') throw outcome.error;
  return challengeId;
}

/**
 * Recorded for the address, with or without an account: the newest long code of unknown browsers, and that it works in
 * all of them if one gets no email. A known browser's code works only in that browser.
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

/** The partition key of its counter: a digest, so the challenge does not reveal the network. */
function keyOf({ budget, subject }: Counted, now: Date): string {
  return attemptKey(signInBudgets[budget], subject, now.getTime()).pk;
}

interface MadeCode {
  readonly code: string;
  readonly kind: CodeKind;
  /** The account's registered address. */
  readonly email: string;
  /** How long it can be used, in milliseconds. */
  readonly lifetime: number;
  /** The language of the page on which it was requested, or of the last sign-in. */
  readonly locale: Locale | undefined;
  /** When it was requested, in ISO 8601. */
  readonly asked: {
    readonly at: string;
    readonly browser: string | null;
    readonly known: boolean;
    readonly clientId: string | null;
  };
}

/**
 * Creates a challenge's code for the email that is about to be sent; a repeat creates another one,
 * which replaces the first. Only its hash is stored.
 *
 * Null if there is no active account, or the challenge has ended or gets no email.
 */
export async function makeSignInCode(reference: string, deps: CoreDeps): Promise<MadeCode | null> {
  const { table, random } = deps;
  const now = deps.now();
  const challenge = await findChallenge(table, reference);
  if (challenge === null || challenge.code === 'none') return null;
  const person = await findPersonByEmail(table, challenge.email);
  if (person === null || person.status !== 'active') return null;
  const code = drawCode(challenge.code, random);
  const command = { type: 'deliver', codeHash: hashCode(reference, code) } as const;
  const decision = decideChallenge(challenge, command, now.toISOString());
  if (!decision.ok) return null;
  const { next } = decision;
  const recorded = await recordCode(table, { ...next, personId: person.id });
  if (!recorded) return null;
  const lifetime = Date.parse(String(next.codeExpiresAt)) - now.getTime();
  const { clientId = null, createdAt, browser = null, known = false } = challenge;
  const asked = { at: createdAt, browser, known, clientId };
  const locale = challenge.locale ?? person.locale;
  return { code, kind: challenge.code, email: person.email, lifetime, asked, locale };
}

/**
 * The kind of code expected for this browser's challenge, and the entered address; for an unknown
 * challenge the usual kind without an address.
 */
export async function readAwaitedCode(
  challengeId: string | undefined,
  { table }: { readonly table: Table },
): Promise<{ readonly code: StoredChallenge['code']; readonly email: string | null }> {
  const challenge = await findChallenge(table, challengeReference(challengeId ?? ''));
  return { code: challenge?.code ?? 'short', email: challenge?.email ?? null };
}
