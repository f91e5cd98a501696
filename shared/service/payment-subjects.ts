import { applicationPayment } from '../incorporation/usecases/application-payment.ts';
import type { CheckoutSubjectType } from '../payments/db/checkout-sessions.ts';
import type { PaymentSubject } from '../payments/usecases/payment-subject.ts';
import { residencyPayment } from '../residency/usecases/residency-payment.ts';

/** Exhaustive on purpose: a new type does not compile until somebody says what its payment does. */
export const paymentSubjects: Readonly<Record<CheckoutSubjectType, PaymentSubject>> = {
  legal_entity_application: applicationPayment,
  residency_application: residencyPayment,
};
