import { PageOf, PageQuery } from '../../kernel/contracts/pagination.ts';
import { ByCode } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { CreateVoucher, Voucher, VoucherAnswer } from '../contracts/admin-vouchers-contract.ts';
import * as paymentErrors from '../errors/payment-errors.ts';

const entry = 'functions/admin/codes.ts';
const tag = 'Operators: codes and names';
const auth = { scheme: 'operator' } as const;

const exampleVoucher = {
  code: 'SPRING-2026',
  kind: 'percent',
  value: 50,
  currency: null,
  products: ['legal_entity_application'],
  expiresAt: '2026-06-30T00:00:00.000Z',
  redeemedAt: null,
  redeemedFor: null,
  createdAt: '2026-01-16T09:30:00.000Z',
};
export const adminCreateVoucher = defineApprovedRoute({
  operationId: 'adminCreateVoucher',
  method: 'POST',
  path: '/admin/v1/vouchers',
  entry,
  summary: 'Create a voucher',
  description:
    'Codes are not case-sensitive, and spaces around them are ignored. Without a code, one is generated. `value` is a percentage, or an amount in cents of `currency` (USD by default). A voucher must cover the whole invoice, so a voucher for less than 100 percent pays no invoice. Without `products`, the voucher can pay for all products.',
  tag,
  auth,
  body: CreateVoucher,
  response: VoucherAnswer,
  example: {
    request: {
      code: 'Spring-2026',
      kind: 'percent',
      value: 50,
      products: ['legal_entity_application'],
      expiresAt: '2026-06-30',
    },
    response: { data: exampleVoucher },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, paymentErrors.voucherCodeTaken],
  table: 'read',
  writes: { put: ['audit', 'listed', 'voucher'] },
  spec: 'admin 7',
});

export const adminListVouchers = defineRoute({
  operationId: 'adminListVouchers',
  method: 'GET',
  path: '/admin/v1/vouchers',
  entry,
  summary: 'List all vouchers',
  description: 'Newest first, including redeemed and expired vouchers.',
  tag,
  auth,
  query: PageQuery,
  response: PageOf(Voucher),
  example: { response: { data: [exampleVoucher], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
  table: 'read',
  spec: 'admin 7',
});

export const adminGetVoucher = defineRoute({
  operationId: 'adminGetVoucher',
  method: 'GET',
  path: '/admin/v1/vouchers/{code}',
  entry,
  summary: 'Read a voucher',
  description: 'Codes are not case-sensitive.',
  tag,
  auth,
  params: ByCode,
  response: VoucherAnswer,
  example: { response: { data: exampleVoucher } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  spec: 'admin 7',
});
