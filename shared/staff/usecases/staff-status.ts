import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { create, orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Product } from '../../kernel/domain/product.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { approverCheck } from '../../people/db/people-checks.ts';
import { type Act, auditAct } from '../../platform/usecases/audit.ts';
import { trustedPasskeyCheck } from '../../sign-in/db/passkeys.ts';
import { isByPasskey } from '../../sign-in/domain/authentication-methods.ts';
import { isRecent, type Session } from '../../sign-in/domain/session.ts';
import {
  findStaff,
  isTakenOver,
  type StaffItems,
  staffItems,
  staffKeys,
  unchangedStaffCheck,
} from '../db/staff.ts';
import {
  decisions,
  mayDo,
  type Rights,
  rightsOf,
  type StaffAct,
  type StaffPasskeys,
} from '../domain/staff-rights.ts';

/** A staff member with their current rights, read for each request. */
export interface StaffStatus extends Rights {
  readonly personId: string;
  /** Refuses a transaction if operators have changed or removed them since they were read. */
  readonly unchanged: Write<ApiError>;
  /**
   * Whether they can decide now: if that needs a passkey, theirs was used in this session within
   * the last 15 minutes.
   */
  readonly mayDecide: boolean;
  /** Refuses a transaction unless that passkey still exists and can be used for decisions; undefined if none is needed. */
  readonly passkeyStands: Write<ApiError> | undefined;
}

/** The keys that `staffStatusOf` needs, which are read with the session. */
export function staffStatusKeys(personId: string): readonly ItemKey[] {
  return staffKeys(personId);
}

/** How a person has signed in, and what the deployment requires for decisions. */
interface Confirming {
  readonly staffPasskeys: StaffPasskeys;
  readonly session: Pick<Session, 'authTime' | 'amr' | 'passkey'>;
  readonly now: Date;
}

/**
 * The person's staff rights, from the items of `staffStatusKeys`; null if they are not staff.
 * Without `confirming` they can't decide.
 */
export function staffStatusOf(
  person: Pick<StoredPerson, 'id' | 'email' | 'emailVerified' | 'suspension'>,
  items: readonly (Item | undefined)[],
  reviewers: readonly string[],
  confirming?: Confirming,
): StaffStatus | null {
  return staffStatusFrom(person, staffItems(items), reviewers, confirming);
}

function staffStatusFrom(
  person: Pick<StoredPerson, 'id' | 'email' | 'emailVerified' | 'suspension'>,
  { member, seeds }: StaffItems,
  reviewers: readonly string[],
  confirming?: Confirming,
): StaffStatus | null {
  const setting = { reviewers, isTakenOver: isTakenOver(seeds, person.email) };
  const rights = rightsOf(person, member, setting);
  if (rights === null) return null;
  const { roles, subjectTypes } = rights;
  const unchanged = orElse(unchangedStaffCheck(person.id, member), (found) =>
    found?.['status'] === 'active' ? apiErrors.staffChanged() : apiErrors.notFound(),
  );
  return { personId: person.id, roles, subjectTypes, unchanged, ...confirmed(person, confirming) };
}

/**
 * Whether they have confirmed their identity recently, and the condition for writing the decision.
 */
function confirmed(
  person: Pick<StoredPerson, 'id'>,
  confirming: Confirming | undefined,
): Pick<StaffStatus, 'mayDecide' | 'passkeyStands'> {
  const none = { mayDecide: false, passkeyStands: undefined };
  if (confirming === undefined) return none;
  const { staffPasskeys, session, now } = confirming;
  if (staffPasskeys === 'optional') return { ...none, mayDecide: true };
  const { amr, passkey } = session;
  if (!isByPasskey(amr) || passkey === undefined || !isRecent(session, now)) return none;
  const check = trustedPasskeyCheck(person.id, passkey);
  return { mayDecide: true, passkeyStands: orElse(check, () => apiErrors.staffPasskey()) };
}

/** The same as `staffStatusOf`, read now and without a session. */
export async function readStaffStatus(
  person: Pick<StoredPerson, 'id' | 'email' | 'emailVerified' | 'suspension'>,
  { table, reviewers }: { readonly table: Table; readonly reviewers: readonly string[] },
): Promise<StaffStatus | null> {
  return staffStatusFrom(person, await findStaff(table, person.id), reviewers);
}

