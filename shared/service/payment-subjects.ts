import { applicationPayment } from '../incorporation/usecases/application-payment.ts';
import type { PaymentSubjects } from '../payments/usecases/payment-subject.ts';
import { residencyPayment } from '../residency/usecases/residency-payment.ts';

/** Exhaustive on purpose: a new type does not compile until somebody says what its payment does. */
export const paymentSubjects: PaymentSubjects = {
  legal_entity_application: applicationPayment,
  residency_application: residencyPayment,
};
