import { SignAgreement, SignatureLink } from '../../incorporation/contracts/signature.ts';
import * as incorporationErrors from '../../incorporation/errors/incorporation-errors.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { AnswerClaim } from '../contracts/partner-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const changed: ErrorCase = residencyErrors.linkOutdated;
const signed: ErrorCase = incorporationErrors.agreementAlreadySigned;
const over: ErrorCase = {
  ...apiErrors.linkInvalid,
  when: 'The link was used, is more than 24 hours old, is unknown, or belongs to another email address.',
};

const shared = {
  entry: 'functions/pages/applicant.ts',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SignatureLink,
  produces: pageType,
  service: true,
} as const;

const agreement = { ...shared, path: '/agreements/{token}', spec: '2.9' } as const;
const claim = { ...shared, path: '/claim/{token}', spec: '2.9' } as const;

export const showResidencyAgreement = defineRoute({
  ...agreement,
  operationId: 'showResidencyAgreement',
  method: 'GET',
  summary: 'Show the Agreement of Coexistence of a residency application',
  errors: [changed],
  table: 'read',
});

export const acceptResidencyAgreementOnPage = defineRoute({
  ...agreement,
  operationId: 'acceptResidencyAgreement',
  ...sentForm,
  summary: 'Sign the Agreement of Coexistence of a residency application',
  body: SignAgreement,
  example: { request: { signerName: 'Ada Lovelace', agree: 'yes' } },
  errors: [apiErrors.foreignForm, signed, changed],
  table: 'read',
  writes: { put: ['agreementLink', 'audit', 'event', 'residencyApplication'] },
});

export const showClaim = defineRoute({
  ...claim,
  operationId: 'showClaim',
  method: 'GET',
  summary: 'Show the application and account behind an emailed link',
  errors: [over],
  table: 'read',
});

export const claimAccountOnPage = defineRoute({
  ...claim,
  operationId: 'claimAccount',
  ...sentForm,
  summary: 'Open an account, or object to the application, with the emailed link',
  seals: true,
  body: AnswerClaim,
  errors: [apiErrors.foreignForm, over],
  table: 'read',
  writes: {
    put: [
      'audit',
      'email',
      'event',
      'invoice',
      'knownBrowser',
      'listed',
      'ownedSession',
      'person',
      'residencyApplication',
      'review',
      'reviewParty',
      'reviewOf',
      'reviewWord',
      'session',
    ],
    update: ['applicantAccess', 'claimLink', 'integration', 'person'],
    delete: ['knownBrowser', 'listed', 'session'],
    check: ['residencyApplication'],
  },
});
