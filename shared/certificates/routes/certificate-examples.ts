/** Example of a new request (spec 2.8). */
export const exampleCertificateRequest = {
  id: 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47',
  legalEntityId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  type: 'certificate_of_good_standing',
  statusId: 'Pending Payment',
  contested: false,
  taxContestNote: null,
  taxPaymentProofUrl: null,
  contestedAt: null,
  reviewedAt: null,
  issuedAt: null,
  rejectionReason: null,
  rejectedReasonCode: null,
  documentId: null,
  documentUrl: null,
  verificationUrl: null,
  invoice: {
    id: '5c9f0a3e-1d7b-4e62-8a94-3b6f2c1d0e85',
    statusId: 'open',
    amountCents: 2_500,
    currency: 'USD',
    paidAt: null,
  },
  reference: null,
  createdAt: '2026-01-20T10:00:00.000Z',
  updatedAt: '2026-01-20T10:00:00.000Z',
  informationRequest: null,
  nextSteps: {
    paymentRequired: true,
    awaitingReview: false,
    issued: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 30,
  },
} as const;

/** The same after its payment, before the workflow has processed it. */
export const examplePaidCertificateRequest = {
  ...exampleCertificateRequest,
  invoice: {
    ...exampleCertificateRequest.invoice,
    statusId: 'paid',
    paidAt: '2026-01-16T12:05:00.000Z',
  },
  updatedAt: '2026-01-20T10:01:00.000Z',
  nextSteps: {
    ...exampleCertificateRequest.nextSteps,
    paymentRequired: false,
    pollAfterSeconds: 5,
  },
} as const;

/** The same once it is issued. */
export const exampleIssuedCertificateRequest = {
  ...examplePaidCertificateRequest,
  statusId: 'Issued',
  issuedAt: '2026-01-20T10:01:05.000Z',
  documentId: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
  documentUrl: 'https://documents.example/2f0c7f0e?X-Amz-Expires=3600',
  verificationUrl: 'https://registry.example/certificates/K7QM2XW9HT4RZC6N',
  updatedAt: '2026-01-20T10:01:05.000Z',
  nextSteps: {
    ...examplePaidCertificateRequest.nextSteps,
    issued: true,
    pollAfterSeconds: null,
  },
} as const;
