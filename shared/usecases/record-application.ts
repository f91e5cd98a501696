import type { RecordApplication } from '../contracts/admin-applications.ts';
import { newApplicationWrites, type StoredApplication } from '../db/applications.ts';
import { eventWrite } from '../db/outbox.ts';
import { transact } from '../db/transact.ts';
import type { ServiceDeps } from '../deps/service.ts';
import type { Actor } from '../domain/audit.ts';
import { apiErrors } from '../errors.ts';
import { readApplicationFacts } from './application-facts.ts';
import { auditAct } from './audit-act.ts';
import { checkRegisteredAgent } from './check-new-application.ts';
import { newDraft } from './new-draft.ts';

/**
 * Records an application that arrived outside the API, as a draft of the person; who gets the link for
 * the signature by mail. Whether the person may apply is for the operator and the reviewer to judge, and
 * reserved names bind applicants only; what an entity can't be made of is refused all the same.
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
    ...newApplicationWrites(application),
    mail: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: { template: 'signature_link', applicationId: application.id },
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity_application.recorded',
      subject: { type: 'legal_entity_application', id: application.id },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused') throw new Error(`refused by ${outcome.label}`);
  return application;
}
