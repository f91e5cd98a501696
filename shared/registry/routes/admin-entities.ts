import {
  AdminDocument,
  AdminDocumentAnswer,
  DocumentPath,
  ReviseDocument,
  StoreDocument,
} from '../../documents/contracts/document-contract.ts';
import { PageOf, PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import {
  AdminLegalEntityAnswer,
  EntityPage,
  EntityQuery,
  ImportEntity,
  RepresentativePath,
  ReviseEntity,
} from '../contracts/admin-entities.ts';
import {
  AnnulBody,
  AnnulmentAnswer,
  annulNote,
  exampleAnnul,
  exampleAnnulment,
} from '../contracts/annulment-contract.ts';
import { exampleEntity } from '../contracts/legal-entity.ts';
import * as registryErrors from '../errors/registry-errors.ts';

const shared = {
  entry: 'functions/admin/entities.ts',
  tag: 'Operators: legal entities',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 4',
} as const;
const documentEntry = 'functions/admin/documents.ts';

const exampleImport = {
  ...exampleEntity,
  createdViaAPI: false,
  taxState: 'current',
  residency: { effectiveDate: '2026-01-16T09:30:00.000Z', terminationDate: null, active: true },
  representatives: [
    { personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f', since: '2026-01-16T09:30:00.000Z' },
  ],
  applicationId: null,
};

const exampleDocument = {
  id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
  name: 'Certificate of Organization',
  slug: 'certificate-of-organization',
  version: '1',
  visibility: 'visible',
  contentType: 'application/pdf',
  size: 14,
  sha256: 'd5db70fbccdd8ccc6a553604b79a09cd33083b401340d546efa08a52142c972e',
  createdAt: '2026-01-16T09:30:00.000Z',
};

export const adminImportLegalEntity = defineApprovedRoute({
  ...shared,
  operationId: 'adminImportLegalEntity',
  method: 'POST',
  path: '/admin/v1/legal_entities',
  summary: 'Import an existing legal entity',
  description:
    'Keeps the resident permit number that you send; without one, a number is allocated. Search finds the entity immediately. Dates can be in the past. A residency that ends before it begins is never active.',
  body: ImportEntity,
  response: AdminLegalEntityAnswer,
  example: {
    request: {
      optionId: 'llc',
      name: 'Acme',
      extension: 'LLC',
      formationDate: '2026-01-15',
      representatives: ['0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
    },
    response: { data: exampleImport },
  },
  errors: [
    apiErrors.invalidBody,
    apiErrors.unknownReferralCode,
    ...apiErrors.operatorErrors,
    apiErrors.nameTaken,
    registryErrors.permitNumberTaken,
  ],
  writes: {
    put: [
      'audit',
      'entity',
      'entityName',
      'referredEntity',
      'registryRow',
      'representative',
      'represented',
      'residentPermitNumber',
    ],
    update: ['registrySharding'],
    check: ['person', 'referralCode'],
  },
});

export const adminGetLegalEntity = defineRoute({
  ...shared,
  operationId: 'adminGetLegalEntity',
  method: 'GET',
  path: '/admin/v1/legal_entities/{id}',
  summary: 'Read any legal entity',
  description: 'Includes data that is not public: taxes, residency and representatives.',
  params: ById,
  response: AdminLegalEntityAnswer,
  example: { response: { data: exampleImport } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminUpdateLegalEntity = defineApprovedRoute({
  ...shared,
  operationId: 'adminUpdateLegalEntity',
  method: 'PATCH',
  path: '/admin/v1/legal_entities/{id}',
  summary: 'Change a legal entity',
  description:
    'Fields that you leave out stay as they are, and null clears a field. The same applies to each field of `residency`. A `dissolutionDate` dissolves the entity and ends its residency. Send `correction` if the old data was wrong: the change is recorded with the previous values and listed in `corrections`.',
  params: ById,
  body: ReviseEntity,
  response: AdminLegalEntityAnswer,
  example: { request: { taxState: 'current' }, response: { data: exampleImport } },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    apiErrors.nameTaken,
    registryErrors.entityAnnulled,
  ],
  writes: {
    put: [
      'actReason',
      'audit',
      'certificateRequest',
      'entity',
      'entityCorrection',
      'entityName',
      'invoice',
      'registryRow',
      'residentPermitNumber',
    ],
    update: ['registrySharding'],
    delete: ['certificateClaim', 'entityName'],
    check: ['certificateClaim'],
  },
});

export const adminAddRepresentative = defineApprovedRoute({
  ...shared,
  operationId: 'adminAddRepresentative',
  method: 'PUT',
  path: '/admin/v1/legal_entities/{id}/representatives/{personId}',
  summary: 'Add a representative to a legal entity',
  description: 'If the person already represents the entity, the original date is kept.',
  params: RepresentativePath,
  response: AdminLegalEntityAnswer,
  example: { response: { data: exampleImport } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, apiErrors.personErased],
  writes: {
    put: ['audit', 'event', 'representative', 'represented'],
    check: ['entity', 'person'],
  },
});

export const adminRemoveRepresentative = defineApprovedRoute({
  ...shared,
  operationId: 'adminRemoveRepresentative',
  method: 'DELETE',
  path: '/admin/v1/legal_entities/{id}/representatives/{personId}',
  summary: 'Remove a representative from a legal entity',
  description:
    'Takes effect immediately. If the person does not represent the entity, nothing changes and no error is returned.',
  params: RepresentativePath,
  response: AdminLegalEntityAnswer,
  example: { response: { data: { ...exampleImport, representatives: [] } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: {
    put: ['audit', 'event'],
    delete: ['representative', 'represented'],
    check: ['entity', 'person'],
  },
});

export const adminStoreDocument = defineRoute({
  ...shared,
  operationId: 'adminStoreDocument',
  method: 'POST',
  path: '/admin/v1/legal_entities/{id}/documents',
  entry: documentEntry,
  summary: 'Add a document to a legal entity',
  description: 'The content can have up to 700 KB, in padded base64 without line breaks.',
  params: ById,
  body: StoreDocument,
  response: AdminDocumentAnswer,
  example: {
    request: {
      name: 'Certificate of Organization',
      slug: 'certificate-of-organization',
      version: '1',
      contentType: 'application/pdf',
      contentBase64: 'JVBERi0xLjcKJSVFT0Y=',
    },
    response: { data: exampleDocument },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit', 'document'] },
  documents: { put: ['documents'] },
  spec: 'admin 5',
});

export const adminListDocuments = defineRoute({
  ...shared,
  operationId: 'adminListDocuments',
  method: 'GET',
  path: '/admin/v1/legal_entities/{id}/documents',
  entry: documentEntry,
  summary: 'List all documents of a legal entity',
  description: 'Newest first, including hidden and admin-only documents.',
  params: ById,
  query: PageQuery,
  response: PageOf(AdminDocument),
  example: {
    response: {
      data: [{ ...exampleDocument, withdrawnAt: null }],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  spec: 'admin 5',
});

export const adminUpdateDocument = defineRoute({
  ...shared,
  operationId: 'adminUpdateDocument',
  method: 'PATCH',
  path: '/admin/v1/legal_entities/{id}/documents/{documentId}',
  entry: documentEntry,
  summary: 'Change a document’s details or visibility',
  description:
    'Fields that you leave out stay as they are. You can’t change the file itself: add a new document and hide this one.',
  params: DocumentPath,
  body: ReviseDocument,
  response: AdminDocumentAnswer,
  example: {
    request: { visibility: 'hidden' },
    response: { data: { ...exampleDocument, visibility: 'hidden' } },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], update: ['document'] },
  spec: 'admin 5',
});

export const adminListLegalEntities = defineRoute({
  ...shared,
  operationId: 'adminListLegalEntities',
  method: 'GET',
  path: '/admin/v1/legal_entities',
  summary: 'List legal entities',
  description: `\`residentPermitNumber\` finds the entity with that number. \`name\` finds entities by the first letters of words in the name. The first word of the name must be one of them. These pages can be shorter than \`limit\`. ${listNote}`,
  auth: { scheme: 'operator' },
  query: EntityQuery,
  response: EntityPage,
  example: {
    response: {
      data: [
        {
          id: exampleEntity.id,
          residentPermitNumber: exampleEntity.residentPermitNumber,
          name: exampleEntity.name,
          extension: exampleEntity.extension,
          optionId: 'llc',
          status: 'registered',
          registrationDate: '2026-01-16T09:30:00.000Z',
          dissolutionDate: null,
          taxState: 'current',
          applicationId: null,
          createdAt: '2026-01-16T09:30:00.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  indexes: ['gsi1', 'gsi2'],
});

export const adminAnnulLegalEntity = defineRoute({
  operationId: 'adminAnnulLegalEntity',
  method: 'POST',
  path: '/admin/v1/legal_entities/{id}/annul',
  entry: 'functions/admin/entities.ts',
  summary: 'Annul a registration that was a mistake',
  description: `You can’t undo this. The entity is dissolved, its name becomes available, searches no longer find it, and all its documents are withdrawn. Its permit number is never used again. ${annulNote}`,
  tag: 'Operators: legal entities',
  auth: { scheme: 'operator' },
  params: ById,
  body: AnnulBody,
  response: AnnulmentAnswer,
  example: {
    request: exampleAnnul,
    response: {
      data: {
        ...exampleAnnulment,
        subject: { type: 'legal_entity', id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11' },
        changes: [
          {
            of: 'legal_entity',
            id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
            field: 'dissolutionDate',
            from: null,
            to: '2026-01-17T09:30:00.000Z',
          },
          {
            of: 'legal_entity',
            id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
            field: 'claimed name',
            from: 'Acme',
            to: null,
          },
        ],
        withdrawn: [...exampleAnnulment.withdrawn],
        remaining: [],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    registryErrors.entityAnnulled,
  ],
  table: 'read',
  writes: {
    put: [
      'actReason',
      'audit',
      'certificateRequest',
      'entity',
      'event',
      'invoice',
      'registryRow',
      'residentPermitNumber',
      'withdrawal',
    ],
    update: ['registrySharding'],
    delete: ['certificateClaim', 'entityName'],
    check: ['certificateClaim'],
  },
  spec: 'admin 4',
});
