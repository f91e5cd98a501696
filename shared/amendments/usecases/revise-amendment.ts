import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalCaller } from '../../access/auth/caller.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { filingConditions } from '../../registry/usecases/read-filing-entity.ts';
import { amendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import type { ProposedChanges } from '../domain/proposed-changes.ts';
import { amendmentError } from './amendment-errors.ts';
import { checkProposedName } from './amendment-name.ts';
import { voidedMail } from './create-amendment.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';

/** Which filing is revised. */
export interface RevisedFiling extends FilingOfEntity {
  /** The version that was shown to whoever revises it; absent: they revise whatever it says. */
  readonly version?: number | undefined;
}

/**
 * Revises what a draft proposes: absent fields stay, null clears, and the signature is void (spec 4.15). A
 * revision that says nothing new writes nothing.
 *
 * Errors: 403; 404; 409 `filing.changed` for another version, `filing.locked`, `entity.name_taken`, `entity.name_reserved`.
 */
export function reviseAmendment(
  filing: RevisedFiling,
  changes: Partial<ProposedChanges>,
  caller: PersonalCaller,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    if (amendment.version !== (filing.version ?? amendment.version))
      throw apiErrors.filingChanged();
    const decision = decideAmendment(amendment, { type: 'revise', changes }, at);
    if (!decision.ok) throw amendmentError(decision.reason);
    if (decision.next === amendment) return amendment;
    await checkProposedName(deps.table, entity, { name: changes.name ?? null });
    const next = { ...decision.next, updatedAt: at };
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      voided: voidedMail(amendment, next, deps),
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor: actorOf(caller),
        action: 'amendment.revised',
        subject: { type: 'amendment', id: amendment.id },
        details: { legalEntityId: entity.id, revised: Object.keys(changes) },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
