/** What a provider reports of a payment. */
export const paymentResults = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type PaymentResult = (typeof paymentResults)[number];
