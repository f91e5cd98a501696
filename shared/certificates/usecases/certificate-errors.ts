import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import type { Ineligibility } from '../../registry/domain/good-standing.ts';
import type { CertificateRefusal } from '../domain/certificate.ts';

/** Exhaustive on purpose: a new refusal does not compile until somebody chooses its message. */
export const certificateErrors: Readonly<
  Record<CertificateRefusal | Ineligibility | InvoiceRefusal, () => ApiError>
> = {
  already_paid: apiErrors.invoiceAlreadyPaid,
  not_paid: apiErrors.certificateNotOpen,
  not_open: apiErrors.certificateNotOpen,
  not_accepted: apiErrors.certificateNotOpen,
  already_asked: apiErrors.informationRequested,
  not_asked: apiErrors.informationNotRequested,
  answered: apiErrors.informationAnswered,
  other_question: apiErrors.informationOtherQuestion,
  invoice_paid: apiErrors.invoiceAlreadyPaid,
  invoice_not_open: apiErrors.invoiceNotPayable,
  not_eligible_entity_type: apiErrors.certificateWrongEntityType,
  not_in_good_standing: apiErrors.certificateNotInGoodStanding,
};
