import * as accessErrors from '../../access/errors/access-errors.ts';
import * as eventErrors from '../../events/errors/event-errors.ts';
import * as incorporationErrors from '../../incorporation/errors/incorporation-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { testHelpersPath } from '../../kernel/http/page-paths.ts';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
import { VoucherAnswer, VoucherTerms } from '../../payments/contracts/admin-vouchers-contract.ts';
import { exampleEntity, LegalEntityAnswer } from '../../registry/contracts/legal-entity.ts';
import * as residencyErrors from '../../residency/errors/residency-errors.ts';
import {
  TestEntity,
  TestFailures,
  TestFailuresAnswer,
  TestPerson,
  TestPersonAnswer,
  TestResidencyAnswer,
  TestVerification,
  TestVerificationAnswer,
} from '../contracts/test-helpers-contract.ts';
import { caseId, decisionHelperRows, helperRow, submitting } from './test-decisions-routes.ts';

const ofResidency = {
  ...helperRow,
  auth: submitting,
  limit: 'partner',
  params: ById,
  notFound: residencyErrors.residencyApplicationNotFound,
} as const;
const applicantErrors: readonly ErrorCase[] = [
  apiErrors.invalidBody,
  ...accessErrors.partnerErrors,
  residencyErrors.residencyApplicationNotFound,
];

export const testVerifyApplicant = defineRoute({
  ...ofResidency,
  operationId: 'testVerifyApplicant',
  path: `${testHelpersPath}/residency_applications/{id}/verify`,
  summary: 'Record an identity verification result',
  description:
    'Records the result for a draft, as the registry does. The result is `approved` unless you send the `status` `declined`. The application’s `version` goes up by one.',
  body: TestVerification,
  response: TestVerificationAnswer,
  example: {
    request: { status: 'approved' },
    response: {
      data: { applicationId: caseId, status: 'approved', verifiedAt: '2026-01-16T09:40:00.000Z' },
    },
  },
  errors: [...applicantErrors, apiErrors.applicationNoDraft, ...apiErrors.idempotencyErrors],
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
  summary: 'End the residency of an approved application',
  description: 'Ends the residency now. A residency that has already ended is returned unchanged.',
  response: TestResidencyAnswer,
  example: { response: ended },
  errors: [
    ...applicantErrors,
    incorporationErrors.applicationNotApproved,
    ...apiErrors.idempotencyErrors,
  ],
  writes: { put: ['audit', 'person', 'residency', 'residentPermitNumber'] },
});

export const testExpireResidency = defineRoute({
  ...helperRow,
  operationId: 'testExpireResidency',
  path: `${testHelpersPath}/residencies/{id}/expire`,
  summary: 'End a residency',
  description:
    'Ends a residency of the key’s owner now. You find its id in the response that created the resident, and in the event feed. A residency that has already ended is returned unchanged.',
  auth: { scheme: 'key', agentScope: 'none' },
  params: ById,
  response: TestResidencyAnswer,
  example: { response: ended },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.keyErrors,
    { ...apiErrors.notFound, when: 'It does not exist, or it belongs to another person.' },
    ...apiErrors.idempotencyErrors,
  ],
  writes: { put: ['audit', 'person', 'residency', 'residentPermitNumber'] },
});

export const testCreatePerson = defineRoute({
  ...helperRow,
  operationId: 'testCreatePerson',
  path: `${testHelpersPath}/persons`,
  summary: 'Create a test resident with keys',
  description:
    'Creates an active e-Resident, unless the body asks for something else. The resident has signed the Manifestation of Will and accepted the Agreements of Coexistence in advance. The email address is a mailbox simulator’s, which stores nothing. Only this response contains the keys.',
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
  errors: [apiErrors.invalidBody, ...apiErrors.keyErrors, ...apiErrors.idempotencyErrors],
  writes: {
    put: [
      'actReason',
      'apiKey',
      'audit',
      'email',
      'event',
      'listed',
      'manifestation',
      'ownedKey',
      'permitHolder',
      'person',
      'residency',
      'residentPermitNumber',
    ],
    update: ['permitsFiled', 'person'],
    check: ['manifestation', 'person'],
  },
});

export const testCreateLegalEntity = defineRoute({
  ...helperRow,
  operationId: 'testCreateLegalEntity',
  path: `${testHelpersPath}/legal_entities`,
  summary: 'Create a test legal entity',
  description:
    'Creates an LLC in good standing that the key’s owner represents, unless the body asks for something else. With `taxState` `overdue`, taxes block a certificate; with a `dissolutionDate`, it is dissolved. Agent Keys can read it. Search finds it immediately.',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.create' },
  body: TestEntity,
  response: LegalEntityAnswer,
  example: {
    request: { name: 'Overdue Trial', taxState: 'overdue' },
    response: { data: { ...exampleEntity, name: 'Overdue Trial' } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.keyErrors,
    apiErrors.nameTaken,
    ...apiErrors.idempotencyErrors,
  ],
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
    update: ['registrySharding'],
    check: ['person'],
  },
});

export const testCreateVoucher = defineRoute({
  ...helperRow,
  operationId: 'testCreateVoucher',
  path: `${testHelpersPath}/vouchers`,
  summary: 'Create a test voucher',
  description:
    'Creates a voucher with a random code that works once, for all products unless you send `products`. Anyone with the code can pay with it.',
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
  errors: [apiErrors.invalidBody, ...apiErrors.keyErrors, ...apiErrors.idempotencyErrors],
  writes: { put: ['audit', 'listed', 'voucher'] },
});

export const testFailNextDelivery = defineRoute({
  ...helperRow,
  operationId: 'testFailNextDelivery',
  path: `${testHelpersPath}/webhook_endpoints/{id}/fail_next`,
  summary: 'Make the next webhook deliveries fail',
  description:
    'Makes the next `count` attempts (default 1) fail as if the receiver had responded with 500. Nothing is sent to the receiver. The attempts appear in the list of deliveries and follow the retry schedule, the first after 5 seconds. Repeated calls add up.',
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
    apiErrors.invalidBody,
    ...apiErrors.keyErrors,
    apiErrors.integrationNotActive,
    eventErrors.webhookEndpointNotFound,
    ...apiErrors.idempotencyErrors,
  ],
  notFound: eventErrors.webhookEndpointNotFound,
  writes: { update: ['webhookEndpoint'] },
});

/** All of them, for the route table. */
export const testHelperRows: readonly Route[] = [
  ...decisionHelperRows,
  testVerifyApplicant,
  testExpireApplicantsResidency,
  testExpireResidency,
  testCreatePerson,
  testCreateLegalEntity,
  testCreateVoucher,
  testFailNextDelivery,
];
