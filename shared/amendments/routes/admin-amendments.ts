import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import {
  AnnulBody,
  AnnulmentAnswer,
  annulNote,
  exampleAnnul,
  exampleAnnulment,
} from '../../registry/contracts/annulment-contract.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import {
  AdminAmendmentAnswer,
  AmendmentPage,
  AmendmentQuery,
  AmendmentRejection,
  exampleSubmittedAmendment,
} from '../contracts/amendment.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';

const signer = { personId: '17b2545c-4548-4ae0-8357-5e73812f6a99', name: 'Ada Lovelace' };

/** What most of these rows have in common. */
const shared = {
  entry: 'functions/admin/amendments.ts',
  tag: 'Operators: amendments',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 9',
} as const;

export const adminGetAmendment = defineRoute({
  ...shared,
  operationId: 'adminGetAmendment',
  method: 'GET',
  path: '/admin/v1/amendments/{id}',
  summary: 'Read an amendment filing',
  description:
    'Returns the proposed changes and who signed them. `id` is the review’s `subject.id`.',
  params: ById,
  response: AdminAmendmentAnswer,
  example: {
    response: {
      data: {
        ...exampleSubmittedAmendment,
        signer,
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  service: true,
});

export const adminRejectAmendment = defineRoute({
  ...shared,
  operationId: 'adminRejectAmendment',
  method: 'POST',
  path: '/admin/v1/amendments/{id}/reject',
  summary: 'Reject an amendment filing that can’t be submitted',
  description:
    'Rejects a filing that is due for payment or paid, but can’t be submitted, for example because someone else registered its new name. The legal entity can then file another one. The representatives are notified, with the reason, and an open invoice is voided. A paid fee is not refunded: give a voucher instead. If the amendment is already submitted, decide its review instead.',
  params: ById,
  body: AmendmentRejection,
  response: AdminAmendmentAnswer,
  example: {
    request: { reason: 'The name was registered by someone else' },
    response: {
      data: {
        ...exampleSubmittedAmendment,
        statusId: 'Rejected',
        submittedAt: null,
        rejectedAt: '2026-01-16T09:30:00.000Z',
        rejectedReason: 'The name was registered by someone else',
        signer,
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    amendmentErrors.filingNotPendingPayment,
  ],
  writes: {
    put: ['amendment', 'audit', 'event', 'invoice'],
    delete: ['openAmendment'],
  },
  service: true,
});

export const adminListAmendments = defineRoute({
  ...shared,
  operationId: 'adminListAmendments',
  method: 'GET',
  path: '/admin/v1/amendments',
  summary: 'List amendment filings',
  description: `\`changes\` lists the fields that a filing changes. ${listNote}`,
  query: AmendmentQuery,
  response: AmendmentPage,
  example: {
    response: {
      data: [
        {
          id: exampleSubmittedAmendment.id,
          legalEntityId: exampleSubmittedAmendment.legalEntityId,
          statusId: 'Pending Review',
          changes: ['name'],
          invoiceId: 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690',
          paidAt: '2026-01-16T09:30:00.000Z',
          submittedAt: '2026-01-16T09:30:00.000Z',
          approvedAt: null,
          rejectedAt: null,
          createdAt: '2026-01-16T09:30:00.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  indexes: ['gsi1', 'gsi2'],
});

export const adminAnnulAmendment = defineRoute({
  ...shared,
  operationId: 'adminAnnulAmendment',
  method: 'POST',
  path: '/admin/v1/amendments/{id}/annul',
  summary: 'Annul an amendment that was approved by mistake',
  description: `You can’t undo this. The changed fields return to their previous values, and the certificate is withdrawn. If several amendments changed the same field, annul the most recent one first. ${annulNote}`,
  params: ById,
  body: AnnulBody,
  response: AnnulmentAnswer,
  example: {
    request: exampleAnnul,
    response: {
      data: {
        ...exampleAnnulment,
        subject: { type: 'amendment', id: '9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15' },
        changes: [
          {
            of: 'legal_entity',
            id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
            field: 'name',
            from: 'Acme Worldwide',
            to: 'Acme',
          },
        ],
        withdrawn: [...exampleAnnulment.withdrawn],
        remaining: [],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    amendmentErrors.amendmentNotApproved,
    amendmentErrors.amendmentAnnulled,
    amendmentErrors.amendmentCovered,
    registryErrors.entityAnnulled,
    { ...apiErrors.nameTaken, when: 'Another entity has taken the previous name.' },
  ],
  writes: {
    put: [
      'actReason',
      'amendment',
      'audit',
      'entity',
      'entityName',
      'event',
      'registryRow',
      'residentPermitNumber',
      'withdrawal',
    ],
    update: ['registrySharding'],
    delete: ['entityName'],
    check: ['document'],
  },
});
