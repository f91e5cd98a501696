import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { CorrectionReason } from '../../kernel/domain/correction.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { newEmailChangeWrite, type StoredEmailChange } from '../db/email-changes.ts';
import { emailWrites, findPerson, personWrite, type StoredPerson } from '../db/people.ts';
import { permitHolderWrites } from '../db/permit-holders.ts';
import {
  isSameEmail,
  type PersonRevision,
  revisedPerson as revise,
} from '../domain/revise-person.ts';
import { accountEndedEvent } from './account-ended.ts';
import { checkDateOfBirth } from './check-date-of-birth.ts';
import type { RevokedKeys } from './revoked-keys.ts';

/** Why something was wrong. */
interface Correction {
  readonly reasonCode: CorrectionReason;
  readonly reason: string;
}

const noKeys: RevokedKeys = { ids: [], writes: {} };

/**
 * Sets fields of a person. A new e-mail address is claimed and the former one released in one transaction,
 * which also has both addresses told which keys there are. `revokeKeys`, where it is given, revokes them in it: a
 * key that is issued meanwhile is among them. A revision that changes nothing is not recorded.
 *
 * Errors: 404; 400 for a date of birth in the future; 409 `person.email_taken`, `person.erased`; `person.suspended` of another address
 * while a lost mailbox is dealt with.
 */
export function revisePerson(
  personId: string,
  { correction, ...revision }: PersonRevision & { readonly correction?: Correction | undefined },
  actor: Actor,
  deps: CoreDeps,
  revokeKeys?: (personId: string, at: string, deps: CoreDeps) => Promise<RevokedKeys>,
): Promise<StoredPerson> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    checkDateOfBirth(revision.dateOfBirth, at);
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.erasure !== undefined) throw apiErrors.personErased();
    const { next: revised, changed } = revise(person, revision);
    // The person was read first: its version vouches for the keys that are read after it.
    const revoked = (await revokeKeys?.(personId, at, deps)) ?? noKeys;
    if (changed.length === 0 && revoked.ids.length === 0) return person;
    // Who could read the old mailbox may be signed in: another address ends every session.
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
      email: orElse(address.email, apiErrors.emailTaken),
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

/** Has both addresses told; the former one is stored only here. */
function changeOfAddress(
  addresses: Omit<StoredEmailChange, 'id' | 'changedAt'>,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): { readonly change: Write; readonly told: Write } {
  const id = newId();
  return {
    change: newEmailChangeWrite({ id, ...addresses, changedAt: at }),
    told: eventWrite(newId(), at, {
      type: 'mail.wanted',
      mail: { template: 'email_changed', changeId: id },
    }),
  };
}