/**
 * The checks that the author of one of two approvals can still give it, for the transaction that
 * relies on it. Null if they can't, so the approval is void: they were removed or have another
 * role, or their account is deactivated or suspended.
 */
export async function approverChecks(
  personId: string,
  may: (rights: Rights) => boolean,
  { table, reviewers }: { readonly table: Table; readonly reviewers: readonly string[] },
): Promise<Writes<never> | null> {
  const [person, { member, seeds }] = await Promise.all([
    findPerson(table, personId),
    findStaff(table, personId),
  ]);
  if (person === null || person.status !== 'active') return null;
  const isTakenOverNow = isTakenOver(seeds, person.email);
  const rights = rightsOf(person, member, { reviewers, isTakenOver: isTakenOverNow });
  if (rights === null || !may(rights)) return null;
  return {
    [`approver ${personId}`]: unchangedStaffCheck(personId, member),
    [`approver's account ${personId}`]: approverCheck(person),
  };
}

/** The conditions on a person for the transaction of their decision. None for an operator. */
export function decisionChecks(staff: StaffStatus | undefined): {
  readonly stillStaff: Write<ApiError> | undefined;
  readonly stillPasskey: Write<ApiError> | undefined;
} {
  return { stillStaff: staff?.unchanged, stillPasskey: staff?.passkeyStands };
}

/** The same for any action on a case: only a decision needs the passkey. */
export function actChecks(
  staff: StaffStatus | undefined,
  act: StaffAct,
): Readonly<Record<string, Write<ApiError> | undefined>> {
  return decisions.includes(act) ? decisionChecks(staff) : { stillStaff: staff?.unchanged };
}

/**
 * Refuses an action that a person is not allowed on a case; `staff` is undefined for an
 * operator, whom IAM authorized. Errors: 404 if they can't see it, 403 `staff.not_allowed` if they
 * can, and `staff.passkey_required` for a decision that needs one.
 */
export function requireCaseRight(
  staff: StaffStatus | undefined,
  act: StaffAct,
  { subject }: { readonly subject: { readonly type: Product } },
): void {
  if (staff === undefined) return;
  if (!mayDo(staff, act, subject.type)) {
    throw mayDo(staff, 'case.read', subject.type)
      ? apiErrors.staffNotAllowed()
      : apiErrors.notFound();
  }
  if (decisions.includes(act) && !staff.mayDecide) throw apiErrors.staffPasskey();
}

/** How long a view is remembered, in seconds: longer than the hour that it belongs to. */
const memory = 7_200;

/** The key of the record of a person's view in this hour. It is read with the session. */
export function readingKey(personId: string, subjectId: string, now: Date): ItemKey {
  return keys.staffView(personId, now.toISOString().slice(0, 13), subjectId);
}

/**
 * Records that a staff member saw personal data: one audit entry per hour, person and subject,
 * however often a page is loaded. `noted` is the item found at its `readingKey`; if there is one,
 * nothing is written. `place` is the name in that key if it is not the subject's id: the subject of
 * a list is its reader.
 *
 * The page waits for this, and is not shown if it fails.
 */
export async function recordReading(
  {
    subject,
    ...act
  }: Omit<Act, 'at' | 'subject'> & { readonly subject: NonNullable<Act['subject']> },
  noted: Item | undefined,
  deps: Pick<CoreDeps, 'table' | 'now' | 'newId'>,
  place: string = subject.id,
): Promise<void> {
  if (noted !== undefined) return;
  const now = deps.now();
  const ttl = Math.ceil(now.getTime() / 1000) + memory;
  const outcome = await transact(deps.table, {
    // Another page may have recorded it in the meantime.
    look: orElse(create({ ...readingKey(act.actor.id ?? '', place, now), ttl }), () => 'recorded'),
    ...auditAct(deps, { ...act, at: now.toISOString(), subject }),
  });
  if (outcome.kind !== 'written' && outcome.refusal === undefined) throw outcome.error;
}
