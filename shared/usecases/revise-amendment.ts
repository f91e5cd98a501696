import { actorOf } from '../auth/actor.ts';
import type { PersonalKeyCaller } from '../auth/caller.ts';
import { amendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/amendment.ts';
import type { ProposedChanges } from '../domain/proposed-changes.ts';
import { amendmentError } from './amendment-errors.ts';
import { checkProposedName } from './amendment-name.ts';
import { auditAct } from './audit-act.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';
import { filingConditions } from './read-filing-entity.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Revises what a draft proposes: absent fields stay, null clears, and the signature is void (spec 4.15). A
 * revision that says nothing new writes nothing.
 *
 * Errors: 403; 404; 409 `filing.locked`, `entity.name_taken`, `entity.name_reserved`.
 */
export function reviseAmendment(
  filing: FilingOfEntity,
  changes: Partial<ProposedChanges>,
  caller: PersonalKeyCaller,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    const decision = decide(amendment, { type: 'revise', changes }, at);
    if (!decision.ok) throw amendmentError(decision.reason);
    if (decision.next === amendment) return amendment;
    await checkProposedName(deps.table, entity, { name: changes.name ?? null });
    const next = { ...decision.next, updatedAt: at };
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
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
