import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import {
  AdminApplicationAnswer,
  AdminApplicationQuery,
  ApplicationPage,
  InvoiceAnswer,
  InvoicePage,
  InvoiceQuery,
  RecordApplication,
  RenameApplication,
} from '../contracts/admin-applications.ts';
import { ApplicationAnswer, unsupportedEntityType } from '../contracts/application.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import { exampleApplication, exampleApplicationPayload } from './application-examples.ts';

const shared = {
  entry: 'functions/admin/applications.ts',
  tag: 'Operators: applications and invoices',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 6',
} as const;

const recorded = {
  ...exampleApplication,
  applicationData: { ...exampleApplication.applicationData, createdViaAPI: false },
};

const exampleInvoice = {
  id: 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690',
  statusId: 'open',
  amountCents: 30_000,
  currency: 'USD',
  subject: { type: 'legal_entity_application', id: exampleApplication.id },
  paidAt: null,
  voucherCode: null,
};

export const adminRecordApplication = defineRoute({
  ...shared,
  operationId: 'adminRecordLegalEntityApplication',
  method: 'POST',
  path: '/admin/v1/legal_entity_applications',
  summary: 'Record an application that arrived outside the API',
  description:
    'Creates a draft for the person, who gets the signature link by email. Whether the person can apply is not checked, and operators can use reserved names.',
  body: RecordApplication,
  bodyCheck: unsupportedEntityType,
  response: ApplicationAnswer,
  example: {
    request: {
      personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
      applicationData: exampleApplicationPayload,
    },
    response: { data: recorded },
  },
  errors: [
    incorporationErrors.onlyLlcs,
    apiErrors.invalidBody,
    incorporationErrors.oneRegisteredAgent,
    incorporationErrors.registeredAgentNotActive,
    ...apiErrors.operatorErrors,
    apiErrors.nameTaken,
    apiErrors.personErased,
  ],
  writes: {
    put: ['application', 'applicationOwner', 'audit', 'event', 'signatureLink'],
    check: ['person'],
  },
  service: true,
});

export const adminGetApplication = defineRoute({
  ...shared,
  operationId: 'adminGetLegalEntityApplication',
  method: 'GET',
  path: '/admin/v1/legal_entity_applications/{id}',
  summary: 'Read an application with its invoice',
  description: '`invoice` is null until someone starts a payment.',
  params: ById,
  response: AdminApplicationAnswer,
  example: {
    response: { data: { ...exampleApplication, invoice: exampleInvoice, signed: true } },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminRenameApplication = defineRoute({
  ...shared,
  operationId: 'adminRenameLegalEntityApplication',
  method: 'PATCH',
  path: '/admin/v1/legal_entity_applications/{id}',
  summary: 'Change the name or extension of a draft',
  description: 'Fields that you leave out stay as they are.',
  params: ById,
  body: RenameApplication,
  response: ApplicationAnswer,
  example: { request: { name: 'Acme' }, response: { data: exampleApplication } },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    apiErrors.nameTaken,
    apiErrors.applicationNoDraft,
  ],
  writes: { put: ['application', 'audit'], check: ['entityName'] },
});

export const adminSubmitApplication = defineRoute({
  ...shared,
  operationId: 'adminSubmitLegalEntityApplication',
  method: 'POST',
  path: '/admin/v1/legal_entity_applications/{id}/submit',
  summary: 'Submit a paid and signed draft',
  description:
    'Drafts are submitted automatically once they are paid and signed. Use this for a draft whose name was taken at that moment and has since been changed.',
  params: ById,
  response: ApplicationAnswer,
  example: {
    response: {
      data: {
        ...exampleApplication,
        statusId: 'Pending Review',
        submittedAt: '2026-01-16T09:31:00.000Z',
      },
    },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    apiErrors.nameTaken,
    incorporationErrors.applicationNotReady,
  ],
  writes: { put: ['application', 'audit', 'event'], check: ['entityName'] },
});

export const adminGetInvoice = defineRoute({
  ...shared,
  operationId: 'adminGetInvoice',
  method: 'GET',
  path: '/admin/v1/invoices/{id}',
  summary: 'Read an invoice',
  description: 'Shows the amount, what it is for and whether it is paid.',
  params: ById,
  response: InvoiceAnswer,
  example: { response: { data: exampleInvoice } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminVoidInvoice = defineRoute({
  ...shared,
  operationId: 'adminVoidInvoice',
  method: 'POST',
  path: '/admin/v1/invoices/{id}/void',
  summary: 'Void an open invoice',
  description: 'The invoice can no longer be paid.',
  params: ById,
  response: InvoiceAnswer,
  example: { response: { data: { ...exampleInvoice, statusId: 'void' } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, paymentErrors.invoiceNotOpen],
  writes: { put: ['audit', 'invoice'] },
});

export const adminListLegalEntityApplications = defineRoute({
  ...shared,
  operationId: 'adminListLegalEntityApplications',
  method: 'GET',
  path: '/admin/v1/legal_entity_applications',
  summary: 'List applications',
  description: `Includes drafts. \`personId\` lists one person’s applications. ${listNote}`,
  auth: { scheme: 'operator' },
  query: AdminApplicationQuery,
  response: ApplicationPage,
  example: {
    response: {
      data: [
        {
          id: exampleApplication.id,
          statusId: 'Draft',
          personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
          name: 'Acme',
          extension: 'LLC',
          invoiceId: exampleInvoice.id,
          paidAt: null,
          submittedAt: null,
          approvedAt: null,
          rejectedAt: null,
          legalEntityId: null,
          createdAt: '2026-01-16T09:30:00.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  indexes: ['gsi1', 'gsi2'],
});

export const adminListInvoices = defineRoute({
  ...shared,
  operationId: 'adminListInvoices',
  method: 'GET',
  path: '/admin/v1/invoices',
  summary: 'List invoices',
  description: `For payments that settled no invoice, see \`/admin/v1/payment_cases\`. ${listNote}`,
  auth: { scheme: 'operator' },
  query: InvoiceQuery,
  response: InvoicePage,
  example: {
    response: {
      data: [{ ...exampleInvoice, createdAt: '2026-01-16T09:30:00.000Z' }],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  indexes: ['gsi1', 'gsi2'],
});
