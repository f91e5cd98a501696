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
    'Takes up to 100 records of people, residencies, legal entities and documents. Each record is checked on its own, and the results are in the same order. `validate` writes nothing. `run` imports each record once: repeating the same `sourceId` and kind in a batch gives `same`. Numbers, names and addresses that are already in use are refused. For a document without its file, the result is `upload`, with a URL: upload the file there and send the record again. `later` means that there was not enough time: send the record again. `compare` returns what the registry has for each record.',
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
          errors: [],
          upload: null,
          stored: null,
        },
      ],
    },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    apiErrors.importsDisabled,
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
    update: ['permitsFiled', 'registrySharding'],
    check: ['entity', 'person'],
  },
  documents: { get: ['documents'], put: ['documents'] },
  spec: '1',
});
