import type { CheckoutSubjectType } from '../db/checkout-sessions.ts';
import { applicationPayment } from './application-payment.ts';
import type { PaymentSubject } from './payment-subject.ts';
import { residencyPayment } from './residency-payment.ts';

/** Exhaustive on purpose: a new type does not compile until somebody says what its payment does. */
export const paymentSubjects: Readonly<Record<CheckoutSubjectType, PaymentSubject>> = {
  legal_entity_application: applicationPayment,
  residency_application: residencyPayment,
};
