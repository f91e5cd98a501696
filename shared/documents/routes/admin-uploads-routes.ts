import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import { UploadPage, UploadQuery } from '../contracts/admin-uploads-contract.ts';

export const adminListUploads = defineRoute({
  operationId: 'adminListUploads',
  method: 'GET',
  path: '/admin/v1/uploads',
  entry: 'functions/admin/documents.ts',
  summary: 'List uploads with the results of their malware checks',
  description: `Lists proofs and files of answers that were uploaded since malware checks were switched on. ${listNote}`,
  tag: 'Operators: legal entities',
  auth: { scheme: 'operator' },
  query: UploadQuery,
  response: UploadPage,
  example: {
    response: {
      data: [
        {
          id: '0d1c2b3a-4f5e-4d6c-8b7a-9f0e1d2c3b4a',
          kind: 'tax_proof',
          status: 'refused',
          personId: '5f0c7a7e-6d0e-4b5c-9a51-1f6f6d6c2b11',
          applicationId: null,
          reviewId: null,
          objectKey: 'tax-proofs/scanned/5f0c7a7e-6d0e-4b5c-9a51-1f6f6d6c2b11/9f86d081884c7d65',
          createdAt: '2026-01-15T09:30:00.000Z',
          decidedAt: '2026-01-15T09:30:21.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  spec: 'admin 3',
});
