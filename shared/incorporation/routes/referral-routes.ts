import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ByReferralCode, ReferralListing } from '../contracts/referral-contract.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';

export const listReferrals = defineRoute({
  operationId: 'listReferrals',
  method: 'GET',
  path: '/api/v1/referral-codes/{code}/referrals',
  entry: 'functions/referrals/list.ts',
  summary: 'List referrals made with a code',
  description:
    'Lists the people and entities that used a code. The code must belong to you or to a legal entity that you represent. Newest first, in one response. Checkouts, discounts and vouchers are not included. `fullName` is null until the person has entered a name.',
  tag: 'Referrals',
  auth: { scheme: 'key', agentScope: 'none' },
  params: ByReferralCode,
  notFound: incorporationErrors.referralsNotFound,
  response: ReferralListing,
  example: {
    response: {
      code: 'ada-lovelace',
      naturalPersons: [{ fullName: 'Charles Babbage', referredAt: '2026-02-03T10:00:00.000Z' }],
      legalEntities: [
        {
          name: 'Analytical Engines LLC',
          rpn: '80000000000012',
          referredAt: '2026-01-20T00:00:00.000Z',
        },
      ],
    },
  },
  errors: [
    apiErrors.missingApiKey,
    apiErrors.invalidApiKey,
    { ...apiErrors.insufficientPermissions, when: 'The key is an Agent Key.' },
    incorporationErrors.referralsNotFound,
  ],
  table: 'read',
  spec: '4.14',
});
