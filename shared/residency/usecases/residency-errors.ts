import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import type { ResidencyApplicationRefusal } from '../domain/residency-application-state.ts';

/** Exhaustive on purpose: a new refusal does not compile until somebody chooses its message. */
const errors: Record<ResidencyApplicationRefusal | InvoiceRefusal, (version: number) => ApiError> =
  {
    not_draft: apiErrors.residencyApplicationNotDraft,
    stale_version: apiErrors.residencyApplicationModified,
    residency_type_locked: () => apiErrors.lockedByPayment('residencyType'),
    email_locked: () => apiErrors.lockedByPayment('email'),
    agreement_changed: apiErrors.residencyAgreementChanged,
    already_accepted: apiErrors.agreementAlreadySigned,
    agreement_required: apiErrors.residencyAgreementRequired,
    proof_required: apiErrors.proofOfAddressRequired,
    payment_required: apiErrors.residencyPaymentRequired,
    verification_required: apiErrors.identityVerificationRequired,
    nothing_to_pay: apiErrors.residencyIsFree,
    already_paid: apiErrors.residencyInvoicePaid,
    not_pending_review: apiErrors.applicationNotPendingReview,
    already_asked: apiErrors.informationRequested,
    not_asked: apiErrors.informationNotRequested,
    answered: apiErrors.informationAnswered,
    other_question: apiErrors.informationOtherQuestion,
    decided: apiErrors.applicationNotPendingReview,
    invoice_paid: apiErrors.residencyInvoicePaid,
    invoice_not_open: apiErrors.residencyInvoiceNotOpen,
  };

/** What a partner is told of a refused command. */
export function residencyError(
  refusal: keyof typeof errors,
  { version }: Pick<StoredResidencyApplication, 'version'>,
): ApiError {
  return errors[refusal](version);
}
