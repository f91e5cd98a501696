import { actorOf, type PartnerKeyCaller } from '../../access/auth/caller.ts';
import { StoredIntegration } from '../../access/db/partner-integrations.ts';
import { residencyAgreementIds } from '../../documents/agreements/residency-agreement.ts';
import type { SigningDeps } from '../../documents/deps/documents.ts';
import { StoredReferralCode } from '../../incorporation/db/referrals.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { codeKey, isReferralCode } from '../../kernel/domain/code.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { onceEffect } from '../../kernel/usecases/once-effect.ts';
import { checkDateOfBirth } from '../../people/usecases/register-person.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { notSubmitted } from '../../reviews/domain/review-steps.ts';
import type { CreateResidencyApplication } from '../contracts/partner-application.ts';
import { ApplicantAccess } from '../db/applicant-access.ts';
import {
  newResidencyApplicationWrites,
  StoredProofOfAddress,
  StoredResidencyApplication,
} from '../db/residency-applications.ts';
import type {
  NewAgreement,
  ResidencyApplicationData,
} from '../domain/residency-application-state.ts';
import * as residencyErrors from '../errors/residency-errors.ts';
import { claimLinkWrites, countClaimMail } from './claim-account.ts';
import {
  type ResidencyOfApplicant,
  readResidencyApplication,
} from './read-residency-application.ts';

/**
 * Creates a draft of the integration (facts C12.4) and emails its applicant, within the integration's daily limit. Does
 * not check whether the address has an account.
 *
 * Errors: 400 for a date of birth in the future; 404 for any proof of address, because a new application has none; and
 * those of `checkResidency`.
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
  { applicationData: data, redirectUrl, reference }: CreateResidencyApplication,
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
    ...(typeof reference === 'string' && { ownReference: reference }),
    referralCode: facts.referralCode?.code ?? null,
    invoiceId: deps.newId(),
    paidAt: null,
    ...notSubmitted,
    personId: null,
    residentPermitNumber: null,
    residencyEffectiveDate: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** The agreement for these data, with a new link. */
export function newAgreement(
  { residencyType }: Pick<ResidencyApplicationData, 'residencyType'>,
  { agreements, random }: Pick<SigningDeps, 'agreements' | 'random'>,
): NewAgreement {
  const ids = residencyAgreementIds(agreements.inForce(residencyType));
  return { token: Buffer.from(random(32)).toString('base64url'), ...ids };
}

/** Error: 400 for a date of birth in the future. */
export function checkApplicant({ applicationData }: SentResidency, now: string): void {
  const path = ['applicationData', 'personalDetails', 'dateOfBirth'];
  checkDateOfBirth(applicationData.personalDetails.dateOfBirth, now, path);
}

/**
 * Checks the request against stored data; the application's own rules are checked elsewhere. The result does not depend
 * on any account, so a partner learns nothing about people it has not signed up (decisions 12).
 *
 * Errors, in this order: 400 for a redirect to an origin that the integration may not use; 400 for an unknown referral
 * code; 409 `referral.already_attributed` if the application has another code.
 */
export function checkResidency(
  { referralCode, redirectUrl }: SentResidency,
  facts: ResidencyFacts,
): void {
  if (redirectUrl) checkRedirect(redirectUrl, facts);
  if (!referralCode) return;
  if (facts.referralCode === null) throw apiErrors.unknownReferralCode();
  const former = facts.application?.referralCode;
  if (former && codeKey(former) !== codeKey(referralCode))
    throw residencyErrors.referredOtherwise();
}

/** Error: 400 for a redirect to an origin that is not approved for the integration. */
export function checkRedirect(
  redirectUrl: string,
  { integration }: Pick<ResidencyFacts, 'integration'>,
): void {
  if (integration?.redirectOrigins.includes(new URL(redirectUrl).origin)) return;
  throw residencyErrors.redirectNotAllowed();
}

/** Error: 404 for an upload that does not belong to this application. */
export function checkProof(
  { applicationData: { proofOfAddressUploadId } }: SentResidency,
  { proof }: ResidencyFacts,
  applicationId: string | null,
): void {
  if (proofOfAddressUploadId === null) return;
  if (proof === null || proof.applicationId !== applicationId) {
    throw residencyErrors.proofOfAddressNotFound();
  }
}

/** The fields of a partner's request that require lookups. */
interface SentResidency {
  readonly applicationData: ResidencyApplicationData;
  readonly referralCode?: string | null | undefined;
  readonly redirectUrl?: string | null | undefined;
}

/**
 * The data for the rules of a new or changed residency application. Excludes the account of the applicant's address, so
 * that neither the answer nor its timing can depend on one.
 */
export interface ResidencyFacts {
  /** The application to change; null for a new one, or if it does not exist. */
  readonly application: StoredResidencyApplication | null;
  readonly access: ApplicantAccess | undefined;
  readonly integration: StoredIntegration | null;
  readonly referralCode: StoredReferralCode | null;
  readonly proof: StoredProofOfAddress | null;
}

/** Reads everything in one round trip. */
export async function readResidencyFacts(
  table: Table,
  { integrationId, id }: { readonly integrationId: string; readonly id: string | null },
  { applicationData, referralCode }: SentResidency,
): Promise<ResidencyFacts> {
  const { proofOfAddressUploadId } = applicationData;
  const code = referralCode && isReferralCode(referralCode) ? referralCode : null;
  const [application, access, integration, referral, proof] = await getItems(table, [
    id === null ? null : keys.residencyApplication(id),
    id === null ? null : keys.applicantAccess(id),
    keys.integration(integrationId),
    code === null ? null : keys.referralCode(code),
    proofOfAddressUploadId === null ? null : keys.proofOfAddress(proofOfAddressUploadId),
  ]);
  return {
    application: parseFound(StoredResidencyApplication, application),
    access: parseFound(ApplicantAccess, access) ?? undefined,
    integration: parseFound(StoredIntegration, integration),
    referralCode: parseFound(StoredReferralCode, referral),
    proof: parseFound(StoredProofOfAddress, proof),
  };
}
