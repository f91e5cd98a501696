import { orElse, transact } from '../../kernel/db/transact.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { currentEpochCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { openChallenge } from '../auth/offered-challenge.ts';
import { personActor } from '../auth/session.ts';
import { personIdIn, responseIn, Use, verifyUse } from '../auth/verify-ceremony.ts';
import {
  answerCeremonyWrite,
  findPasskey,
  referenceOf,
  type StoredPasskey,
  usePasskeyWrite,
} from '../db/passkeys.ts';
import type { PasskeyDeps } from '../deps/passkey-deps.ts';
import { byPasskey } from '../domain/authentication-methods.ts';
import { decidePasskey } from '../domain/passkey.ts';
import type { AnsweredCeremony } from './passkeys.ts';
import {
  beginSession,
  endPasskeySessionsWrites,
  type SigningBrowser,
  type StartedSession,
} from './sessions.ts';

export interface PasskeyInput extends AnsweredCeremony {
  readonly browser: SigningBrowser;
  /** Called after a sign-in was written; a failure is logged and has no effect on it. */
  readonly signedIn: (person: StoredPerson, at: string) => Promise<void>;
  /**
   * The signed-in person who confirms their identity with their own passkey, valid for decisions.
   * Their session gets another id, and open forms stay valid.
   */
  readonly confirms?: string;
}

export type PasskeySignIn =
  | ({ readonly kind: 'signed_in' } & StartedSession)
  /** The challenge was already answered, has expired, or was offered to another browser. */
  | { readonly kind: 'over' }
  /** Not a passkey of ours, or a removed one; from another site, or without user verification. */
  | { readonly kind: 'wrong' }
  /** Its counter has decreased, now or before. */
  | { readonly kind: 'suspended' }
  /** It belongs to them but can't be used for decisions. */
  | { readonly kind: 'untrusted' };

/**
 * Signs someone in with a passkey, once for each challenge. Two round trips: one read, and one
 * transaction that requires an unchanged passkey and an active account.
 *
 * Attempts are not limited: a signature can't be guessed, and a wrong one reveals no account. A
 * passkey proves nothing about the email address.
 *
 * If the counter decreases, the passkey is suspended instead, with an audit entry and an email to
 * its owner, and the sessions that began with it end. All other refusals are only logged.
 */
export async function signInWithPasskey(
  input: PasskeyInput,
  deps: PasskeyDeps,
): Promise<PasskeySignIn> {
  const outcome = await usePasskey(input, deps);
  if (outcome.kind !== 'signed_in') {
    const Outcome = outcome.kind === 'over' ? 'closed' : 'wrong_code';
    deps.log.measure({ metric: 'SignIns', value: 1, dimensions: { Outcome } });
    deps.log.info('a passkey was refused', { reason: outcome.kind });
  }
  return outcome;
}

async function usePasskey(input: PasskeyInput, deps: PasskeyDeps): Promise<PasskeySignIn> {
  const { table } = deps;
  const { confirms } = input;
  const purpose = confirms === undefined ? 'passkey_used' : 'passkey_confirmed';
  const offered = await openChallenge(purpose, input, deps);
  if (offered === null) return { kind: 'over' };
  const response = responseIn(Use, input.response);
  const personId = response && personIdIn(response.response.userHandle);
  if (response === null || personId === null) return { kind: 'wrong' };
  if (confirms !== undefined && confirms !== personId) return { kind: 'wrong' };
  const { passkey, person } = await findPasskey(table, personId, response.id);
  if (passkey === null || person?.status !== 'active') return { kind: 'wrong' };
  const { challenge, reference, offeredAt } = offered;
  const used = await verifyUse(response, { ...passkey, challenge }, deps);
  if (used === null) return { kind: 'wrong' };
  const now = deps.now();
  const command = { type: 'use', ...used, offeredAt } as const;
  const decision = decidePasskey(passkey, command, now.toISOString());
  if (!decision.ok) return { kind: decision.reason === 'usable' ? 'over' : 'suspended' };
  if (confirms !== undefined && passkey.trustedBy === undefined) return { kind: 'untrusted' };
  const found: Found = { passkey, next: decision.next, person, reference };
  return decision.next.suspendedAt === null
    ? openSession(found, input, now, deps)
    : suspend(found, used.signCount, now, deps);
}

interface Found {
  readonly passkey: StoredPasskey;
  readonly next: StoredPasskey;
  readonly person: StoredPerson;
  /** The challenge's reference. */
  readonly reference: string;
}

async function openSession(
  { passkey, next, person, reference }: Found,
  { browser, signedIn, confirms }: PasskeyInput,
  now: Date,
  deps: PasskeyDeps,
): Promise<PasskeySignIn> {
  const at = now.toISOString();
  const { started, writes } = await beginSession(
    person,
    browser,
    byPasskey({ synced: passkey.synced, reference: referenceOf(passkey.credentialId) }),
    now,
    deps,
  );
  const outcome = await transact(deps.table, {
    ceremony: orElse(answerCeremonyWrite(reference, at), () => 'over' as const),
    passkey: usePasskeyWrite(passkey, next),
    person: currentEpochCheck(person),
    ...writes,
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.signed_in',
      details: { passkeyId: passkey.id, ...(confirms !== undefined && { confirmed: true }) },
    }),
  });
  // Removed, used elsewhere or deactivated at the same moment: the next attempt shows the new
  // state.
  if (outcome.kind === 'refused') return { kind: outcome.refusal ?? 'wrong' };
  try {
    await signedIn(person, at);
  } catch (error) {
    deps.log.error('the work after a sign-in failed', {}, error);
  }
  return { kind: 'signed_in', ...started };
}

async function suspend(
  { passkey, next, person, reference }: Found,
  signCount: number,
  now: Date,
  deps: PasskeyDeps,
): Promise<PasskeySignIn> {
  const at = now.toISOString();
  // The copy may have been used to sign in before.
  const [some = {}, ...others] = await endPasskeySessionsWrites(
    person.id,
    referenceOf(passkey.credentialId),
    deps,
  );
  const outcome = await transact(deps.table, {
    ...some,
    ceremony: orElse(answerCeremonyWrite(reference, at), () => 'over' as const),
    passkey: usePasskeyWrite(passkey, next),
    mail: mailWrite(deps.newId(), at, {
      template: 'passkey_changed',
      personId: person.id,
      change: 'suspended',
      at,
    }),
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.passkey_suspended',
      details: { passkeyId: passkey.id, signCount, before: passkey.signCount },
    }),
  });
  if (outcome.kind === 'refused') return { kind: outcome.refusal ?? 'wrong' };
  for (const more of others) await transact(deps.table, more);
  return { kind: 'suspended' };
}
