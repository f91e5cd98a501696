import { ById } from '../../kernel/contracts/text.ts';
import { idempotencyErrors, invalidBody, partnerErrors } from '../../kernel/http/error-cases.ts';
import { defineRoute, type ErrorCase } from '../../kernel/http/route.ts';
import { answerErrors, answerRow } from '../../reviews/http/answer-row.ts';
import {
  AgreementDocuments,
  CreateResidencyApplication,
  ResidencyApplicationAnswer,
  ResidencyApplicationList,
  ResidencyApplicationQuery,
  ReviseResidencyApplication,
} from '../contracts/partner-application.ts';
import {
  exampleResidencyApplication,
  exampleResidencyData,
  exampleSubmittedResidency,
} from './partner-application-examples.ts';
import {
  foreignRedirect,
  noProof,
  notDraft,
  read,
  residencyNotFound,
  written,
} from './partner-application-rows.ts';

/** What the data of an application can be refused for. */
const dataErrors: readonly ErrorCase[] = [
  invalidBody,
  foreignRedirect,
  { status: 400, error: 'Unknown referral code' },
  {
    status: 404,
    error: 'Proof of address not found',
    when: 'the upload is not one of this application',
  },
];

export const createPartnerResidencyApplication = defineRoute({
  ...written,
  operationId: 'createPartnerResidencyApplication',
  method: 'POST',
  path: '/api/v1/partner/residency_applications',
  writes: {
    put: [
      'agreementLink',
      'applicantAccess',
      'audit',
      'effect',
      'event',
      'residencyApplication',
      'residencyApplicationRow',
    ],
    update: ['attempts'],
  },
  summary: 'Begin a residency application for an applicant',
  description:
    'Creates a draft. `nextSteps` says what is still to be done: the applicant accepts the Agreement of Coexistence at `agreementUrl`, the partner provides a proof of address and pays, the registry verifies the identity. The applicant is mailed how to open their account, good for 24 hours, or, where they have one, how to confirm the application; the answer is the same, so that nothing is learned about people. An integration has a limit of such mails in a UTC day, 200 unless the registry has set another; beyond it `claimLinkSent` is false.',
  auth: { scheme: 'partner', scope: 'partner:person.application.create' },
  body: CreateResidencyApplication,
  response: ResidencyApplicationAnswer,
  example: {
    request: { applicationData: exampleResidencyData },
    response: { data: exampleResidencyApplication },
  },
  errors: [...dataErrors, ...partnerErrors, ...idempotencyErrors],
});

export const listResidencyApplications = defineRoute({
  ...read,
  operationId: 'listPartnerResidencyApplications',
  path: '/api/v1/partner/residency_applications',
  entry: 'functions/partner/read.ts',
  summary: 'List the integration’s residency applications',
  description:
    'Newest first, 1 to 100 a page, 20 unless asked otherwise. `cursor` is the `nextCursor` of the page before; pages do not shift when applications are added.',
  query: ResidencyApplicationQuery,
  response: ResidencyApplicationList,
  example: {
    response: {
      data: [exampleResidencyApplication],
      pagination: { limit: 20, nextCursor: null },
    },
  },
  errors: partnerErrors,
});

export const getResidencyApplication = defineRoute({
  ...read,
  operationId: 'getPartnerResidencyApplication',
  path: '/api/v1/partner/residency_applications/{id}',
  entry: 'functions/partner/read.ts',
  summary: 'Read a residency application',
  description:
    'With `version`, which a PATCH expects, and `nextSteps`, which says what is missing.',
  params: ById,
  response: ResidencyApplicationAnswer,
  example: { response: { data: exampleResidencyApplication } },
  errors: [...partnerErrors, residencyNotFound],
});

