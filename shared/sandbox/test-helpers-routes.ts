import type { AuthRule } from '../kernel/auth-rule.ts';
import { ById } from '../kernel/contracts/text.ts';
import {
  idempotencyErrors,
  invalidBody,
  keyErrors,
  nameTaken,
  partnerErrors,
} from '../kernel/http/error-cases.ts';
import { defineRoute, type ErrorCase, type Route } from '../kernel/http/route.ts';
import { testHelpersPath } from '../kernel/http/test-helper-path.ts';
import { VoucherAnswer, VoucherTerms } from '../payments/admin-vouchers-contract.ts';
import { LegalEntityAnswer } from '../registry/contracts/legal-entity.ts';
import { exampleEntity } from '../registry/legal-entity-example.ts';
import {
  TestApproval,
  TestCaseAnswer,
  TestEntity,
  TestFailures,
  TestFailuresAnswer,
  TestPerson,
  TestPersonAnswer,
  TestQuestion,
  TestRejection,
  TestResidencyAnswer,
  TestVerification,
  TestVerificationAnswer,
  testWords,
} from './test-helpers-contract.ts';

const shared = {
  method: 'POST',
  entry: 'functions/sandbox/test-helpers.ts',
  tag: 'Sandbox',
  table: 'read',
  bodyPresence: 'optional',
  idempotent: 'answer',
  spec: '5',
} as const;

const caseId = 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47';
const exampleCase = {
  id: caseId,
  type: 'legal_entity_application',
  reviewId: '7c2f0f36-2f0e-4f6b-9a39-0c8f0f7f8f11',
  status: 'pending',
  reason: null,
  returnedReason: null,
  decidedAt: null,
  informationRequestId: null,
};
const decidedAt = '2026-01-16T10:00:00.000Z';

const notPending: ErrorCase = {
  status: 409,
  error: 'The review is not pending',
  code: 'review.not_pending',
  when: 'somebody has decided before: a reviewer, or another call',
};
const notThere: ErrorCase = {
  status: 409,
  error: 'No reviewer has it yet: submit it, or try again in a moment',
  code: 'review.not_there',
  when: 'it was not submitted, or this very moment; Retry-After says when to try again',
};

/** Things that reviewers decide on. */
interface Kind {
  readonly path: string;
  readonly operation: string;
  readonly inWords: string;
  readonly notFound: string;
}

/** The three decisions on things of a kind, for those whose own they are. */
function decisions<const A extends AuthRule>(
  auth: A,
  { path, operation, inWords, notFound }: Kind,
) {
  const errors: readonly ErrorCase[] = [
    invalidBody,
    ...(auth.scheme === 'partner' ? partnerErrors : keyErrors),
    { status: 404, error: notFound, when: 'it does not exist, or is not the caller’s' },
    notThere,
    notPending,
    ...idempotencyErrors,
  ];
  const row = {
    ...shared,
    auth,
    ...(auth.scheme === 'partner' && ({ limit: 'partner' } as const)),
    params: ById,
    notFound,
    response: TestCaseAnswer,
  } as const;
  return {
    approve: {
      ...row,
      operationId: `testApprove${operation}`,
      path: `${testHelpersPath}/${path}/{id}/approve`,
      summary: `Approve ${inWords}`,
      description:
        'As a reviewer does, whose decision of the same moment wins or loses against it. A workflow carries it out within seconds. `answer` and `objections` are for an amendment to which representatives have objected.',
      body: TestApproval,
      errors: [
        ...errors,
        {
          status: 409,
          error:
            'Representatives have objected: an approval has to answer them, with `answer` and the number of `objections` that it answers',
          code: 'review.objections_unanswered',
        },
      ],
      example: {
        request: {},
        response: { data: { ...exampleCase, status: 'approved', decidedAt } },
      },
      writes: { put: ['amendment', 'audit', 'event', 'listed', 'review'], delete: ['listed'] },
    },
    reject: {
      ...row,
      operationId: `testReject${operation}`,
      path: `${testHelpersPath}/${path}/{id}/reject`,
      summary: `Reject ${inWords}`,
      description: `As a reviewer does. Without a \`reason\` it is \`${testWords.reason}\``,
      body: TestRejection,
      errors,
      example: {
        request: { reason: 'The name is not allowed.', reasonCode: 'name_not_allowed' },
        response: {
          data: {
            ...exampleCase,
            status: 'rejected',
            reason: 'The name is not allowed.',
            decidedAt,
          },
        },
      },
      writes: { put: ['amendment', 'audit', 'event', 'listed', 'review'], delete: ['listed'] },
    },
    requestInformation: {
      ...row,
      operationId: `testRequestInformationOn${operation}`,
      path: `${testHelpersPath}/${path}/{id}/request_information`,
      summary: `Ask whoever applied about ${inWords}`,
      description: `As a reviewer does: the case stays under review, and can be decided before the answer. Without a \`message\` it is \`${testWords.message}\``,
      body: TestQuestion,
      errors: [
        ...errors,
        {
          status: 409,
          error: 'A question to the applicant is open',
          code: 'review.information_requested',
        },
      ],
      example: {
        request: { message: 'Please send the lease of the principal office.' },
        response: {
          data: { ...exampleCase, informationRequestId: '0b6d3e0a-1f0c-4f52-9d5a-6c7e8f901234' },
        },
      },
      writes: {
        put: [
          'amendment',
          'application',
          'audit',
          'certificateRequest',
          'event',
          'listed',
          'residencyApplication',
          'review',
          'reviewQuestion',
        ],
        delete: ['listed'],
      },
    },
  } as const;
}

