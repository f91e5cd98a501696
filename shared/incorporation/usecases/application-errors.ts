import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import type { ApplicationRefusal } from '../domain/application.ts';

/** Exhaustive on purpose: a new refusal does not compile until somebody chooses its message. */
export const applicationErrors: Record<
  ApplicationRefusal | 'not_api_created' | InvoiceRefusal,
  () => ApiError
> = {
  not_draft: apiErrors.applicationNotDraft,
  not_api_created: apiErrors.applicationNotApiCreated,
  already_paid: apiErrors.applicationInvoicePaid,
  already_signed: apiErrors.agreementAlreadySigned,
  // There is no such link for it.
  owner_signs: apiErrors.notFound,
  not_ready: apiErrors.applicationNotReady,
  name_taken: apiErrors.nameTaken,
  not_pending_review: apiErrors.applicationNotPendingReview,
  already_asked: apiErrors.informationRequested,
  not_asked: apiErrors.informationNotRequested,
  answered: apiErrors.informationAnswered,
  other_question: apiErrors.informationOtherQuestion,
  invoice_paid: apiErrors.applicationInvoicePaid,
  invoice_not_open: apiErrors.applicationInvoiceNotOpen,
};
