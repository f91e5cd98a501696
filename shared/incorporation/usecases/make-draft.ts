import { sameManifestation } from '../../access/db/manifestations.ts';
import type { SigningDeps } from '../../documents/deps/agreement-deps.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { NoteEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { CreateApplication } from '../contracts/application.ts';
import { newApplicationWrites, type StoredApplication } from '../db/applications.ts';
import type { ApplicationOrigin } from '../domain/application.ts';
import { signatureInAdvance } from './accept-agreement.ts';
import { type ApplicationFacts, readApplicationFacts } from './application-facts.ts';
import { attributedCode, checkNewApplication } from './check-new-application.ts';
import { newDraft } from './new-draft.ts';

/** Who creates an application for themselves, and through what. */
export interface Creator {
  readonly personId: string;
  readonly actor: Actor;
  readonly createdWith: Exclude<ApplicationOrigin, 'operator'>;
  /** Null: not an Agent Key. */
  readonly agentKeyId: string | null;
}

/**
 * Creates a draft, once, with what follows from it. Where a link signs it, or it was signed in advance, its owner gets a
 * mail; whoever begins it in the portal is there.
 *
 * Errors, in this order: 403 for an owner who is not an active resident; 400 for the registered agent, 429
 * after 50 permit numbers that failed in an hour; 400 for the referral code; 409 for the name.
 */
export function makeDraft(
  command: CreateApplication,
  creator: Creator,
  note: NoteEffect,
  deps: SigningDeps,
): Promise<StoredApplication> {
  return untilWritten(() => attempt(command, creator, note, deps));
}

async function attempt(
  command: CreateApplication,
  creator: Creator,
  note: NoteEffect,
  deps: SigningDeps,
): Promise<StoredApplication | typeof lostRace> {
  const at = deps.now().toISOString();
  const facts = await readApplicationFacts(deps.table, creator, command);
  const owner = await checkNewApplication(command, facts, deps);
  const application = newApplication(command, creator, { owner, facts, at }, deps);
  const { id, agreement } = application;
  const outcome = await transact(deps.table, {
    effect: note(id),
    // An acceptance that is revoked at this moment no longer counts.
    will:
      agreement === null || facts.manifestation === null
        ? undefined
        : orElse(sameManifestation(creator.personId, facts.manifestation), readAgain),
    // An erasure of the owner at this moment would not see the draft.
    person: orElse(unerasedPersonCheck(creator.personId), apiErrors.mustBeActiveResident),
    ...newApplicationWrites(application),
    mail:
      creator.createdWith === 'portal'
        ? undefined
        : eventWrite(deps.newId(), at, {
            type: 'mail.wanted',
            mail: {
              template: agreement === null ? 'signature_link' : 'agreement_signed',
              applicationId: id,
            },
          }),
    ...auditAct(deps, {
      at,
      actor: creator.actor,
      action: 'legal_entity_application.created',
      subject: { type: 'legal_entity_application', id },
      details: { preAccepted: agreement !== null },
    }),
  });
  if (outcome.kind === 'written') return application;
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.refusal ?? outcome.error;
}

function newApplication(
  { applicationData: sent, redirectUrl }: CreateApplication,
  { personId, createdWith, agentKeyId }: Creator,
  { owner, facts, at }: { owner: StoredPerson; facts: ApplicationFacts; at: string },
  deps: SigningDeps,
): StoredApplication {
  return newDraft(
    sent,
    {
      at,
      ownerId: personId,
      ownerRpn: owner.residentPermitNumber,
      // Agent Keys see nothing of what their owner begins in the portal, nor its entity.
      createdViaAPI: createdWith !== 'portal',
      createdWith,
      agentKeyId,
      agreement:
        createdWith === 'agent_key'
          ? signatureInAdvance(facts.manifestation, sent.residencyType, deps.agreements, at)
          : null,
      redirectUrl: redirectUrl ?? null,
      referralCode: attributedCode(facts.referralCode),
    },
    deps,
  );
}
