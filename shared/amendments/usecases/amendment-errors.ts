import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import type { AmendmentRefusal } from '../domain/amendment.ts';

/** Exhaustive on purpose: a new refusal does not compile until somebody chooses its message. */
const errors: Record<
  AmendmentRefusal | InvoiceRefusal,
  (step: 'payment' | 'submission') => ApiError
> = {
  locked: apiErrors.filingLocked,
  no_changes: apiErrors.filingWithoutChanges,
  already_signed: apiErrors.filingAlreadySigned,
  not_signed: apiErrors.filingUnsigned,
  not_invoiced: apiErrors.filingUnpaid,
  already_paid: apiErrors.invoiceAlreadyPaid,
  not_paid: apiErrors.filingUnpaid,
  name_taken: apiErrors.nameTaken,
  decided: apiErrors.filingNotPendingReview,
  not_pending_review: apiErrors.filingNotPendingReview,
  already_asked: apiErrors.informationRequested,
  not_asked: apiErrors.informationNotRequested,
  answered: apiErrors.informationAnswered,
  other_question: apiErrors.informationOtherQuestion,
  objections_unanswered: apiErrors.objectionsUnanswered,
  objections_changed: apiErrors.objectionsChanged,
  invoice_paid: apiErrors.invoiceAlreadyPaid,
  invoice_not_open: apiErrors.invoiceNotPayable,
};

/** What a caller is told of a command that a filing does not take (spec 4.15). */
export function amendmentError(
  refusal: keyof typeof errors,
  step: 'payment' | 'submission' = 'submission',
): ApiError {
  return errors[refusal](step);
}
