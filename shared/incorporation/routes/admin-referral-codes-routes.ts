import { ByCode } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  CreateReferralCode,
  ReferralCodeAnswer,
  ReviseReferralCode,
} from '../contracts/referral-contract.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';

const shared = {
  entry: 'functions/admin/codes.ts',
  tag: 'Operators: codes and names',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 7',
} as const;

const exampleReferralCode = {
  code: 'ada-lovelace',
  ownerType: 'natural_person',
  ownerId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  selfReferralEnabled: false,
  createdAt: '2026-01-16T09:30:00.000Z',
};

export const adminCreateReferralCode = defineRoute({
  ...shared,
  operationId: 'adminCreateReferralCode',
  method: 'POST',
  path: '/admin/v1/referral_codes',
  summary: 'Create a referral code for a person or legal entity',
  description: 'Codes are not case-sensitive. Without a code, one is generated.',
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
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    incorporationErrors.referralCodeTaken,
  ],
  writes: { put: ['audit', 'referralCode'], check: ['entity', 'person'] },
});

export const adminGetReferralCode = defineRoute({
  ...shared,
  operationId: 'adminGetReferralCode',
  method: 'GET',
  path: '/admin/v1/referral_codes/{code}',
  summary: 'Read a referral code',
  description: 'Codes are not case-sensitive.',
  params: ByCode,
  response: ReferralCodeAnswer,
  example: { response: { data: exampleReferralCode } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminUpdateReferralCode = defineRoute({
  ...shared,
  operationId: 'adminUpdateReferralCode',
  method: 'PATCH',
  path: '/admin/v1/referral_codes/{code}',
  summary: 'Allow or forbid owners to use their own code',
  description: 'If forbidden, the owner can send the code but is not credited.',
  params: ByCode,
  body: ReviseReferralCode,
  response: ReferralCodeAnswer,
  example: {
    request: { selfReferralEnabled: true },
    response: { data: { ...exampleReferralCode, selfReferralEnabled: true } },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], update: ['referralCode'] },
});
