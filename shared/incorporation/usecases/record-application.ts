import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { lookUpName } from '../../registry/db/names.ts';
import type { RecordApplication, RenameApplication } from '../contracts/admin-applications.ts';
import {
  applicationWrite,
  findAnyApplication,
  newApplicationWrites,
  type StoredApplication,
} from '../db/applications.ts';
import { decideApplication } from '../domain/application.ts';
import { renamedData } from '../domain/application-data.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import { checkRegisteredAgent, readApplicationFacts } from './check-new-application.ts';
import { newDraft } from './create-application.ts';
import { applicationWrites, nameIsFree } from './revise-application.ts';

/**
 * Records an application that arrived outside the API, as a draft of the person, who gets the signature link by email.
 * Operator and reviewer judge whether the person may apply, and reserved names are allowed. Applications that could not
 * become an entity are still refused.
 *
 * Errors: 400 for an unknown person or an unsuitable registered agent; 409 `entity.name_taken`.
 */
export async function recordApplication(
  command: RecordApplication,
  actor: Actor,
  deps: ServiceDeps,
): Promise<StoredApplication> {
  const at = deps.now().toISOString();
  const { personId, applicationData } = command;
  const facts = await readApplicationFacts(deps.table, { personId }, { applicationData });
  if (facts.owner === null) throw apiErrors.invalidField(['personId'], 'Unknown person');
  checkRegisteredAgent(applicationData, facts, at);
  if (facts.nameTaken) throw apiErrors.nameTaken();
  const application = newDraft(
    applicationData,
    {
      at,
      ownerId: personId,
      ownerRpn: facts.owner.residentPermitNumber,
      createdViaAPI: false,
      createdWith: 'operator',
      agentKeyId: null,
      agreement: null,
      redirectUrl: null,
      referralCode: null,
    },
    deps,
  );
  const outcome = await transact(deps.table, {
    person: orElse(unerasedPersonCheck(personId), apiErrors.personErased),
    ...newApplicationWrites(application),
    mail: mailWrite(deps.newId(), at, {
      template: 'signature_link',
      applicationId: application.id,
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity_application.recorded',
      subject: { type: 'legal_entity_application', id: application.id },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return application;
}

/**
 * Submits a paid and signed draft whose name was taken at the last step.
 *
 * Errors: 404; 409 `application.not_ready`, `entity.name_taken`.
 */
export function submitApplication(
  applicationId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredApplication> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const application = await findAnyApplication(deps.table, applicationId);
    if (application === null) throw apiErrors.notFound();
    const { taken } = await lookUpName(deps.table, application.optionId, application.name);
    const decision = decideApplication(application, { type: 'submit', nameFree: !taken }, at);
    if (!decision.ok) {
      throw decision.reason === 'name_taken'
        ? apiErrors.nameTaken()
        : incorporationErrors.applicationNotReady();
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

/**
 * Changes a draft's name or extension, for example because the name was taken before submission. Unchanged values write
 * nothing.
 *
 * Errors: 404; 409 `application.not_draft`, `entity.name_taken`.
 */
export function renameApplication(
  applicationId: string,
  { name, extension }: RenameApplication,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredApplication> {
  return retryOnConflict(async () => {
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