const filing = { scheme: 'key', agentScope: 'agent:entity.filing.create' } as const;
const submitting = { scheme: 'partner', scope: 'partner:person.application.submit' } as const;

export const applicationHelpers = decisions(
  { scheme: 'key', agentScope: 'agent:entity.application.create' },
  {
    path: 'legal_entity_applications',
    operation: 'Application',
    inWords: 'an application for an LLC',
    notFound: 'Legal entity application not found',
  },
);

export const amendmentHelpers = decisions(filing, {
  path: 'amendments',
  operation: 'Amendment',
  inWords: 'an amendment',
  notFound: 'Amendment filing not found',
});

export const certificateHelpers = decisions(filing, {
  path: 'certificate_requests',
  operation: 'CertificateRequest',
  inWords: 'a request for a Certificate of Good Standing with contested taxes',
  notFound: 'Certificate request not found',
});

const residencyNotFound = 'Residency application not found';

const ofApplicants = decisions(submitting, {
  path: 'residency_applications',
  operation: 'ResidencyApplication',
  inWords: 'a residency application',
  notFound: residencyNotFound,
});
export const residencyHelpers = {
  ...ofApplicants,
  approve: {
    ...ofApplicants.approve,
    errors: [
      ...ofApplicants.approve.errors,
      {
        status: 409,
        error: 'The address of the applicant has an account that nobody has signed in to',
        code: 'applicant.is_known',
        when: 'no application of the integration has made that account',
      },
    ],
  },
};

const ofResidency = {
  ...shared,
  auth: submitting,
  limit: 'partner',
  params: ById,
  notFound: residencyNotFound,
} as const;
const residencyErrors: readonly ErrorCase[] = [
  invalidBody,
  ...partnerErrors,
  {
    status: 404,
    error: residencyNotFound,
    when: 'it does not exist, or is another integration’s',
  },
];

export const testVerifyApplicant = defineRoute({
  ...ofResidency,
  operationId: 'testVerifyApplicant',
  path: `${testHelpersPath}/residency_applications/{id}/verify`,
  summary: 'Record the outcome of an applicant’s identity verification',
  description:
    'As the registry does, of a draft: `approved` unless `status` says `declined`. The application’s `version` goes up by one.',
  body: TestVerification,
  response: TestVerificationAnswer,
  example: {
    request: { status: 'approved' },
    response: {
      data: { applicationId: caseId, status: 'approved', verifiedAt: '2026-01-16T09:40:00.000Z' },
    },
  },
  errors: [
    ...residencyErrors,
    { status: 409, error: 'The application is no draft any more', code: 'application.not_draft' },
    ...idempotencyErrors,
  ],
  writes: { put: ['audit', 'residencyApplication'] },
});

const exampleResidency = {
  id: '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b',
  residencyType: 'e-Resident',
  effectiveDate: '2026-01-16T09:30:00.000Z',
  terminationDate: null,
  active: true,
};
const ended = {
  data: { ...exampleResidency, terminationDate: '2026-03-01T08:00:00.000Z', active: false },
};

export const testExpireApplicantsResidency = defineRoute({
  ...ofResidency,
  operationId: 'testExpireApplicantsResidency',
  path: `${testHelpersPath}/residency_applications/{id}/expire`,
  summary: 'End the residency that an approved application has led to',
  description: 'Now. What has ended before is answered as it is.',
  response: TestResidencyAnswer,
  example: { response: ended },
  errors: [
    ...residencyErrors,
    {
      status: 409,
      error: 'The application is not approved',
      code: 'application.not_approved',
    },
    ...idempotencyErrors,
  ],
  writes: { put: ['audit', 'person', 'residency', 'residentPermitNumber'] },
});

export const testExpireResidency = defineRoute({
  ...shared,
  operationId: 'testExpireResidency',
  path: `${testHelpersPath}/residencies/{id}/expire`,
  summary: 'End a residency of the key’s owner',
  description:
    'Now; its id is in the answer that made the resident, and in the feed of events. What has ended before is answered as it is.',
  auth: { scheme: 'key', agentScope: 'none' },
  params: ById,
  response: TestResidencyAnswer,
  example: { response: ended },
  errors: [
    invalidBody,
    ...keyErrors,
    { status: 404, error: 'Not found', when: 'it does not exist, or is another person’s' },
    ...idempotencyErrors,
  ],
  writes: { put: ['audit', 'person', 'residency', 'residentPermitNumber'] },
});

