import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findPerson } from '../../people/db/people.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { handOutCodeWrite, passkeyCodeDigest } from '../db/passkey-codes.ts';
import { findStaff, isTakenOver, unchangedStaffCheck } from '../db/staff.ts';
import { maxCodeEntries, newPasskeyCode, passkeyCodeLifetime } from '../domain/passkey-code.ts';
import { rightsOf } from '../domain/staff-rights.ts';

/** A code as the operator gets it, once. */
export interface HandedOutCode {
  readonly personId: string;
  readonly code: string;
  readonly expiresAt: string;
}

/**
 * Makes the code with which somebody of the staff adds a passkey that is good for decisions, in place of one that there
 * may be. They are told by mail that there is one, and not which.
 *
 * Error: 404 for an unknown person, and for who is not of the staff, by item or by the setting. Whether their address is
 * verified does not matter: the code is of use to whoever signs in.
 */
export function handOutPasskeyCode(
  personId: string,
  actor: Actor,
  deps: CoreDeps & { readonly reviewers: readonly string[] },
): Promise<HandedOutCode> {
  return untilWritten(async () => {
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
        entriesLeft: maxCodeEntries,
        createdAt: at,
        expiresAt,
      }),
      stillStaff: unchangedStaffCheck(personId, member),
      mail: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'passkey_changed', personId, change: 'code', at },
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'staff.passkey_code_made',
        subject: { type: 'person', id: personId },
        details: { expiresAt },
      }),
    });
    return outcome.kind === 'written' ? { personId, code, expiresAt } : lostRace;
  });
}
