import { newSessionToken, personActor } from '../auth/session.ts';
import { recordLogin } from '../db/applicant-access.ts';
import { type AttemptLimit, countAttempt, uncountAttempt } from '../db/attempt-counters.ts';
import { emailProvenWrite, findPerson, type StoredPerson } from '../db/people.ts';
import { newSessionWrite, replaceSessionWrite } from '../db/sessions.ts';
import {
  challengeReference,
  countWrongCode,
  findChallenge,
  isCodeOf,
  type StoredChallenge,
  useChallengeWrite,
} from '../db/sign-in-challenges.ts';
import type { Table } from '../db/table.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { clientNetwork } from '../domain/client-network.ts';
import { isSameEmail } from '../domain/revise-person.ts';
import { newSession } from '../domain/session.ts';
import {
  accountWindow,
  attemptWindow,
  challengeStatus,
  challengeTransitions,
  decideChallenge,
  mostWrongCodes,
  signInLimits,
} from '../domain/sign-in.ts';
import { auditPerson } from './audit-person.ts';
import { refuseWhenFull } from './refuse-when-full.ts';

const wrongCodes: AttemptLimit = {
  kind: 'wrong_code',
  most: signInLimits.wrongCodesPerAddress,
  window: attemptWindow,
};

const wrongCodesOfAccount: AttemptLimit = {
  kind: 'wrong_code_of_account',
  most: signInLimits.wrongCodesPerEmail,
  window: accountWindow,
};

export interface EnteredCode {
  /** From this browser's cookie. */
  readonly challengeId: string;
  readonly code: string;
  readonly clientAddress: string;
  /** Token of the session that the browser had before, which ends. */
  readonly formerToken: string | null;
}

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly token: string; readonly personId: string }
  /** Another code may be entered. */
  | { readonly kind: 'wrong' }
  /** The challenge is over: used, locked after five wrong codes, too old, or unknown. */
  | { readonly kind: 'closed' };

/**
 * Ends a sign-in with the mailed code: a new session, once for each challenge. The mail address counts as
 * verified from then on.
 *
 * A code that is wrong, has expired, or was never sent because there is no account are one and the same
 * `wrong`, with the same reads and writes.
 *
 * Error: 429 beyond 30 wrong codes from one network address in a UTC hour, or 40 for one mail address in a
 * UTC day, whether or not it is an account's.
 */
export async function finishSignIn(entered: EnteredCode, deps: CoreDeps): Promise<SignInOutcome> {
  const { table } = deps;
  const now = deps.now();
  const at = now.toISOString();
  const challenge = await findChallenge(table, challengeReference(entered.challengeId));
  if (challenge === null || isClosed(challenge, at)) return { kind: 'closed' };
  // Counted before the code is looked at, and taken back if it is right: so none gets past the limit.
  const network = clientNetwork(entered.clientAddress);
  const counters = [
    [wrongCodes, network],
    [wrongCodesOfAccount, challenge.email],
  ] as const;
  for (const [limit, subject] of counters) {
    refuseWhenFull(await countAttempt(table, limit, subject, now.getTime()), now);
  }
  const right = isCodeOf(challenge, entered.code);
  const used = right ? decideChallenge(challenge, { type: 'enterRight' }, at) : null;
  const person = used?.ok ? await accountOf(challenge, table) : null;
  const outcome = person === null ? null : await openSession(challenge, person, entered, now, deps);
  if (outcome === null) return enterWrong(challenge, table);
  if (outcome.kind === 'signed_in') {
    await afterwards(deps, async () => {
      for (const [limit, subject] of counters) {
        await uncountAttempt(table, limit, subject, now.getTime());
      }
    });
  }
  return outcome;
}

/** What follows a sign-in and does not undo it: a failure is logged. */
async function afterwards({ log }: CoreDeps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error('a sign-in was not followed up', {}, error);
  }
}

function isClosed(challenge: StoredChallenge, at: string): boolean {
  return challengeTransitions[challengeStatus(challenge, at)].length === 0;
}

/**
 * The account that the code was mailed to, if it still has the address. Whether it is active is decided by
 * the transaction.
 */
async function accountOf(
  { personId, email }: StoredChallenge,
  table: Table,
): Promise<StoredPerson | null> {
  const person = personId === null ? null : await findPerson(table, personId);
  return person !== null && isSameEmail(person.email, email) ? person : null;
}

/** Null when the account changed since it was read. */
async function openSession(
  challenge: StoredChallenge,
  person: StoredPerson,
  { formerToken }: EnteredCode,
  now: Date,
  deps: CoreDeps,
): Promise<SignInOutcome | null> {
  const at = now.toISOString();
  const token = newSessionToken(deps.random);
  const outcome = await transact(deps.table, {
    challenge: useChallengeWrite(challenge, at),
    person: emailProvenWrite(person),
    session: newSessionWrite(token, newSession(person, now)),
    formerSession: formerToken === null ? undefined : replaceSessionWrite(formerToken),
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.signed_in',
      details: { emailVerified: !person.emailVerified },
    }),
  });
  if (outcome.kind === 'written') {
    await afterwards(deps, () => noteLogin(person, at, deps.table));
    return { kind: 'signed_in', token, personId: person.id };
  }
  // Used, or locked, by another try at the same moment; or replaced by a newer code.
  return outcome.label === 'challenge' && outcome.found?.['codeHash'] === challenge.codeHash
    ? { kind: 'closed' }
    : null;
}

/** Notes it for the partner through which the account was claimed, if one was. */
async function noteLogin(
  { residencyApplicationId, email }: StoredPerson,
  at: string,
  table: Table,
): Promise<void> {
  const applicationId = residencyApplicationId ?? null;
  if (applicationId !== null) await recordLogin(table, { applicationId, email }, at);
}

async function enterWrong({ reference }: StoredChallenge, table: Table): Promise<SignInOutcome> {
  const count = await countWrongCode(table, reference);
  return { kind: count === null || count >= mostWrongCodes ? 'closed' : 'wrong' };
}