export const testCreatePerson = defineRoute({
  ...shared,
  operationId: 'testCreatePerson',
  path: `${testHelpersPath}/persons`,
  summary: 'Make a resident with keys',
  description:
    'An active e-Resident unless the body says otherwise, who has signed the Manifestation of Will and accepted the Agreements of Coexistence in advance. Its address is one of a mailbox simulator, which takes all mail and keeps none. The keys are in this answer only.',
  auth: {
    scheme: 'any-key',
    agentScope: 'agent:entity.application.create',
    partnerScope: 'partner:person.application.create',
  },
  body: TestPerson,
  response: TestPersonAnswer,
  example: {
    request: { givenName: 'Katherine', surname: 'Johnson', residencyType: 'e-Resident' },
    response: {
      data: {
        id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
        email: 'success+3f1c9a7be204@simulator.amazonses.com',
        givenName: 'Katherine',
        surname: 'Johnson',
        residentPermitNumber: '90000000000019',
        residency: exampleResidency,
        standardKey: 'sk-…',
        agentKey: 'ak-…',
      },
    },
  },
  errors: [invalidBody, ...keyErrors, ...idempotencyErrors],
  writes: {
    put: [
      'apiKey',
      'audit',
      'email',
      'event',
      'listed',
      'manifestation',
      'ownedKey',
      'person',
      'residency',
      'residentPermitNumber',
    ],
    update: ['person'],
    check: ['manifestation', 'person'],
  },
});

export const testCreateLegalEntity = defineRoute({
  ...shared,
  operationId: 'testCreateLegalEntity',
  path: `${testHelpersPath}/legal_entities`,
  summary: 'Make a legal entity that the key’s owner represents',
  description:
    'A registered LLC in good standing unless the body says otherwise: with `taxState` `overdue` taxes block a certificate, with a `dissolutionDate` it is dissolved. It counts as created through the API, so that Agent Keys see it, too. Search finds it at once.',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.create' },
  body: TestEntity,
  response: LegalEntityAnswer,
  example: {
    request: { name: 'Overdue Trial', taxState: 'overdue' },
    response: { data: { ...exampleEntity, name: 'Overdue Trial' } },
  },
  errors: [invalidBody, ...keyErrors, nameTaken, ...idempotencyErrors],
  writes: {
    put: [
      'audit',
      'entity',
      'entityName',
      'registryRow',
      'representative',
      'represented',
      'residentPermitNumber',
    ],
    update: ['registrySpread'],
    check: ['person'],
  },
});

export const testCreateVoucher = defineRoute({
  ...shared,
  operationId: 'testCreateVoucher',
  path: `${testHelpersPath}/vouchers`,
  summary: 'Make a voucher',
  description:
    'Good once, for everything unless `products` says otherwise. Whoever has the code can pay with it. The code is drawn.',
  auth: {
    scheme: 'any-key',
    agentScope: 'agent:entity.application.pay',
    partnerScope: 'partner:person.application.pay',
  },
  body: VoucherTerms,
  bodyPresence: 'required',
  response: VoucherAnswer,
  example: {
    request: { kind: 'percent', value: 50 },
    response: {
      data: {
        code: '7QK2MX9TBD4W',
        kind: 'percent',
        value: 50,
        currency: null,
        products: [],
        expiresAt: null,
        redeemedAt: null,
        redeemedFor: null,
        createdAt: '2026-01-16T09:30:00.000Z',
      },
    },
  },
  errors: [invalidBody, ...keyErrors, ...idempotencyErrors],
  writes: { put: ['audit', 'listed', 'voucher'] },
});

export const testFailNextDelivery = defineRoute({
  ...shared,
  operationId: 'testFailNextDelivery',
  path: `${testHelpersPath}/webhook_endpoints/{id}/fail_next`,
  summary: 'Have the next webhooks to an endpoint fail',
  description:
    'The next `count` attempts (one, unless the body says otherwise) fail as if the receiver had answered 500; nothing is sent to it. They are listed like others, and come again by the schedule, after 5 seconds first. Asked for again, they add up.',
  auth: {
    scheme: 'any-key',
    agentScope: 'agent:webhooks.manage',
    partnerScope: 'partner:webhooks.manage',
  },
  params: ById,
  body: TestFailures,
  response: TestFailuresAnswer,
  example: {
    request: { count: 2 },
    response: { data: { id: '0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d', failNext: 2 } },
  },
  errors: [
    invalidBody,
    ...keyErrors,
    { status: 403, error: 'Partner integration is not active.' },
    {
      status: 404,
      error: 'Webhook endpoint not found',
      when: 'it does not exist, or the key may not manage it',
    },
    ...idempotencyErrors,
  ],
  notFound: 'Webhook endpoint not found',
  writes: { update: ['webhookEndpoint'] },
});

/** All of them, for the route table. */
export const testHelperRows: readonly Route[] = [
  ...Object.values(applicationHelpers),
  ...Object.values(amendmentHelpers),
  ...Object.values(certificateHelpers),
  ...Object.values(residencyHelpers),
  testVerifyApplicant,
  testExpireApplicantsResidency,
  testExpireResidency,
  testCreatePerson,
  testCreateLegalEntity,
  testCreateVoucher,
  testFailNextDelivery,
];
