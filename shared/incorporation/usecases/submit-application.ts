import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { lookUpName } from '../../registry/db/names.ts';
import { findAnyApplication, type StoredApplication } from '../db/applications.ts';
import { decideApplication } from '../domain/application.ts';
import { applicationWrites } from './save-application.ts';

/**
 * Submits a paid and signed draft whose name was taken when the second of the two came in.
 *
 * Errors: 404; 409 `application.not_ready`, `entity.name_taken`.
 */
export function submitApplication(
  applicationId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredApplication> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const application = await findAnyApplication(deps.table, applicationId);
    if (application === null) throw apiErrors.notFound();
    const { taken } = await lookUpName(deps.table, application.optionId, application.name);
    const decision = decideApplication(application, { type: 'submit', nameFree: !taken }, at);
    if (!decision.ok) {
      throw decision.reason === 'name_taken'
        ? apiErrors.nameTaken()
        : apiErrors.applicationNotReady();
    }
    const outcome = await transact(deps.table, {
      ...applicationWrites(application, decision.next, deps, at),
      ...auditAct(deps, {
        at,
        actor,
        action: 'legal_entity_application.submitted',
        subject: { type: 'legal_entity_application', id: applicationId },
        details: {},
      }),
    });
    return outcome.kind === 'written' ? decision.next : lostRace;
  });
}
