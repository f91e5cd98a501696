import { actorOf, type PartnerKeyCaller } from '../../access/auth/caller.ts';
import type { SigningDeps } from '../../documents/deps/documents.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ReviseResidencyApplication } from '../contracts/partner-application.ts';
import {
  agreementLinkWrite,
  residencyApplicationWrite,
  type StoredResidencyApplication,
  usedAgreementLinkWrite,
} from '../db/residency-applications.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';
import { claimLinkWrites, countClaimMail } from './claim-account.ts';
import {
  checkApplicant,
  checkProof,
  checkResidency,
  newAgreement,
  type ResidencyFacts,
  readResidencyFacts,
} from './create-residency-application.ts';
import {
  type ResidencyOfApplicant,
  readResidencyApplication,
  residencyError,
} from './read-residency-application.ts';

interface ResidencyOfPartner {
  readonly id: string;
  readonly caller: PartnerKeyCaller;
  readonly effect: Effect | null;
}

/**
 * Replaces the data of a draft (facts C12.3). A change voids the acceptance of the agreement, creates a new link and
 * emails it to the signer. A new email address is notified like that of a new application.
 *
 * Errors, in this order: 400 for a date of birth in the future; 404 for the application, and for a proof of address
 * that does not belong to it; 400 not a draft; 409 with `currentVersion` if another version was expected; 400 for
 * fields that the payment has locked; and those of `checkResidency`.
 */
export function reviseResidencyApplication(
  of: ResidencyOfPartner,
  command: ReviseResidencyApplication,
  deps: SigningDeps,
): Promise<ResidencyOfApplicant> {
  const { id, caller, effect } = of;
  checkApplicant(command, deps.now().toISOString());
  return onceEffect(effect, deps, {
    again: () => readResidencyApplication(id, caller, deps),
    run: (note) => retryOnConflict(() => attempt(of, command, note, deps)),
  });
}

async function attempt(
  { id, caller }: ResidencyOfPartner,
  command: ReviseResidencyApplication,
  note: NoteEffect,
  deps: SigningDeps,
): Promise<ResidencyOfApplicant | typeof lostRace> {
  const now = deps.now();
  const at = now.toISOString();
  const { integrationId } = caller;
  const facts = await readResidencyFacts(deps.table, { integrationId, id }, command);
  const { application } = facts;
  if (application?.integrationId !== integrationId)
    throw residencyErrors.residencyApplicationNotFound();
  checkProof(command, facts, id);
  const next = revised(application, command, facts, deps, at);
  checkResidency(command, facts);

  const [from, to] = [application.data.personalDetails.email, next.data.personalDetails.email];
  const mail = isSameEmail(from, to) ? null : await countClaimMail(integrationId, deps, now);
  const sent = mail?.isWithinBudget(facts.integration) ?? false;
  const claim = mail && claimLinkWrites(next, { sent }, deps, at);
  const renewed = next.agreement.token !== application.agreement.token;
  const outcome = await transact(deps.table, {
    effect: note(id),
    application: residencyApplicationWrite(next),
    agreementLink: renewed ? agreementLinkWrite(next) : undefined,
    formerAgreementLink: renewed ? usedAgreementLinkWrite(application, at) : undefined,
    claimMail: claim?.writes.claimMail,
    access: claim?.writes.access,
    // Notifies the signer, who must sign again.
    voided:
      renewed && application.agreement.acceptedAt !== null
        ? mailWrite(deps.newId(), at, { template: 'residency_agreement_signed', applicationId: id })
        : undefined,
    // Notifies the account holder who confirmed it. A new address gets the email of a new application instead.
    unconfirmed:
      claim === null && application.holderConfirmation && next.holderConfirmation === null
        ? mailWrite(deps.newId(), at, { template: 'holder_question', applicationId: id })
        : undefined,
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'residency_application.revised',
      subject: { type: 'residency_application', id },
      details: {
        integrationId,
        version: next.version,
        agreementRenewed: renewed,
        emailChanged: claim !== null,
        claimLinkSent: sent,
      },
    }),
  });
  if (outcome.kind !== 'written') {
    await mail?.takeBack();
    return lostRace;
  }
  return { application: next, access: claim?.access ?? facts.access };
}

function revised(
  application: StoredResidencyApplication,
  { expectedVersion, applicationData: data, redirectUrl }: ReviseResidencyApplication,
  { referralCode }: ResidencyFacts,
  deps: SigningDeps,
  at: string,
): StoredResidencyApplication {
  const decision = decideResidencyApplication(
    application,
    {
      type: 'revise',
      expectedVersion,
      data,
      redirectUrl,
      referralCode: referralCode?.code,
      agreement: newAgreement(data, deps),
    },
    at,
  );
  if (!decision.ok) throw residencyError(decision.reason, application);
  return decision.next;
}

/**
 * Submits a draft and requests its review in the same transaction.
 *
 * Errors, in this order: 404; 400 for the first unmet requirement in the contract's order: not a draft, the agreement,
 * the proof of address, the payment, the verification of the identity.
 */
export function submitResidencyApplication(
  { id, caller, effect }: ResidencyOfPartner,
  deps: CoreDeps,
): Promise<ResidencyOfApplicant> {
  const read = () => readResidencyApplication(id, caller, deps);
  return onceEffect(effect, deps, {
    again: read,
    run: (note) =>
      retryOnConflict(async () => {
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
          submission: eventWrite(submissionId, at, { type: 'review.requested', subject }),
          // The email is only sent if an account holder has not confirmed, which is decided at sending.
          question: mailWrite(deps.newId(), at, { template: 'holder_question', applicationId: id }),
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
