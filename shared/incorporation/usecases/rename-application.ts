import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { RenameApplication } from '../contracts/admin-applications.ts';
import {
  applicationWrite,
  findAnyApplication,
  type StoredApplication,
} from '../db/applications.ts';
import { decideApplication } from '../domain/application.ts';
import { renamedData } from '../domain/application-data.ts';
import { nameIsFree } from './save-application.ts';

/**
 * Gives a draft another name or extension, for example because the name was taken before it was
 * submitted. What says nothing new writes nothing.
 *
 * Errors: 404; 409 `application.not_draft`, `entity.name_taken`.
 */
export function renameApplication(
  applicationId: string,
  { name, extension }: RenameApplication,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredApplication> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const application = await findAnyApplication(deps.table, applicationId);
    if (application === null) throw apiErrors.notFound();
    const decision = decideApplication(application, { type: 'rename' }, at);
    if (!decision.ok) throw apiErrors.applicationNoDraft();
    const names = {
      name: name ?? application.name,
      extension: extension ?? application.extension,
    };
    const changed = (['name', 'extension'] as const).filter(
      (field) => names[field] !== application[field],
    );
    if (changed.length === 0) return application;
    const next = {
      ...decision.next,
      ...names,
      applicationData: renamedData(application.applicationData, names),
    };
    const outcome = await transact(deps.table, {
      application: applicationWrite(next),
      name: changed.includes('name')
        ? orElse(nameIsFree(next.optionId, next.name), apiErrors.nameTaken)
        : undefined,
      ...auditAct(deps, {
        at,
        actor,
        action: 'legal_entity_application.renamed',
        subject: { type: 'legal_entity_application', id: applicationId },
        details: { changed },
      }),
    });
    if (outcome.kind === 'written') return next;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}
