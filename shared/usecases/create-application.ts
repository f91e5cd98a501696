import { actorOf } from '../auth/actor.ts';
import type { PersonalKeyCaller } from '../auth/caller.ts';
import type { CreateApplication } from '../contracts/application.ts';
import { newApplicationWrites, type StoredApplication } from '../db/applications.ts';
import { manifestationCheck } from '../db/manifestations.ts';
import { eventWrite } from '../db/outbox.ts';
import type { StoredPerson } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { ServiceDeps } from '../deps/service.ts';
import { acceptedInAdvance } from './accept-agreement.ts';
import { type ApplicationFacts, readApplicationFacts } from './application-facts.ts';
import { auditAct } from './audit-act.ts';
import { attributedCode, checkNewApplication } from './check-new-application.ts';
import { newDraft } from './new-draft.ts';

/**
 * Creates a draft application (spec 4.3). With an Agent Key whose owner has accepted the agreement in
 * advance, it is signed at once; otherwise somebody signs it under the link that is answered.
 *
 * Errors, in this order: 403 for an owner who is no active resident; 400 for the registered agent; 400
 * for the referral code; 409 for the name.
 */
export async function createApplication(
  command: CreateApplication,
  caller: PersonalKeyCaller,
  deps: ServiceDeps,
): Promise<{ readonly application: StoredApplication; readonly signatureUrl: string | null }> {
  const at = deps.now().toISOString();
  const facts = await readApplicationFacts(deps.table, caller, command);
  const owner = checkNewApplication(command, facts, at);
  const application = newApplication(command, caller, { owner, facts, at }, deps);
  const { id, agreement, signatureToken } = application;
  const outcome = await transact(deps.table, {
    // A Manifestation of Will that is revoked at this moment accepts nothing in advance any more.
    will: agreement === null ? undefined : manifestationCheck(caller.personId),
    ...newApplicationWrites(application),
    mail:
      signatureToken === null
        ? undefined
        : eventWrite(deps.newId(), at, {
            type: 'mail.wanted',
            mail: { template: 'signature_link', applicationId: id },
          }),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'legal_entity_application.created',
      subject: { type: 'legal_entity_application', id },
      details: { preAccepted: agreement !== null },
    }),
  });
  if (outcome.kind === 'refused') {
    if (outcome.label === 'will') return createApplication(command, caller, deps);
    throw new Error(`a new application's ${outcome.label} was refused`);
  }
  const signatureUrl = signatureToken === null ? null : `${deps.baseUrl}/sign/${signatureToken}`;
  return { application, signatureUrl };
}

function newApplication(
  { applicationData: sent, redirectUrl }: CreateApplication,
  caller: PersonalKeyCaller,
  { owner, facts, at }: { owner: StoredPerson; facts: ApplicationFacts; at: string },
  deps: ServiceDeps,
): StoredApplication {
  const isAgent = caller.kind === 'agent';
  return newDraft(
    sent,
    {
      at,
      ownerId: caller.personId,
      ownerRpn: owner.residentPermitNumber,
      createdViaAPI: true,
      agentKeyId: isAgent ? caller.keyId : null,
      agreement: isAgent ? acceptedInAdvance(facts.manifestation, sent.residencyType, at) : null,
      redirectUrl: redirectUrl ?? null,
      referralCode: attributedCode(facts.referralCode),
    },
    deps,
  );
}
