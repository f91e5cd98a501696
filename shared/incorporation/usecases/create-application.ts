import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalKeyCaller } from '../../access/caller.ts';
import { sameManifestation } from '../../access/db/manifestations.ts';
import type { SigningDeps } from '../../agreements/agreement-deps.ts';
import { auditAct } from '../../audit/audit-act.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { newApplicationWrites, type StoredApplication } from '../applications.ts';
import type { CreateApplication } from '../contracts/application.ts';
import { signatureInAdvance } from './accept-agreement.ts';
import { type ApplicationFacts, readApplicationFacts } from './application-facts.ts';
import { attributedCode, checkNewApplication } from './check-new-application.ts';
import { newDraft } from './new-draft.ts';
import { readOwnApplication } from './read-own-application.ts';
import { ownerSignatureUrl, signatureUrlOf } from './signature-url.ts';

/**
 * Creates a draft application (spec 4.3). With an Agent Key whose owner has accepted the agreement in advance,
 * it is signed at once; otherwise the answer has the link under which it is signed, which also goes to the
 * owner by mail.
 *
 * Errors, in this order: 403 for an owner who is not an active resident; 400 for the registered agent, 429
 * after 50 permit numbers that failed in an hour; 400 for the referral code; 409 for the name.
 */
export function createApplication(
  command: CreateApplication,
  caller: PersonalKeyCaller,
  effect: Effect | null,
  deps: SigningDeps,
): Promise<CreatedDraft> {
  return onceEffect(effect, deps, {
    run: (note) => untilWritten(() => create(command, caller, note, deps)),
    again: async (id) =>
      createdDraft(await readOwnApplication(deps.table, id, caller), caller, deps),
  });
}

interface CreatedDraft {
  readonly application: StoredApplication;
  readonly signatureUrl: string | null;
}

async function create(
  command: CreateApplication,
  caller: PersonalKeyCaller,
  note: NoteEffect,
  deps: SigningDeps,
): Promise<CreatedDraft | typeof lostRace> {
  const at = deps.now().toISOString();
  const facts = await readApplicationFacts(deps.table, caller, command);
  const owner = await checkNewApplication(command, facts, deps);
  const application = newApplication(command, caller, { owner, facts, at }, deps);
  const { id, agreement } = application;
  const outcome = await transact(deps.table, {
    effect: note(id),
    // An acceptance that is revoked at this moment no longer counts.
    will:
      agreement === null || facts.manifestation === null
        ? undefined
        : orElse(sameManifestation(caller.personId, facts.manifestation), readAgain),
    ...newApplicationWrites(application),
    mail: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: {
        template: agreement === null ? 'signature_link' : 'agreement_signed',
        applicationId: id,
      },
    }),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'legal_entity_application.created',
      subject: { type: 'legal_entity_application', id },
      details: { preAccepted: agreement !== null },
    }),
  });
  if (outcome.kind === 'written') return createdDraft(application, caller, deps);
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.refusal ?? outcome.error;
}

/** An Agent Key is never told a link that signs, whatever the application was created with. */
function createdDraft(
  application: StoredApplication,
  { kind }: PersonalKeyCaller,
  deps: SigningDeps,
): CreatedDraft {
  if (application.agreement?.method === 'manifestation_of_will') {
    return { application, signatureUrl: null };
  }
  const signatureUrl =
    kind === 'agent' ? ownerSignatureUrl(application, deps) : signatureUrlOf(application, deps);
  return { application, signatureUrl };
}

function newApplication(
  { applicationData: sent, redirectUrl }: CreateApplication,
  caller: PersonalKeyCaller,
  { owner, facts, at }: { owner: StoredPerson; facts: ApplicationFacts; at: string },
  deps: SigningDeps,
): StoredApplication {
  const isAgent = caller.kind === 'agent';
  return newDraft(
    sent,
    {
      at,
      ownerId: caller.personId,
      ownerRpn: owner.residentPermitNumber,
      createdViaAPI: true,
      createdWith: isAgent ? 'agent_key' : 'standard_key',
      agentKeyId: isAgent ? caller.keyId : null,
      agreement: isAgent
        ? signatureInAdvance(facts.manifestation, sent.residencyType, deps.agreements, at)
        : null,
      redirectUrl: redirectUrl ?? null,
      referralCode: attributedCode(facts.referralCode),
    },
    deps,
  );
}
