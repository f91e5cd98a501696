import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { VisitorPassPage, VisitorPassQuery } from '../contracts/visitor-pass-contract.ts';

export const adminListVisitorPasses = defineRoute({
  operationId: 'adminListVisitorPasses',
  method: 'GET',
  path: '/admin/v1/visitor_pass_applications',
  entry: 'functions/admin/visitor-passes.ts',
  summary: 'List applications for visitor passes',
  description: 'Filters must match in full and are not case-sensitive.',
  tag: 'Operators: applicants',
  auth: { scheme: 'operator' },
  query: VisitorPassQuery,
  response: VisitorPassPage,
  example: {
    response: {
      data: [
        {
          id: '3c2b1a09-8f7e-4d6c-9b5a-4a3b2c1d0e0f',
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: 'ada@example.com',
          signature: 'Ada Lovelace',
          referralSource: 'Spring Conference',
          dateOfBirth: '1990-12-10',
          createdAt: '2026-03-02T09:30:00.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  table: 'read',
  indexes: ['gsi1'],
  spec: 'admin 6',
});
