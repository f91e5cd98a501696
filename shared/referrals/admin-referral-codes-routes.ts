import { ByCode } from '../kernel/contracts/by-code.ts';
import { invalidBody, notFound, operatorErrors } from '../kernel/http/error-cases.ts';
import { defineRoute } from '../kernel/http/route.ts';
import {
  CreateReferralCode,
  ReferralCodeAnswer,
  ReviseReferralCode,
} from './admin-referral-codes-contract.ts';

const entry = 'functions/admin/codes.ts';
const tag = 'Operators: codes and names';
const auth = { scheme: 'operator' } as const;

const exampleReferralCode = {
  code: 'ada-lovelace',
  ownerType: 'natural_person',
  ownerId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  selfReferralEnabled: false,
  createdAt: '2026-01-16T09:30:00.000Z',
};

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
