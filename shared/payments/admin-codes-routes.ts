import { PageOf, PageQuery } from '../kernel/contracts/pagination.ts';
import { ById } from '../kernel/contracts/text.ts';
import { invalidBody, notFound, operatorErrors } from '../kernel/http/error-cases.ts';
import { defineRoute } from '../kernel/http/route.ts';
import {
  ByCode,
  CreateReferralCode,
  CreateVoucher,
  ReferralCodeAnswer,
  ReservedName,
  ReservedNameAnswer,
  ReserveName,
  ReviseReferralCode,
  Voucher,
  VoucherAnswer,
} from './admin-codes-contract.ts';

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

const exampleReferralCode = {
  code: 'ada-lovelace',
  ownerType: 'natural_person',
  ownerId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  selfReferralEnabled: false,
  createdAt: '2026-01-16T09:30:00.000Z',
};

const exampleReservedName = {
  id: 'c1a4c7d2-8f0b-4b1e-9d55-2f8e4a6b7c90',
  name: 'Central Bank',
  optionId: null,
  reason: 'Misleading',
  createdAt: '2026-01-16T09:30:00.000Z',
};

export const adminCreateVoucher = defineRoute({
  operationId: 'adminCreateVoucher',
  method: 'POST',
  path: '/admin/v1/vouchers',
  entry,
  summary: 'Create a voucher',
  description:
    'Codes are compared trimmed and upper-cased; without one, a code is generated. `value` is a percentage, or an amount in cents of `currency` (USD unless said otherwise). Without `products` it pays for all of them.',
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
  errors: [
    invalidBody,
    ...operatorErrors,
    {
      status: 409,
      error: 'A voucher with this code already exists',
      code: 'voucher.code_taken',
    },
  ],
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
  description: 'Newest first, redeemed and expired ones included.',
  tag,
  auth,
  query: PageQuery,
  response: PageOf(Voucher),
  example: { response: { data: [exampleVoucher], pagination: { limit: 50, nextCursor: null } } },
  errors: operatorErrors,
  table: 'read',
  spec: 'admin 7',
});

export const adminGetVoucher = defineRoute({
  operationId: 'adminGetVoucher',
  method: 'GET',
  path: '/admin/v1/vouchers/{code}',
  entry,
  summary: 'Read a voucher',
  description: 'In any case of its letters.',
  tag,
  auth,
  params: ByCode,
  response: VoucherAnswer,
  example: { response: { data: exampleVoucher } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  spec: 'admin 7',
});

export const adminCreateReferralCode = defineRoute({
  operationId: 'adminCreateReferralCode',
  method: 'POST',
  path: '/admin/v1/referral_codes',
  entry,
  summary: 'Give a person or a legal entity a referral code',
  description: 'Codes are found in any case; without one, a code is generated.',
  tag,
  auth,
  body: CreateReferralCode,
  response: ReferralCodeAnswer,
  example: {
    request: {
      code: 'ada-lovelace',
      ownerType: 'natural_person',
      ownerId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    response: { data: exampleReferralCode },
  },
  errors: [
    invalidBody,
    ...operatorErrors,
    { status: 409, error: 'This referral code already exists', code: 'referral.code_taken' },
  ],
  table: 'read',
  writes: { put: ['audit', 'referralCode'], check: ['entity', 'person'] },
  spec: 'admin 7',
});

export const adminGetReferralCode = defineRoute({
  operationId: 'adminGetReferralCode',
  method: 'GET',
  path: '/admin/v1/referral_codes/{code}',
  entry,
  summary: 'Read a referral code',
  description: 'In any case of its letters.',
  tag,
  auth,
  params: ByCode,
  response: ReferralCodeAnswer,
  example: { response: { data: exampleReferralCode } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  spec: 'admin 7',
});

export const adminUpdateReferralCode = defineRoute({
  operationId: 'adminUpdateReferralCode',
  method: 'PATCH',
  path: '/admin/v1/referral_codes/{code}',
  entry,
  summary: 'Let an owner use the own referral code, or not',
  description: 'Without it the owner can send the code, and is not credited.',
  tag,
  auth,
  params: ByCode,
  body: ReviseReferralCode,
  response: ReferralCodeAnswer,
  example: {
    request: { selfReferralEnabled: true },
    response: { data: { ...exampleReferralCode, selfReferralEnabled: true } },
  },
  errors: [invalidBody, ...operatorErrors, notFound],
  table: 'read',
  writes: { put: ['audit'], update: ['referralCode'] },
  spec: 'admin 7',
});

export const adminReserveName = defineRoute({
  operationId: 'adminReserveName',
  method: 'POST',
  path: '/admin/v1/reserved_names',
  entry,
  summary: 'Keep a name back from applicants',
  description: 'Without `optionId`, for entities of every option.',
  tag,
  auth,
  body: ReserveName,
  response: ReservedNameAnswer,
  example: {
    request: { name: 'Central Bank', reason: 'Misleading' },
    response: { data: exampleReservedName },
  },
  errors: [
    invalidBody,
    ...operatorErrors,
    { status: 409, error: 'This name is already reserved', code: 'reserved_name.taken' },
  ],
  table: 'read',
  writes: { put: ['audit', 'listed', 'reservedName', 'reservedNameId'] },
  spec: 'admin 7',
});

export const adminListReservedNames = defineRoute({
  operationId: 'adminListReservedNames',
  method: 'GET',
  path: '/admin/v1/reserved_names',
  entry,
  summary: 'List all reserved names',
  description: 'Newest first.',
  tag,
  auth,
  query: PageQuery,
  response: PageOf(ReservedName),
  example: {
    response: { data: [exampleReservedName], pagination: { limit: 50, nextCursor: null } },
  },
  errors: operatorErrors,
  table: 'read',
  spec: 'admin 7',
});

export const adminReleaseName = defineRoute({
  operationId: 'adminReleaseName',
  method: 'DELETE',
  path: '/admin/v1/reserved_names/{id}',
  entry,
  summary: 'Give a reserved name free',
  description: 'Applicants can have it from now on.',
  tag,
  auth,
  params: ById,
  response: ReservedNameAnswer,
  example: { response: { data: exampleReservedName } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  writes: { put: ['audit'], delete: ['listed', 'reservedName', 'reservedNameId'] },
  spec: 'admin 7',
});
