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
  summary: 'List cases about money',
  description:
    'Newest first. Each is one difference between a payment provider and the registry: money that settles nothing (`unmatched`, `amount`, `void`, `refused`, `duplicate`), a settlement that is on no statement (`missing`), money that went back (`returned`, `charged_back`).',
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
  summary: 'Read a case about money',
  description: 'What both sides say, who sees to it, and what was done.',
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
  summary: 'Take a case about money',
  description: 'Makes the caller its owner, even if it had another one.',
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
  summary: 'Close a case about money',
  description:
    'Says what was done about it. A closed case stays closed, however often its difference is seen again.',
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
    paymentErrors.paymentCaseNotTaken,
  ],
  table: 'read',
  writes: { put: ['audit', 'listed', 'paymentCase'], delete: ['listed'] },
  spec: 'admin 1',
});
