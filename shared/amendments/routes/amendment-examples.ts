import { noChanges } from '../domain/proposed-changes.ts';

const entityId = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
const filingId = '9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15';

/** Example of a new amendment filing, as returned (spec 2.7). */
export const exampleAmendment = {
  id: filingId,
  legalEntityId: entityId,
  statusId: 'Draft',
  proposedChanges: { ...noChanges, name: 'Acme Harbour' },
  signed: false,
  signedAt: null,
  invoice: null,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  rejectedReasonCode: null,
  reference: null,
  createdAt: '2026-02-02T09:30:00.000Z',
  updatedAt: '2026-02-02T09:30:00.000Z',
  informationRequest: null,
  nextSteps: {
    changesRequired: false,
    signatureRequired: true,
    signatureUrl: `https://registry.example/portal/legal-entities/${entityId}/amendments/${filingId}/sign`,
    paymentRequired: true,
    reviewDispatchPending: false,
    submitReady: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 30,
  },
} as const;

/** The same, signed, paid and submitted. */
export const exampleSubmittedAmendment = {
  ...exampleAmendment,
  statusId: 'Pending Review',
  signed: true,
  signedAt: '2026-02-02T09:40:00.000Z',
  invoice: {
    id: '1d5e8b34-7a90-4c6f-b2d8-3f1e9a0c7b62',
    statusId: 'paid',
    amountCents: 15_000,
    currency: 'USD',
    paidAt: '2026-01-20T11:00:00.000Z',
  },
  submittedAt: '2026-02-02T09:45:00.000Z',
  updatedAt: '2026-02-02T09:45:00.000Z',
  nextSteps: {
    changesRequired: false,
    signatureRequired: false,
    signatureUrl: null,
    paymentRequired: false,
    reviewDispatchPending: true,
    submitReady: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 60,
  },
} as const;

/** The same, approved. */
export const exampleApprovedAmendment = {
  ...exampleSubmittedAmendment,
  statusId: 'Approved',
  approvedAt: '2026-02-03T10:00:00.000Z',
  updatedAt: '2026-02-03T10:00:00.000Z',
  nextSteps: {
    ...exampleSubmittedAmendment.nextSteps,
    reviewDispatchPending: false,
    pollAfterSeconds: null,
  },
} as const;
