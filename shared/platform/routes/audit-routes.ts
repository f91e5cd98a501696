import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { AuditPage, AuditQuery } from '../contracts/audit-contract.ts';

export const adminListAudit = defineRoute({
  operationId: 'adminListAudit',
  method: 'GET',
  path: '/admin/v1/audit',
  entry: 'functions/admin/audit.ts',
  summary: 'Read the audit trail',
  description:
    'Newest first. All filters are optional. `actorId` is the id of a key, an IAM principal or a person. New entries appear immediately if you filter by `subjectId`, alone or with one other filter, and otherwise within a second.',
  tag: 'Operators: audit',
  auth: { scheme: 'operator' },
  query: AuditQuery,
  response: AuditPage,
  example: {
    response: {
      data: [
        {
          id: '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a',
          at: '2026-01-16T09:30:00.000Z',
          actor: {
            kind: 'operator',
            id: 'arn:aws:sts::123456789012:assumed-role/Operators/grace',
            personId: null,
          },
          action: 'person.deactivated',
          subject: { type: 'person', id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f' },
          outcome: 'success',
          details: { revokedKeys: ['6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f'] },
          reason: null,
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  spec: 'admin 12',
});
