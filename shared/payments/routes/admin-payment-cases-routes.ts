import { PageOf } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ClosePaymentCase,
  PaymentCase,
  PaymentCaseAnswer,
  PaymentCaseQuery,
} from '../contracts/admin-payment-cases-contract.ts';
import * as paymentErrors from '../errors/payment-errors.ts';

const entry = 'functions/admin/payments.ts';
const tag = 'Operators: payments';
const auth = { scheme: 'operator' } as const;

const exampleCase = {
  id: '5f0c2a4e-7b1d-8e3a-8c9d-0a1b2c3d4e5f',
  kind: 'duplicate',
  status: 'open',
  provider: 'cardpay',
  paymentId: 'pay_2',
  entryId: null,
  amountCents: 30_000,
  currency: 'USD',
  invoiceId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  invoiceCents: 30_000,
  invoiceCurrency: 'USD',
  subject: { type: 'legal_entity_application', id: '0d9b7c52-5a2e-4f0b-8a3c-7f1e2d3c4b5a' },
  createdAt: '2026-03-02T03:05:00.000Z',
  owner: null,
  takenAt: null,
  closedAt: null,
  closedBy: null,
  reason: null,
} as const;
const exampleTaken = {
  ...exampleCase,
  status: 'taken',
  owner: 'arn:aws:iam::123456789012:user/ada',
  takenAt: '2026-03-02T09:30:00.000Z',
} as const;

export const adminListPaymentCases = defineRoute({
  operationId: 'adminListPaymentCases',
  method: 'GET',
  path: '/admin/v1/payment_cases',
  entry,
  summary: 'List payment cases',
  description:
    'Newest first. Each case is one difference between a payment provider and the registry. `unmatched`, `amount`, `void`, `refused` and `duplicate`: a payment that settles nothing. `missing`: a settlement that no statement contains. `returned` and `charged_back`: a payment that was sent back.',
  tag,
  auth,
  query: PaymentCaseQuery,
  response: PageOf(PaymentCase),
  example: { response: { data: [exampleCase], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
  table: 'read',
  spec: 'admin 1',
});

export const adminGetPaymentCase = defineRoute({
  operationId: 'adminGetPaymentCase',
  method: 'GET',
  path: '/admin/v1/payment_cases/{id}',
  entry,
  summary: 'Read a payment case',
  description: 'Shows the data of both sides, who handles the case and what was done.',
  tag,
  auth,
  params: ById,
  response: PaymentCaseAnswer,
  example: { response: { data: exampleCase } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  spec: 'admin 1',
});

export const adminTakePaymentCase = defineRoute({
  operationId: 'adminTakePaymentCase',
  method: 'POST',
  path: '/admin/v1/payment_cases/{id}/take',
  entry,
  summary: 'Assign a payment case to yourself',
  description: 'This replaces a previous assignment.',
  tag,
  auth,
  params: ById,
  response: PaymentCaseAnswer,
  example: { response: { data: exampleTaken } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, paymentErrors.paymentCaseClosed],
  table: 'read',
  writes: { put: ['audit', 'listed', 'paymentCase'], delete: ['listed'] },
  spec: 'admin 1',
});

export const adminClosePaymentCase = defineRoute({
  operationId: 'adminClosePaymentCase',
  method: 'POST',
  path: '/admin/v1/payment_cases/{id}/close',
  entry,
  summary: 'Close a payment case',
  description:
    'Records what was done. A closed case stays closed even if the difference is found again.',
  tag,
  auth,
  params: ById,
  body: ClosePaymentCase,
  response: PaymentCaseAnswer,
  example: {
    request: { reason: 'Returned to the payer at CardPay' },
    response: {
      data: {
        ...exampleTaken,
        status: 'closed',
        closedAt: '2026-03-02T10:00:00.000Z',
        closedBy: exampleTaken.owner,
        reason: 'Returned to the payer at CardPay',
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    paymentErrors.paymentCaseClosed,
    paymentErrors.paymentCaseNotAssigned,
  ],
  table: 'read',
  writes: { put: ['audit', 'listed', 'paymentCase'], delete: ['listed'] },
  spec: 'admin 1',
});