export const updateResidencyApplication = defineRoute({
  ...written,
  operationId: 'updatePartnerResidencyApplication',
  method: 'PATCH',
  path: '/api/v1/partner/residency_applications/{id}',
  writes: {
    put: ['agreementLink', 'applicantAccess', 'audit', 'effect', 'event', 'residencyApplication'],
    update: ['attempts'],
  },
  summary: 'Replace the data of a draft',
  description:
    '`expectedVersion` is the `version` that was read last. The application data are replaced as a whole; `referralCode` and `redirectUrl` stay when they are left out. A change voids the acceptance of the agreement, which gets another `agreementUrl`; another name, date of birth, sex or citizenship voids the verification of the identity. Once it is paid, the residency type and the e-mail address stay.',
  auth: { scheme: 'partner', scope: 'partner:person.application.update' },
  params: ById,
  body: ReviseResidencyApplication,
  response: ResidencyApplicationAnswer,
  example: {
    request: { expectedVersion: 1, applicationData: exampleResidencyData },
    response: { data: { ...exampleResidencyApplication, version: 2 } },
  },
  errors: [
    ...dataErrors,
    notDraft,
    {
      status: 409,
      error: 'The applicant is already attributed to another referral code',
      code: 'referral.already_attributed',
      when: 'the application has another one',
    },
    { status: 400, error: "The applicant's residencyType cannot be changed after the payment" },
    { status: 400, error: "The applicant's email cannot be changed after the payment" },
    ...partnerErrors,
    residencyNotFound,
    {
      status: 409,
      error: 'Application was modified by another request',
      when: 'another version was expected; `currentVersion` is the one that there is',
    },
    ...idempotencyErrors,
  ],
});

export const listAgreementDocuments = defineRoute({
  ...read,
  operationId: 'listPartnerResidencyApplicationDocuments',
  path: '/api/v1/partner/residency_applications/{id}/documents',
  entry: 'functions/partner/documents.ts',
  summary: 'List the agreement documents of a residency application',
  description: 'Empty before the approval. A `fileUrl` needs no credential and lasts an hour.',
  params: ById,
  response: AgreementDocuments,
  documents: { get: ['documents'] },
  example: {
    response: {
      data: [],
      agreementOfCoexistence: {
        aocId: 'agreement-of-coexistence-e-resident-v11.01.2026',
        slug: 'agreement-of-coexistence-e-resident',
        version: 'v11.01.2026',
        residencyType: 'e_resident',
        templatePdfUrl: null,
        accepted: true,
        acceptedAt: '2026-01-15T11:00:00.000Z',
        signerName: 'Ada Lovelace',
        invalidatedAt: null,
      },
      residencyEffectiveDate: null,
    },
  },
  errors: [...partnerErrors, residencyNotFound],
});

export const submitPartnerResidencyApplication = defineRoute({
  ...written,
  operationId: 'submitPartnerResidencyApplication',
  method: 'POST',
  path: '/api/v1/partner/residency_applications/{id}/submit',
  writes: { put: ['audit', 'effect', 'event', 'residencyApplication'] },
  summary: 'Submit a residency application for review',
  description:
    'When `nextSteps.submitReady` is true. Poll the application until it is Approved or Rejected.',
  auth: { scheme: 'partner', scope: 'partner:person.application.submit' },
  params: ById,
  response: ResidencyApplicationAnswer,
  example: { response: { data: exampleSubmittedResidency } },
  errors: [
    notDraft,
    {
      status: 400,
      error: 'Please accept the current Agreement of Coexistence before continuing.',
    },
    noProof,
    { status: 400, error: 'Please pay the application invoice before continuing.' },
    { status: 400, error: 'Please complete identity verification before continuing.' },
    ...partnerErrors,
    residencyNotFound,
    ...idempotencyErrors,
  ],
});

export const answerResidencyInformation = defineRoute({
  ...answerRow,
  operationId: 'answerPartnerResidencyApplicationInformation',
  path: '/api/v1/partner/residency_applications/{id}/information',
  description: `${answerRow.description} The applicant can answer, too, on the page at \`nextSteps.informationUrl\`; the application’s \`version\` goes up by one.`,
  tag: 'Partners',
  limit: 'partner',
  documents: { put: ['information'], get: ['proofs-of-address'] },
  auth: { scheme: 'partner', scope: 'partner:person.application.update' },
  params: ById,
  notFound: residencyNotFound.error,
  errors: [...partnerErrors, residencyNotFound, ...answerErrors],
  spec: '2.9',
});
