import { PageOf } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ApprovalQuery,
  CloseApproval,
  OperatorApproval,
  OperatorApprovalAnswer,
} from '../contracts/approvals-contract.ts';
import * as staffErrors from '../errors/staff-errors.ts';

const shared = {
  entry: 'functions/admin/audit.ts',
  tag: 'Operators: approvals',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 1',
} as const;

/** A voucher that waits for a second operator. */
const exampleApproval = {
  id: '3c5f0a52-8a1d-4f0e-9b7c-2d1e0f9a8b7c',
  act: 'vouchers',
  operation: 'adminCreateVoucher',
  status: 'pending',
  params: {},
  fields: ['kind', 'value'],
  requestedBy: 'arn:aws:iam::123456789012:user/ada',
  requestedAt: '2026-03-02T09:30:00.000Z',
  expiresAt: '2026-03-05T09:30:00.000Z',
  decidedBy: null,
  decidedAt: null,
  request: {
    method: 'POST',
    path: '/admin/v1/vouchers',
    body: { kind: 'amount', value: 50_000 },
  },
} as const;

export const adminListApprovals = defineRoute({
  ...shared,
  operationId: 'adminListApprovals',
  method: 'GET',
  path: '/admin/v1/approvals',
  summary: 'List requests that need a second operator',
  description:
    'Newest first. With the filter `pending`, you can also get requests that expired in the last day. The `status` of each request is always current. `request` is null here: read the approval to see it.',
  query: ApprovalQuery,
  response: PageOf(OperatorApproval),
  example: {
    response: {
      data: [{ ...exampleApproval, request: null }],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
});

export const adminGetApproval = defineRoute({
  ...shared,
  operationId: 'adminGetApproval',
  method: 'GET',
  path: '/admin/v1/approvals/{id}',
  summary: 'Read a request that needs a second operator',
  description:
    'Shows the `request` while it is pending. To approve it, a second operator sends exactly this request (method, path and body) with the header `Operator-Approval: <id>`. The request is deleted when the approval is decided or expires.',
  params: ById,
  notFound: apiErrors.approvalNotFound,
  response: OperatorApprovalAnswer,
  example: { response: { data: exampleApproval } },
  errors: [...apiErrors.operatorErrors, apiErrors.approvalNotFound],
});

export const adminCloseApproval = defineRoute({
  ...shared,
  operationId: 'adminCloseApproval',
  method: 'PATCH',
  path: '/admin/v1/approvals/{id}',
  summary: 'Refuse or withdraw a request that needs a second operator',
  description:
    'Any operator can refuse a request. Only the operator who made the request can withdraw it. To approve, send the request again with the header `Operator-Approval`. A repeat by the same principal changes nothing.',
  params: ById,
  notFound: apiErrors.approvalNotFound,
  body: CloseApproval,
  response: OperatorApprovalAnswer,
  example: {
    request: { decision: 'refuse' },
    response: {
      data: {
        ...exampleApproval,
        status: 'refused',
        decidedBy: 'arn:aws:iam::123456789012:user/grace',
        decidedAt: '2026-03-02T10:00:00.000Z',
        request: null,
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.approvalNotFound,
    staffErrors.approvalNotRequester,
    apiErrors.approvalClosed,
  ],
  operatorApprovals: true,
  writes: {
    put: ['audit', 'listed', 'operatorApproval'],
    delete: ['requestedOperation', 'listed'],
  },
});
