import { actorOf } from '../../access/auth/actor.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { residencyApplicationWrite } from '../db/residency-applications.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import type { ResidencyOfApplicant } from './present-residency-applications.ts';
import { readResidencyApplication } from './read-residency-application.ts';
import { residencyError } from './residency-errors.ts';
import type { ResidencyOfPartner } from './revise-residency-application.ts';

/**
 * Submits a draft for review, which is asked for in the same transaction.
 *
 * Errors, in this order: 404; 400 for what is missing, in the order of the contract: not a draft, the
 * agreement, the proof of address, the payment, the verification of the identity.
 */
export function submitResidencyApplication(
  { id, caller, effect }: ResidencyOfPartner,
  deps: CoreDeps,
): Promise<ResidencyOfApplicant> {
  const read = () => readResidencyApplication(id, caller, deps);
  return onceEffect(effect, deps, {
    again: read,
    run: (note) =>
      untilWritten(async () => {
        const at = deps.now().toISOString();
        const { application, access } = await read();
        const decision = decideResidencyApplication(application, { type: 'submit' }, at);
        if (!decision.ok) throw residencyError(decision.reason, application);
        const submissionId = deps.newId();
        const next = { ...decision.next, submissionId };
        const subject = { type: 'residency_application', id } as const;
        const outcome = await transact(deps.table, {
          effect: note(id),
          application: residencyApplicationWrite(next),
          submission: eventWrite(submissionId, at, { type: 'review.wanted', subject }),
          // Sent only where an account has a holder who has not confirmed: found out later, not here.
          question: eventWrite(deps.newId(), at, {
            type: 'mail.wanted',
            mail: { template: 'holder_question', applicationId: id },
          }),
          ...auditAct(deps, {
            at,
            actor: actorOf(caller),
            action: 'residency_application.submitted',
            subject,
            details: { integrationId: caller.integrationId },
          }),
        });
        return outcome.kind === 'written' ? { application: next, access } : lostRace;
      }),
  });
}
