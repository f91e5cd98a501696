import { isSameHolder } from '../domain/account-holder.ts';
import { codeKey } from '../domain/code.ts';
import { apiErrors } from '../errors.ts';
import { checkDateOfBirth } from './check-date-of-birth.ts';
import type { ResidencyFacts, SentResidency } from './residency-facts.ts';

/** Error: 400 for a date of birth that has not come. */
export function checkApplicant({ applicationData }: SentResidency, now: string): void {
  const path = ['applicationData', 'personalDetails', 'dateOfBirth'];
  checkDateOfBirth(applicationData.personalDetails.dateOfBirth, now, path);
}

/**
 * Checks what was sent against the facts, but for the application's own rules.
 *
 * Errors, in this order: 400 for a redirect to an origin that the integration may not use; 400 for an unknown
 * referral code, and for the applicant's own; 409 `application.account_linking_required` when the address is
 * the account of somebody else, or of a deactivated one; 409 `referral.already_attributed`.
 */
export function checkResidency(
  { applicationData, referralCode, redirectUrl }: SentResidency,
  facts: ResidencyFacts,
): void {
  if (redirectUrl) checkRedirect(redirectUrl, facts);
  const { account } = facts;
  if (referralCode) {
    if (facts.referralCode === null) throw apiErrors.unknownReferralCode();
    if (facts.ownReferralCode && !facts.referralCode.selfReferralEnabled) {
      throw apiErrors.selfReferral();
    }
  }
  if (account !== null) {
    const same = isSameHolder(account, applicationData.personalDetails);
    if (!same || account.status !== 'active') throw apiErrors.accountLinkingRequired();
  }
  if (referralCode) {
    const known = [account?.referralCode, facts.application?.referralCode];
    const other = known.some((code) => code && codeKey(code) !== codeKey(referralCode));
    if (other) throw apiErrors.referredOtherwise();
  }
}

/** Error: 400 for a redirect to an origin that is not approved for the integration. */
export function checkRedirect(
  redirectUrl: string,
  { integration }: Pick<ResidencyFacts, 'integration'>,
): void {
  if (integration?.redirectOrigins.includes(new URL(redirectUrl).origin)) return;
  throw apiErrors.redirectNotAllowed();
}

/** Error: 404 for an upload that is not one of this application. */
export function checkProof(
  { applicationData: { proofOfAddressUploadId } }: SentResidency,
  { proof }: ResidencyFacts,
  applicationId: string | null,
): void {
  if (proofOfAddressUploadId === null) return;
  if (proof === null || proof.applicationId !== applicationId) {
    throw apiErrors.proofOfAddressNotFound();
  }
}
