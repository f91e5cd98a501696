import { actorOf } from '../../access/auth/actor.ts';
import type { PartnerKeyCaller } from '../../access/auth/caller.ts';
import { residencyAgreementIds } from '../../documents/agreements/residency-agreement-ids.ts';
import type { SigningDeps } from '../../documents/deps/agreement-deps.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { transact } from '../../kernel/db/transact.ts';
import { onceEffect } from '../../kernel/usecases/once-effect.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { CreateResidencyApplication } from '../contracts/partner-application.ts';
import {
  newResidencyApplicationWrites,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import type {
  NewAgreement,
  ResidencyApplicationData,
} from '../domain/residency-application-state.ts';
import { checkApplicant, checkProof, checkResidency } from './check-residency.ts';
import { claimLinkWrites } from './claim-link-writes.ts';
import { countClaimMail } from './claim-mail-budget.ts';
import type { ResidencyOfApplicant } from './present-residency-applications.ts';
import { readResidencyApplication } from './read-residency-application.ts';
import { type ResidencyFacts, readResidencyFacts } from './residency-facts.ts';

/**
 * Creates a draft of the integration (facts C12.4), whose applicant is written to, unless the integration has
 * caused its mails of the day. Whether the address has an account is not looked at.
 *
 * Errors: 400 for a date of birth in the future; 404 for any proof of address, because a new application has
 * none; and those of `checkResidency`.
 */
export function createResidencyApplication(
  command: CreateResidencyApplication,
  caller: PartnerKeyCaller,
  effect: Effect | null,
  deps: SigningDeps,
): Promise<ResidencyOfApplicant> {
  const { integrationId } = caller;
  return onceEffect(effect, deps, {
    again: (id) => readResidencyApplication(id, caller, deps),
    run: async (note) => {
      const now = deps.now();
      const at = now.toISOString();
      checkApplicant(command, at);
      const [facts, mail] = await Promise.all([
        readResidencyFacts(deps.table, { integrationId, id: null }, command),
        countClaimMail(integrationId, deps, now),
      ]);
      try {
        checkProof(command, facts, null);
        checkResidency(command, facts);
      } catch (refusal) {
        await mail.takeBack();
        throw refusal;
      }
      const application = newApplication(command, { integrationId, facts, at }, deps);
      const { id, data } = application;
      const sent = mail.isWithinBudget(facts.integration);
      const claim = claimLinkWrites(application, { sent }, deps, at);
      const outcome = await transact(deps.table, {
        effect: note(id),
        ...newResidencyApplicationWrites(application),
        ...claim.writes,
        ...auditAct(deps, {
          at,
          actor: actorOf(caller),
          action: 'residency_application.created',
          subject: { type: 'residency_application', id },
          details: {
            integrationId,
            residencyType: data.residencyType,
            claimLinkSent: sent,
          },
        }),
      });
      if (outcome.kind === 'refused') {
        await mail.takeBack();
        throw outcome.refusal ?? outcome.error;
      }
      return { application, access: claim.access };
    },
  });
}

function newApplication(
  { applicationData: data, redirectUrl }: CreateResidencyApplication,
  {
    integrationId,
    facts,
    at,
  }: { readonly integrationId: string; readonly facts: ResidencyFacts; readonly at: string },
  deps: SigningDeps,
): StoredResidencyApplication {
  return {
    id: deps.newId(),
    integrationId,
    version: 1,
    revision: 1,
    statusId: 'Draft',
    applicationVersion: '1.0.0',
    data,
    agreement: {
      ...newAgreement(data, deps),
      acceptedAt: null,
      signerName: null,
      sha256: null,
      invalidatedAt: null,
    },
    verification: { id: null, status: 'pending', verifiedAt: null },
    redirectUrl: redirectUrl ?? null,
    referralCode: facts.referralCode?.code ?? null,
    invoiceId: deps.newId(),
    paidAt: null,
    submittedAt: null,
    submissionId: null,
    dispatchedAt: null,
    approvedAt: null,
    rejectedAt: null,
    rejectedReason: null,
    personId: null,
    residentPermitNumber: null,
    residencyEffectiveDate: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** The agreement of these data, to be accepted under a link that nobody has had before. */
export function newAgreement(
  { residencyType }: Pick<ResidencyApplicationData, 'residencyType'>,
  { agreements, random }: Pick<SigningDeps, 'agreements' | 'random'>,
): NewAgreement {
  const ids = residencyAgreementIds(agreements.inForce(residencyType));
  return { token: Buffer.from(random(32)).toString('base64url'), ...ids };
}
