import * as accessErrors from '../../access/errors/access-errors.ts';
import * as amendmentErrors from '../../amendments/errors/amendment-errors.ts';
import * as certificateErrors from '../../certificates/errors/certificate-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { AuthRule } from '../../kernel/domain/auth-rule.ts';
import type { DefinedError, ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { testHelpersPath } from '../../kernel/http/page-paths.ts';
import type { Route } from '../../kernel/http/route.ts';
import * as residencyErrors from '../../residency/errors/residency-errors.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import { decisionWrites, questionWrites } from '../../reviews/http/decision-rows.ts';
import {
  TestApproval,
  TestCaseAnswer,
  TestQuestion,
  TestRejection,
  testTexts,
} from '../contracts/test-helpers-contract.ts';

/** The fields that all helpers have. */
export const helperRow = {
  method: 'POST',
  entry: 'functions/sandbox/test-helpers.ts',
  tag: 'Sandbox',
  table: 'read',
  bodyPresence: 'optional',
  idempotent: 'answer',
  spec: '5',
} as const;

export const caseId = 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47';
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

const decidedBefore: ErrorCase = {
  ...reviewErrors.reviewNotPending,
  when: 'A reviewer or another call has already decided.',
};

/** A kind of reviewed item. */
interface Kind {
  readonly path: string;
  readonly operation: string;
  readonly inWords: string;
  readonly notFound: DefinedError;
}

/** The three decisions about one kind of item, for its owner. */
function decisions<const A extends AuthRule>(
  auth: A,
  { path, operation, inWords, notFound }: Kind,
) {
  const errors: readonly ErrorCase[] = [
    apiErrors.invalidBody,
    ...(auth.scheme === 'partner' ? accessErrors.partnerErrors : apiErrors.keyErrors),
    { ...notFound, when: 'It does not exist, or it does not belong to the caller.' },
    reviewErrors.reviewNotSubmitted,
    decidedBefore,
    ...apiErrors.idempotencyErrors,
  ];
  const row = {
    ...helperRow,
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
        'Decides like a reviewer. If a reviewer decides at the same moment, only one decision applies. A workflow completes it within seconds. `answer` and `objections` apply only to an amendment to which representatives have objected.',
      body: TestApproval,
      errors: [...errors, reviewErrors.objectionsUnanswered],
      example: {
        request: {},
        response: { data: { ...exampleCase, status: 'approved', decidedAt } },
      },
      writes: decisionWrites,
    },
    reject: {
      ...row,
      operationId: `testReject${operation}`,
      path: `${testHelpersPath}/${path}/{id}/reject`,
      summary: `Reject ${inWords}`,
      description: `Decides like a reviewer. If you send no \`reason\`, it is \`${testTexts.reason}\``,
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
      writes: decisionWrites,
    },
    requestInformation: {
      ...row,
      operationId: `testRequestInformationOn${operation}`,
      path: `${testHelpersPath}/${path}/{id}/request_information`,
      summary: `Request information about ${inWords}`,
      description: `Asks a question like a reviewer. The case stays under review and can be decided before the answer. If you send no \`message\`, it is \`${testTexts.message}\``,
      body: TestQuestion,
      errors: [...errors, apiErrors.informationRequested],
      example: {
        request: { message: 'Please send the lease of the principal office.' },
        response: {
          data: { ...exampleCase, informationRequestId: '0b6d3e0a-1f0c-4f52-9d5a-6c7e8f901234' },
        },
      },
      writes: questionWrites,
    },
  } as const;
}

const filing = { scheme: 'key', agentScope: 'agent:entity.filing.create' } as const;
export const submitting = {
  scheme: 'partner',
  scope: 'partner:person.application.submit',
} as const;

export const applicationHelpers = decisions(
  { scheme: 'key', agentScope: 'agent:entity.application.create' },
  {
    path: 'legal_entity_applications',
    operation: 'Application',
    inWords: 'an application for an LLC',
    notFound: apiErrors.applicationNotFound,
  },
);

export const amendmentHelpers = decisions(filing, {
  path: 'amendments',
  operation: 'Amendment',
  inWords: 'an amendment',
  notFound: amendmentErrors.amendmentNotFound,
});

export const certificateHelpers = decisions(filing, {
  path: 'certificate_requests',
  operation: 'CertificateRequest',
  inWords: 'a certificate request with contested taxes',
  notFound: certificateErrors.certificateRequestNotFound,
});

const ofApplicants = decisions(submitting, {
  path: 'residency_applications',
  operation: 'ResidencyApplication',
  inWords: 'a residency application',
  notFound: residencyErrors.residencyApplicationNotFound,
});
export const residencyHelpers = {
  ...ofApplicants,
  approve: {
    ...ofApplicants.approve,
    errors: [...ofApplicants.approve.errors, residencyErrors.applicantIsKnown],
  },
};

/** All of them, for the route table. */
export const decisionHelperRows: readonly Route[] = [
  applicationHelpers,
  amendmentHelpers,
  certificateHelpers,
  residencyHelpers,
].flatMap((rows) => Object.values(rows));
