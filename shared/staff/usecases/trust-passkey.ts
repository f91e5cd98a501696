import { isSameSecret } from '../../kernel/auth/seal.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson } from '../../people/db/people.ts';
import { auditRefusal } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { listPasskeys, referenceOf, trustedPasskeyCheck } from '../../sign-in/db/passkeys.ts';
import { isByPasskey } from '../../sign-in/domain/authentication-methods.ts';
import { isTrusted } from '../../sign-in/domain/passkey.ts';
import type { Session } from '../../sign-in/domain/session.ts';
import type { Trust } from '../../sign-in/usecases/passkeys.ts';
import {
  findPasskeyCode,
  handOutCodeWrite,
  passkeyCodeDigest,
  takeCodeEntry,
  useCodeWrite,
} from '../db/passkey-codes.ts';
import { findStaff, isTakenOver, unchangedStaffCheck } from '../db/staff.ts';
import {
  maxCodeAttempts,
  newPasskeyCode,
  passkeyCodeLifetime,
  passkeyCodeStatus,
} from '../domain/passkey-code.ts';
import { mayDo, rightsOf, type StaffPasskeys } from '../domain/staff-rights.ts';
import type { StaffStatus } from './staff-status.ts';

/**
 * How a new passkey becomes valid for decisions. `none`: it does not, and need not; `passkey`:
 * through the one with which the person signed in; `code`: through an operator's code, which is
 * required.
 */
type TrustSource =
  | { readonly kind: 'none' | 'code' }
  | { readonly kind: 'passkey'; readonly reference: string };

interface VouchingDeps {
  readonly table: Table;
  readonly staffPasskeys: StaffPasskeys;
  now(): Date;
}

/**
 * Reads how a new passkey becomes valid for decisions; `staff` is null for a resident. Even if
 * the setting does not require it, registry operators need it, and an issued code must be entered,
 * so that operators can prepare. The session is recent.
 */
export async function trustSourceOf(
  staff: StaffStatus | null,
  { amr, passkey }: Pick<Session, 'amr' | 'passkey'>,
  { table, staffPasskeys, now }: VouchingDeps,
): Promise<TrustSource> {
  if (staff === null) return { kind: 'none' };
  const { personId } = staff;
  const [passkeys, code] = await Promise.all([
    listPasskeys(table, personId),
    findPasskeyCode(table, personId),
  ]);
  const used = passkeys.find(({ credentialId }) => referenceOf(credentialId) === passkey);
  if (passkey !== undefined && isByPasskey(amr) && used !== undefined && isTrusted(used)) {
    return { kind: 'passkey', reference: passkey };
  }
  const isOpen = passkeyCodeStatus(code, now().toISOString()) === 'open';
  const isRequired = staffPasskeys === 'required' || mayDo(staff, 'console.act');
  return { kind: isRequired || isOpen ? 'code' : 'none' };
}

/**
 * The conditions for the transaction that adds the passkey; `code` is the digest of the code
 * entered for its challenge.
 */
export function trustPasskey(
  staff: StaffStatus | null,
  trustSource: TrustSource,
  code: string | undefined,
  now: Date,
): Trust | 'untrusted' | null {
  if (staff === null || trustSource.kind === 'none') return null;
  const { personId, unchanged: stillStaff } = staff;
  if (trustSource.kind === 'passkey') {
    const source = trustedPasskeyCheck(personId, trustSource.reference);
    return { by: 'passkey', source, stillStaff };
  }
  if (code === undefined) return 'untrusted';
  return { by: 'code', source: useCodeWrite(personId, code, now.toISOString()), stillStaff };
}

/**
 * The digest of a correct operator's code; null if it is wrong, used, expired or was entered too
 * often, which the caller can't distinguish. Each entry uses an attempt, and each wrong one is
 * recorded.
 */
export async function enterPasskeyCode(
  personId: string,
  entered: string,
  deps: Pick<CoreDeps, 'table' | 'now' | 'newId'>,
): Promise<string | null> {
  const at = deps.now().toISOString();
  const code = await takeCodeEntry(deps.table, personId, at);
  const digest = passkeyCodeDigest(personId, entered);
  if (code === null) return null;
  if (isSameSecret(code.digest, digest)) return digest;
  const record = auditRefusal(deps, {
    at,
    actor: personActor(personId),
    action: 'staff.passkey_code_entered',
    subject: { type: 'person', id: personId },
    details: { attemptsLeft: code.attemptsLeft },
  });
  await transact(deps.table, record);
  return null;
}

/** A new code, which the operator gets once. */
interface HandedOutCode {
  readonly personId: string;
  readonly code: string;
  readonly expiresAt: string;
}

/**
 * Creates the code with which a staff member adds a passkey for decisions, replacing an earlier
 * code. They get an email about it, without the code itself.
 *
 * Error: 404 for an unknown person, and for someone who is not staff, by item or by the setting.
 * Their address need not be verified: the code only helps a person who can sign in.
 */
export function handOutPasskeyCode(
  personId: string,
  actor: Actor,
  deps: CoreDeps & { readonly reviewers: readonly string[] },
): Promise<HandedOutCode> {
  return retryOnConflict(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const [person, { member, seeds }] = await Promise.all([
      findPerson(deps.table, personId),
      findStaff(deps.table, personId),
    ]);
    if (person === null) throw apiErrors.notFound();
    const setting = { reviewers: deps.reviewers, isTakenOver: isTakenOver(seeds, person.email) };
    if (rightsOf({ ...person, emailVerified: true }, member, setting) === null) {
      throw apiErrors.notFound();
    }
    const code = newPasskeyCode(deps.random);
    const expiresAt = new Date(now.getTime() + passkeyCodeLifetime).toISOString();
    const outcome = await transact(deps.table, {
      code: handOutCodeWrite({
        personId,
        digest: passkeyCodeDigest(personId, code),
        attemptsLeft: maxCodeAttempts,
        createdAt: at,
        expiresAt,
      }),
      stillStaff: unchangedStaffCheck(personId, member),
      mail: mailWrite(deps.newId(), at, {
        template: 'passkey_changed',
        personId,
        change: 'code',
        at,
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'staff.passkey_code_created',
        subject: { type: 'person', id: personId },
        details: { expiresAt },
      }),
    });
    return outcome.kind === 'written' ? { personId, code, expiresAt } : lostRace;
  });
}
