import { codeKey } from '../../kernel/domain/code.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { checkDateOfBirth } from '../../people/usecases/register-person.ts';
import type { ResidencyFacts, SentResidency } from './residency-facts.ts';

/** Error: 400 for a date of birth in the future. */
export function checkApplicant({ applicationData }: SentResidency, now: string): void {
  const path = ['applicationData', 'personalDetails', 'dateOfBirth'];
  checkDateOfBirth(applicationData.personalDetails.dateOfBirth, now, path);
}

/**
 * Checks what was sent against the facts; the application's own rules are not among this. Nothing in it depends
 * on an account: a partner learns nothing about people whom it has not signed up (decisions 12).
 *
 * Errors, in this order: 400 for a redirect to an origin that the integration may not use; 400 for an unknown
 * referral code; 409 `referral.already_attributed` when the application has another one.
 */
export function checkResidency(
  { referralCode, redirectUrl }: SentResidency,
  facts: ResidencyFacts,
): void {
  if (redirectUrl) checkRedirect(redirectUrl, facts);
  if (!referralCode) return;
  if (facts.referralCode === null) throw apiErrors.unknownReferralCode();
  const former = facts.application?.referralCode;
  if (former && codeKey(former) !== codeKey(referralCode)) throw apiErrors.referredOtherwise();
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
