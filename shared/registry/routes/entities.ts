import { DocumentList } from '../../documents/contracts/document-contract.ts';
import { OwnListQuery } from '../../kernel/contracts/own-list.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, ownListNote } from '../../kernel/http/route.ts';
import { exampleEntity, LegalEntityAnswer, OwnLegalEntityList } from '../contracts/legal-entity.ts';

export const listLegalEntities = defineRoute({
  operationId: 'listLegalEntities',
  method: 'GET',
  path: '/api/v1/legal_entities',
  entry: 'functions/entities/read.ts',
  summary: 'List your legal entities',
  description: `Lists the entities that you represent. ${ownListNote}`,
  tag: 'Legal entities',
  auth: { scheme: 'key', agentScope: 'none' },
  query: OwnListQuery,
  response: OwnLegalEntityList,
  example: { response: { data: [exampleEntity] } },
  errors: [
    apiErrors.missingApiKey,
    apiErrors.invalidApiKey,
    { ...apiErrors.insufficientPermissions, when: 'The key is an Agent Key.' },
  ],
  table: 'read',
  spec: '4.11',
});

export const getLegalEntity = defineRoute({
  operationId: 'getLegalEntity',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}',
  entry: 'functions/entities/read.ts',
  summary: 'Retrieve a legal entity',
  description:
    'Returns an entity that the caller represents. Agent Keys can read only entities whose application was created through the API.',
  tag: 'Legal entities',
  auth: { scheme: 'key', agentScope: 'agent:entity.read' },
  params: ById,
  notFound: apiErrors.legalEntityNotFound,
  response: LegalEntityAnswer,
  example: {
    response: {
      data: exampleEntity,
    },
  },
  errors: [...apiErrors.keyErrors, apiErrors.legalEntityNotFound],
  table: 'read',
  spec: '4.11',
});

export const listLegalEntityDocuments = defineRoute({
  operationId: 'listLegalEntityDocuments',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}/documents',
  entry: 'functions/entities/list-documents.ts',
  summary: 'List the documents of a legal entity',
  description: `Lists the documents of an entity that the caller represents. ${ownListNote} Each \`fileUrl\` needs no credential and expires after one hour. Do not send the API key to it.`,
  tag: 'Legal entities',
  auth: { scheme: 'key', agentScope: 'agent:entity.documents.read' },
  params: ById,
  notFound: apiErrors.legalEntityNotFound,
  query: OwnListQuery,
  response: DocumentList,
  example: {
    response: {
      data: [
        {
          id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
          name: 'Certificate of Organization',
          slug: 'certificate-of-organization',
          version: 1,
          fileUrl: 'https://documents.example/2f0c7f0e?X-Amz-Expires=3600',
          createdAt: '2026-01-16T09:30:00.000Z',
        },
      ],
    },
  },
  errors: [...apiErrors.keyErrors, apiErrors.legalEntityNotFound],
  table: 'read',
  documents: { get: ['documents'] },
  spec: '4.12',
});
