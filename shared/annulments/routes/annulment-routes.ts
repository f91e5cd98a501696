import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ByResidency } from '../../people/contracts/admin-people-contract.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { AnnulBody, AnnulmentAnswer } from '../contracts/annulment-contract.ts';
import * as annulmentErrors from '../errors/annulment-errors.ts';

const request = {
  reasonCode: 'approved_by_mistake',
  reason: 'The wrong case was approved',
} as const;

const report = {
  planned: false,
  at: '2026-01-17T09:30:00.000Z',
  reasonCode: 'approved_by_mistake',
  withdrawn: [{ id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21', name: 'Certificate of Amendment' }],
  paid: {
    invoiceId: 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690',
    amountCents: 20_000,
    currency: 'USD',
    paidAt: '2026-01-16T09:30:00.000Z',
    voucherCode: null,
  },
  remaining: [],
} as const;

const money =
  'The status of the filing and its payment stay: `paid` shows the amount. The people concerned are notified by email. `reason` is for operators, who read it with the entry of the audit trail. With `plan` nothing is done; the answer shows what would change.';

export const adminAnnulLegalEntity = defineRoute({
  operationId: 'adminAnnulLegalEntity',
  method: 'POST',
  path: '/admin/v1/legal_entities/{id}/annul',
  entry: 'functions/admin/entities.ts',
  summary: 'Annul the registration of a legal entity that was a mistake',
  description: `This can’t be undone: the entity is dissolved, its name becomes free, searches no longer find it, and all its documents are withdrawn. Its permit number is never used again. ${money}`,
  tag: 'Operators: legal entities',
  auth: { scheme: 'operator' },
  params: ById,
  body: AnnulBody,
  response: AnnulmentAnswer,
  example: {
    request,
    response: {
      data: {
        ...report,
        subject: { type: 'legal_entity', id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11' },
        changes: [
          {
            of: 'legal_entity',
            id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
            field: 'dissolutionDate',
            from: null,
            to: '2026-01-17T09:30:00.000Z',
          },
          {
            of: 'legal_entity',
            id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
            field: 'claimed name',
            from: 'Acme',
            to: null,
          },
        ],
        withdrawn: [...report.withdrawn],
        remaining: [],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    registryErrors.entityAnnulled,
  ],
  table: 'read',
  writes: {
    put: [
      'actReason',
      'audit',
      'certificateRequest',
      'entity',
      'event',
      'invoice',
      'registryRow',
      'residentPermitNumber',
      'withdrawal',
    ],
    update: ['registrySpread'],
    delete: ['certificateClaim', 'entityName'],
    check: ['certificateClaim'],
  },
  spec: 'admin 4',
});

export const adminAnnulAmendment = defineRoute({
  operationId: 'adminAnnulAmendment',
  method: 'POST',
  path: '/admin/v1/amendments/{id}/annul',
  entry: 'functions/admin/amendments.ts',
  summary: 'Annul an amendment that was approved by mistake',
  description: `This can’t be undone: the changed fields return to their earlier values, and its certificate is withdrawn. The amendment of the same field that was approved last is annulled first. ${money}`,
  tag: 'Operators: amendments',
  auth: { scheme: 'operator' },
  params: ById,
  body: AnnulBody,
  response: AnnulmentAnswer,
  example: {
    request,
    response: {
      data: {
        ...report,
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
        withdrawn: [...report.withdrawn],
        remaining: [],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    annulmentErrors.amendmentNotApproved,
    annulmentErrors.amendmentAnnulled,
    annulmentErrors.amendmentCovered,
    registryErrors.entityAnnulled,
    { ...apiErrors.nameTaken, when: 'the previous name was taken in the meantime' },
  ],
  table: 'read',
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
    update: ['registrySpread'],
    delete: ['entityName'],
    check: ['document'],
  },
  spec: 'admin 9',
});

export const adminAnnulResidency = defineRoute({
  operationId: 'adminAnnulResidency',
  method: 'POST',
  path: '/admin/v1/persons/{id}/residencies/{residencyId}/annul',
  entry: 'functions/admin/people.ts',
  summary: 'Annul the grant of a residency that was a mistake',
  description: `This can’t be undone: it ends where it began, and the residency that it ended continues as before. The permit number stays the person’s. Only the last grant can be annulled. ${money}`,
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  params: ByResidency,
  body: AnnulBody,
  response: AnnulmentAnswer,
  example: {
    request,
    response: {
      data: {
        ...report,
        subject: { type: 'residency', id: '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b' },
        changes: [
          {
            of: 'residency',
            id: '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b',
            field: 'terminationDate',
            from: null,
            to: '2026-01-16T09:30:00.000Z',
          },
        ],
        withdrawn: [],
        paid: null,
        remaining: [],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    annulmentErrors.residencyAnnulled,
    annulmentErrors.residencyCovered,
  ],
  table: 'read',
  writes: { put: ['actReason', 'audit', 'event', 'person', 'residency', 'residentPermitNumber'] },
  spec: 'admin 2',
});
