import * as accessErrors from '../../access/errors/access-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { answerErrors, answerRow } from '../../reviews/http/decision-rows.ts';
import {
  AgreementDocuments,
  CreateResidencyApplication,
  ResidencyApplicationAnswer,
  ResidencyApplicationList,
  ResidencyApplicationQuery,
  ReviseResidencyApplication,
} from '../contracts/partner-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';
import {
  exampleResidencyApplication,
  exampleResidencyData,
  exampleSubmittedResidency,
  read,
  written,
} from './partner-application-rows.ts';

/** Problems of an application's data. */
const dataErrors: readonly ErrorCase[] = [
  apiErrors.invalidBody,
  residencyErrors.redirectNotAllowed,
  apiErrors.unknownReferralCode,
  {
    ...residencyErrors.proofOfAddressNotFound,
    when: 'The upload does not belong to this application.',
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
      'residencyReference',
    ],
    update: ['attempts'],
  },
  summary: 'Create a residency application',
  description:
    'Creates a draft. `nextSteps` lists what is missing. The applicant accepts the Agreement of Coexistence at `agreementUrl`. You provide a proof of address and pay. The registry verifies the identity. The applicant gets an email with a link to open their account, valid for 24 hours. If they have an account, the email asks them to confirm the application. The response is the same in both cases. After 200 such emails in a UTC day, unless the registry sets another limit, `claimLinkSent` is false.',
  auth: { scheme: 'partner', scope: 'partner:person.application.create' },
  body: CreateResidencyApplication,
  response: ResidencyApplicationAnswer,
  example: {
    request: { applicationData: exampleResidencyData },
    response: { data: exampleResidencyApplication },
  },
  errors: [...dataErrors, ...accessErrors.partnerErrors, ...apiErrors.idempotencyErrors],
});

export const listResidencyApplications = defineRoute({
  ...read,
  operationId: 'listPartnerResidencyApplications',
  path: '/api/v1/partner/residency_applications',
  entry: 'functions/partner/read.ts',
  summary: 'List residency applications',
  description:
    'Lists the integration’s applications, newest first, 20 a page by default. New applications do not shift the pages.',
  query: ResidencyApplicationQuery,
  response: ResidencyApplicationList,
  example: {
    response: {
      data: [exampleResidencyApplication],
      pagination: { limit: 20, nextCursor: null },
    },
  },
  errors: accessErrors.partnerErrors,
});

export const getResidencyApplication = defineRoute({
  ...read,
  operationId: 'getPartnerResidencyApplication',
  path: '/api/v1/partner/residency_applications/{id}',
  entry: 'functions/partner/read.ts',
  summary: 'Retrieve a residency application',
  description:
    'Returns the application. `nextSteps` lists what is missing. Send its `version` with a PATCH.',
  params: ById,
  response: ResidencyApplicationAnswer,
  example: { response: { data: exampleResidencyApplication } },
  errors: [...accessErrors.partnerErrors, residencyErrors.residencyApplicationNotFound],
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
  summary: 'Update a residency application',
  description:
    'Replaces a draft’s application data as a whole. `expectedVersion` is the `version` that you last read. `referralCode` and `redirectUrl` stay the same if you leave them out. Any change voids the acceptance of the agreement: you get a new `agreementUrl`. Another name, date of birth, sex or citizenship voids the identity verification. You cannot change the residency type or the email address after payment.',
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
    residencyErrors.residencyApplicationNotDraft,
    residencyErrors.referredOtherwise,
    residencyErrors.lockedByPayment('residencyType'),
    residencyErrors.lockedByPayment('email'),
    ...accessErrors.partnerErrors,
    residencyErrors.residencyApplicationNotFound,
    residencyErrors.residencyApplicationModified,
    ...apiErrors.idempotencyErrors,
  ],
});

export const listAgreementDocuments = defineRoute({
  ...read,
  operationId: 'listPartnerResidencyApplicationDocuments',
  path: '/api/v1/partner/residency_applications/{id}/documents',
  entry: 'functions/partner/documents.ts',
  summary: 'List the agreement documents of a residency application',
  description:
    'Lists the signed agreements. The list is empty before the approval. Each `fileUrl` needs no credential and expires after one hour.',
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
  errors: [...accessErrors.partnerErrors, residencyErrors.residencyApplicationNotFound],
});

export const submitPartnerResidencyApplication = defineRoute({
  ...written,
  operationId: 'submitPartnerResidencyApplication',
  method: 'POST',
  path: '/api/v1/partner/residency_applications/{id}/submit',
  writes: { put: ['audit', 'effect', 'event', 'residencyApplication'] },
  summary: 'Submit a residency application',
  description:
    'Submits the application for review. Call it when `nextSteps.submitReady` is true, then poll until it is Approved or Rejected.',
  auth: { scheme: 'partner', scope: 'partner:person.application.submit' },
  params: ById,
  response: ResidencyApplicationAnswer,
  example: { response: { data: exampleSubmittedResidency } },
  errors: [
    residencyErrors.residencyApplicationNotDraft,
    residencyErrors.residencyAgreementRequired,
    residencyErrors.proofOfAddressRequired,
    residencyErrors.residencyPaymentRequired,
    residencyErrors.identityVerificationRequired,
    ...accessErrors.partnerErrors,
    residencyErrors.residencyApplicationNotFound,
    ...apiErrors.idempotencyErrors,
  ],
});

export const answerResidencyInformation = defineRoute({
  ...answerRow,
  operationId: 'answerPartnerResidencyApplicationInformation',
  path: '/api/v1/partner/residency_applications/{id}/information',
  description: `${answerRow.description} The applicant can also answer, at \`nextSteps.informationUrl\`. The application’s \`version\` goes up by one.`,
  tag: 'Partners',
  limit: 'partner',
  documents: { put: ['information'], get: ['proofs-of-address'] },
  auth: { scheme: 'partner', scope: 'partner:person.application.update' },
  params: ById,
  notFound: residencyErrors.residencyApplicationNotFound,
  errors: [
    ...accessErrors.partnerErrors,
    residencyErrors.residencyApplicationNotFound,
    ...answerErrors,
  ],
  spec: '2.9',
});
