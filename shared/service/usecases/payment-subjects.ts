import { amendmentPayment } from '../../amendments/usecases/pay-amendment.ts';
import { certificatePayment } from '../../certificates/usecases/certificate-payment.ts';
import { applicationPayment } from '../../incorporation/usecases/pay-application.ts';
import type { PaymentSubjects } from '../../payments/usecases/payment-subject.ts';
import { residencyPayment } from '../../residency/usecases/pay-residency.ts';

/** Exhaustive on purpose: a new type does not compile until somebody says what its payment does. */
export const paymentSubjects: PaymentSubjects = {
  legal_entity_application: applicationPayment,
  amendment: amendmentPayment,
  certificate_request: certificatePayment,
  residency_application: residencyPayment,
};
