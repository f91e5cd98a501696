import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ByBatch, ImportAnswer, ImportCall } from '../contracts/import-call.ts';

export const adminImportRecords = defineRoute({
  operationId: 'adminImportRecords',
  method: 'POST',
  path: '/admin/v1/imports/{batch}/records',
  entry: 'functions/admin/imports.ts',
  summary: 'Validate, import or compare records of a previous register',
  description:
    'Up to 100 records of persons, residencies, legal entities and documents, each judged by itself; an outcome for each, in their order. `validate` writes nothing. `run` imports each record once: under its `sourceId`, of its kind and in this batch, a repeat is `same`. Numbers, names and addresses that someone has are refused, as everywhere. A document without its bytes is answered with `upload`: a URL under which they are put, before the record is sent again. `later`: send it again, the call had no time for it. `compare` answers what the registry has of each.',
  tag: 'Operators: imports',
  auth: { scheme: 'operator' },
  params: ByBatch,
  body: ImportCall,
  response: ImportAnswer,
  example: {
    request: {
      mode: 'run',
      records: [
        {
          kind: 'person',
          sourceId: 'p-4711',
          email: 'ada@example.com',
          givenName: 'Ada',
          surname: 'Lovelace',
          residentPermitNumber: '90000000000019',
        },
      ],
    },
    response: {
      data: [
        {
          kind: 'person',
          status: 'imported',
          id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
          faults: [],
          upload: null,
          held: null,
        },
      ],
    },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    apiErrors.importsClosed,
  ],
  operatorApprovals: true,
  table: 'read',
  writes: {
    put: [
      'audit',
      'document',
      'email',
      'entity',
      'entityName',
      'importedRecord',
      'listed',
      'permitHolder',
      'person',
      'registryRow',
      'representative',
      'represented',
      'residency',
      'residentPermitNumber',
    ],
    update: ['permitsFiled', 'registrySpread'],
    check: ['entity', 'person'],
  },
  documents: { get: ['documents'], put: ['documents'] },
  spec: '1',
});
