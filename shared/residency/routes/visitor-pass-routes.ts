import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  VisitorPassAnswer,
  VisitorPassApplication,
  visitorApplications,
} from '../contracts/visitor-pass-contract.ts';

export const createVisitorPassApplication = defineRoute({
  operationId: 'createVisitorPassApplication',
  method: 'POST',
  path: '/api/v1/visitor_pass_applications',
  entry: 'functions/visitor-passes/apply.ts',
  summary: 'Apply for a visitor pass',
  description: `Creates an application for one person. The applicant gets the next steps in an email. You can’t read the application later. \`signature\` must contain the first or the last name. A repeated application gets the same response as a new one. Limit: ${visitorApplications.max} calls a minute from one network address.`,
  tag: 'Visitor passes',
  auth: { scheme: 'none' },
  body: VisitorPassApplication,
  response: VisitorPassAnswer,
  example: {
    request: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      signature: 'Ada Lovelace',
      consentToBackgroundCheck: true,
      referralSource: 'Spring Conference',
      dateOfBirth: '1990-12-10',
    },
    response: { success: true, data: { ok: true } },
  },
  errors: [
    apiErrors.invalidBody,
    {
      ...apiErrors.tooManyAttempts,
      when: `There were more than ${visitorApplications.max} calls in a minute. Wait for \`Retry-After\`.`,
    },
    ...apiErrors.idempotencyErrors,
  ],
  table: 'read',
  writes: {
    put: [
      'audit',
      'event',
      'listed',
      'visitorPass',
      'visitorPassClaim',
      'visitorPassOfEmail',
      'visitorPassOfSource',
    ],
    update: ['attempts'],
  },
  idempotent: 'answer',
  spec: '4.18',
});
