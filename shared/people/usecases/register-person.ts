import { orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { CorrectionReason } from '../../kernel/domain/annulment.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { newEmailChangeWrite, type StoredEmailChange } from '../db/email-changes.ts';
import {
  emailWrites,
  findPerson,
  newPerson,
  newPersonWrites,
  personWrite,
  type StoredPerson,
} from '../db/people.ts';
import { permitHolderWrites } from '../db/residents.ts';
import {
  isSameEmail,
  type PersonDetails,
  type PersonRevision,
  revisedPerson as revise,
} from '../domain/person.ts';
import * as peopleErrors from '../errors/people-errors.ts';

interface Registration extends PersonDetails {
  readonly email: string;
  readonly referralCode: string | null;
}

/**
 * Registers a person with an account.
 *
 * Errors: 400 `Unknown referral code`; 400 for a date of birth in the future; 409
 * `person.email_taken`.
 */
export async function registerPerson(
  { email, referralCode, ...details }: Registration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPerson> {
  const at = deps.now().toISOString();
  checkDateOfBirth(details.dateOfBirth, at);
  const person = newPerson({
    ...details,
    id: deps.newId(),
    email,
    referralCode: referralCode === null ? null : codeKey(referralCode),
    createdAt: at,
  });
  const writes = newPersonWrites(person);
  const outcome = await transact(deps.table, {
    ...writes,
    referralCode: orElse(writes.referralCode, apiErrors.unknownReferralCode),
    email: orElse(writes.email, peopleErrors.emailTaken),
    ...auditPerson(deps, {
      at,
      actor,
      personId: person.id,
      action: 'person.created',
      details: { referralCode: person.referralCode },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return person;
}

/** Why the old value was wrong. */
interface Correction {
  readonly reasonCode: CorrectionReason;
  readonly reason: string;
}

const noKeys: RevokedKeys = { ids: [], writes: {} };

/**
 * Sets fields of a person. A new email address is claimed and the previous one released in one
 * transaction, which also notifies both addresses of the account's keys. `revokeKeys` revokes all
 * keys, including those issued in the meantime. A revision without effect is not recorded.
 *
 * Errors: 404; 400 for a date of birth in the future; 409 `person.email_taken`, `person.erased`;
 * `person.suspended` for a new address during a mailbox case.
 */
export function revisePerson(
  personId: string,
  { correction, ...revision }: PersonRevision & { readonly correction?: Correction | undefined },
  actor: Actor,
  deps: CoreDeps,
  revokeKeys?: (personId: string, at: string, deps: CoreDeps) => Promise<RevokedKeys>,
): Promise<StoredPerson> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    checkDateOfBirth(revision.dateOfBirth, at);
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.erasure !== undefined) throw apiErrors.personErased();
    const { next: revised, changed } = revise(person, revision);
    // The person was read first: if its version is unchanged at the write, the keys read after it
    // are complete.
    const revoked = (await revokeKeys?.(personId, at, deps)) ?? noKeys;
    if (changed.length === 0 && revoked.ids.length === 0) return person;
    // A reader of the old mailbox may be signed in: a new address ends every session.
    const moved = !isSameEmail(person.email, revised.email);
    if (moved && person.suspension !== undefined) throw apiErrors.personSuspended();
    const next = {
      ...revised,
      activeKeys: person.activeKeys - revoked.ids.length,
      credentialEpoch: person.credentialEpoch + (moved ? 1 : 0),
    };
    const address = emailWrites(person, next.email);
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...permitHolderWrites(person, next),
      ...address,
      email: orElse(address.email, peopleErrors.emailTaken),
      ...revoked.writes,
      ...(moved && { ended: accountEndedEvent(person, at, deps) }),
      ...(moved && changeOfAddress({ personId, from: person.email, to: next.email }, at, deps)),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: correction ? 'person.corrected' : 'person.updated',
        ...(correction && { reason: correction.reason }),
        details: {
          changed,
          ...(correction && { reasonCode: correction.reasonCode }),
          ...(revoked.ids.length > 0 && { revokedKeys: revoked.ids }),
        },
      }),
    });
    if (outcome.kind === 'written') return next;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

/** Notifies both addresses. Only this item stores the previous one. */
function changeOfAddress(
  addresses: Omit<StoredEmailChange, 'id' | 'changedAt'>,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): { readonly change: Write; readonly notification: Write } {
  const id = newId();
  return {
    change: newEmailChangeWrite({ id, ...addresses, changedAt: at }),
    notification: mailWrite(newId(), at, { template: 'email_changed', changeId: id }),
  };
}

/**
 * Reactivates an account. Its earlier keys and grants stay invalid (spec 5, rule 4). `withIt`
 * returns the writes for what else ended while the account could not act; the account was read
 * before. Does nothing if the account is active.
 *
 * Errors: 404; 409 `person.erased`.
 */
export function reactivatePerson(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
  withIt?: (personId: string, deps: CoreDeps) => Promise<Writes>,
): Promise<StoredPerson> {
  return retryOnConflict(async () => {
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.status === 'active') return person;
    if (person.erasure !== undefined) throw apiErrors.personErased();
    const next: StoredPerson = { ...person, status: 'active' };
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...(await withIt?.(personId, deps)),
      ...auditPerson(deps, {
        at: deps.now().toISOString(),
        actor,
        personId,
        action: 'person.reactivated',
        details: {},
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/**
 * Notifies clients with access to the account, in the same transaction, that its grants are invalid
 * or suspended.
 */
export function accountEndedEvent(
  { id: personId, credentialEpoch }: Pick<StoredPerson, 'id' | 'credentialEpoch'>,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write {
  const of = { kind: 'account', credentialEpoch } as const;
  return eventWrite(newId(), at, { type: 'logout.requested', personId, of });
}

/**
 * Error: 400 for a calendar date in the future at `now`, in UTC; `path` is its position in the
 * body.
 */
export function checkDateOfBirth(
  date: string | null | undefined,
  now: string,
  path: readonly string[] = ['dateOfBirth'],
): void {
  const today = now.slice(0, 10);
  if (date === null || date === undefined || date <= today) return;
  throw apiErrors.invalidBody([
    {
      code: 'too_big',
      expected: `date of at most ${today}`,
      received: 'string',
      path,
      message: 'Must not be in the future',
    },
  ]);
}

/** Keys that are revoked with the revision: their ids, and the writes for its transaction. */
export interface RevokedKeys {
  readonly ids: readonly string[];
  readonly writes: Readonly<Record<string, Write>>;
}
