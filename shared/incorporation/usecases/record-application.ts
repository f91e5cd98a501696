import { orElse, transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { RecordApplication } from '../contracts/admin-applications.ts';
import { newApplicationWrites, type StoredApplication } from '../db/applications.ts';
import { readApplicationFacts } from './application-facts.ts';
import { checkRegisteredAgent } from './check-new-application.ts';
import { newDraft } from './new-draft.ts';

/**
 * Records an application that arrived outside the API, as a draft of the person, who gets the link for the
 * signature by mail. Whether the person may apply is for the operator and the reviewer to judge, and reserved
 * names bind applicants only; anything of which no entity can be made is still refused.
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
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return application;
}
