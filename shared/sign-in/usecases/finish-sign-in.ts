import { takeBack } from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { emailProvenWrite, findPerson, type StoredPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../auth/session.ts';
import {
  challengeReference,
  countWrongCode,
  findChallenge,
  findChallenges,
  findLentChallenges,
  isCodeOf,
  lendChallengeWrite,
  type StoredChallenge,
  useChallengeWrite,
} from '../db/sign-in-challenges.ts';
import { byMail } from '../domain/authentication-methods.ts';
import { returned } from '../domain/sign-in-budgets.ts';
import { decideChallenge, maxWrongCodes, takesCodes } from '../domain/sign-in-challenge.ts';
import { codeKindOf } from '../domain/sign-in-code.ts';
import { beginSession, type SigningBrowser, type StartedSession } from './sessions.ts';

export interface EnteredCode {
  /** From this browser's cookie. */
  readonly challengeId: string;
  /** In the form in which codes are compared. */
  readonly code: string;
  readonly browser: SigningBrowser;
  /** The language of the page on which the code was entered, used for emails from then on. */
  readonly locale?: Locale | undefined;
  /** Called after a sign-in was written; a failure is logged and has no effect on it. */
  readonly signedIn: (person: StoredPerson, at: string) => Promise<void>;
}

export type SignInOutcome =
  | ({ readonly kind: 'signed_in' } & StartedSession)
  /** Another code can be entered. */
  | { readonly kind: 'wrong' }
  /** The challenge has ended: used, locked after five wrong codes, expired, or unknown. */
  | { readonly kind: 'closed' };

/**
 * This browser's challenge, and the one whose code was entered: the same, unless it is another
 * browser's long code.
 */
interface RightCode {
  readonly challenge: StoredChallenge;
  readonly lent: StoredChallenge | null;
}

/**
 * Completes a sign-in with the emailed code: a new session, once for each challenge. From then on
 * the email address is verified and the browser is known.
 *
 * A code that is wrong, has expired, or was never sent because there is no account has the same
 * outcome `wrong`, with the same reads and writes. The only limit is the challenge's five attempts.
 * They were counted when the code was requested, so strangers can't make an emailed code unusable.
 */
export async function finishSignIn(
  entered: EnteredCode,
  deps: SealingDeps,
): Promise<SignInOutcome> {
  const outcome = await enterCode(entered, deps);
  // A successful sign-in is recorded and counted as an action.
  if (outcome.kind !== 'signed_in') {
    const Outcome = outcome.kind === 'wrong' ? 'wrong_code' : 'closed';
    deps.log.measure({ metric: 'SignIns', value: 1, dimensions: { Outcome } });
  }
  return outcome;
}

async function enterCode(entered: EnteredCode, deps: SealingDeps): Promise<SignInOutcome> {
  const { table } = deps;
  const now = deps.now();
  const at = now.toISOString();
  const challenge = await findChallenge(table, challengeReference(entered.challengeId));
  if (challenge === null || !takesCodes(challenge, at)) return { kind: 'closed' };
  const right = await rightCode(challenge, entered.code, at, table);
  const person = right === null ? null : await accountOf(right.lent ?? challenge, table);
  const outcome =
    right === null || person === null ? null : await openSession(right, person, entered, now, deps);
  if (outcome === null) return enterWrong(challenge, table);
  if (outcome.kind === 'signed_in') {
    await afterwards(deps, async () => {
      for (const { pk } of returned(challenge.counted, challenge.wrongCodes)) {
        await takeBack(table, pk);
      }
    });
  }
  return outcome;
}

/** The challenge to which the code belongs; null if the code is not valid in this browser. */
async function rightCode(
  challenge: StoredChallenge,
  code: string,
  at: string,
  table: Table,
): Promise<RightCode | null> {
  if (isCodeOf(challenge, code)) {
    return decideChallenge(challenge, { type: 'enterRight' }, at).ok
      ? { challenge, lent: null }
      : null;
  }
  if (codeKindOf(code) !== 'long') return null;
  const references = await findLentChallenges(table, challenge.email, at);
  const challenges = await findChallenges(table, references);
  const lent = challenges.find((other) => isCodeOf(other, code));
  if (lent === undefined) return null;
  return decideChallenge(lent, { type: 'lend' }, at).ok ? { challenge, lent } : null;
}

/** Work that follows a sign-in without affecting it: a failure is logged. */
async function afterwards({ log }: CoreDeps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error('the work after a sign-in failed', {}, error);
  }
}

/**
 * The account to which the code was emailed, if it still has the address. The transaction checks
 * whether it is active.
 */
async function accountOf(
  { personId, email }: StoredChallenge,
  table: Table,
): Promise<StoredPerson | null> {
  const person = personId === null ? null : await findPerson(table, personId);
  return person !== null && isSameEmail(person.email, email) ? person : null;
}

/** Null if the account has changed since it was read. */
async function openSession(
  { challenge, lent }: RightCode,
  person: StoredPerson,
  { browser, locale, signedIn }: EnteredCode,
  now: Date,
  deps: SealingDeps,
): Promise<SignInOutcome | null> {
  const at = now.toISOString();
  const { started, writes } = await beginSession(person, browser, byMail, now, deps);
  const outcome = await transact(deps.table, {
    // Another attempt has used or locked it at the same moment, or a newer code has replaced this
    // one.
    challenge: orElse(useChallengeWrite(challenge, at), (found) =>
      found?.['codeHash'] === challenge.codeHash ? ({ kind: 'closed' } as const) : null,
    ),
    lent: lent === null ? undefined : lendChallengeWrite(lent, at),
    person: emailProvenWrite(person, { locale }),
    ...writes,
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.signed_in',
      details: { emailVerified: !person.emailVerified },
    }),
  });
  if (outcome.kind === 'written') {
    await afterwards(deps, () => signedIn(person, at));
    return { kind: 'signed_in', ...started };
  }
  return outcome.refusal ?? null;
}

async function enterWrong({ reference }: StoredChallenge, table: Table): Promise<SignInOutcome> {
  const count = await countWrongCode(table, reference);
  return { kind: count === null || count >= maxWrongCodes ? 'closed' : 'wrong' };
}
