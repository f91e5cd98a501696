import { defineRoute } from '../../kernel/http/route.ts';
import { ByReferralCode, ReferralListing } from '../contracts/referral-contract.ts';

const codeNotFound = 'Referral code not found';

export const listReferrals = defineRoute({
  operationId: 'listReferrals',
  method: 'GET',
  path: '/api/v1/referral-codes/{code}/referrals',
  entry: 'functions/referrals/list.ts',
  summary: 'List whom a referral code brought',
  description:
    'For a code of the caller’s own, or of a legal entity that the caller represents. Newest first, all at once. It tells who came, and nothing of checkouts, discounts or vouchers. `fullName` is null until the person has given a name.',
  tag: 'Referrals',
  auth: { scheme: 'key', agentScope: 'none' },
  params: ByReferralCode,
  notFound: codeNotFound,
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
    { status: 401, error: 'Missing API key' },
    { status: 401, error: 'Invalid API key' },
    { status: 403, error: 'Insufficient permissions', when: 'the key is an Agent Key' },
    {
      status: 404,
      error: codeNotFound,
      when: 'there is none, or it is somebody else’s',
    },
  ],
  table: 'read',
  spec: '4.14',
});
