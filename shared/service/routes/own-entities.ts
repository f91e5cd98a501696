import { portalPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { OwnDocumentPath, OwnEntityPath } from '../../registry/contracts/own-entities-contract.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/entities.ts',
  method: 'GET',
  writes: { update: ['session'] },
  spec: '4.11',
} as const;

export const showOwnEntities = defineRoute({
  ...shared,
  operationId: 'showOwnEntities',
  path: '/portal/legal-entities',
  summary: 'List legal entities you represent',
  errors: [],
});

export const showOwnEntity = defineRoute({
  ...shared,
  operationId: 'showOwnEntity',
  path: '/portal/legal-entities/{entityId}',
  params: OwnEntityPath,
  summary: 'Show a legal entity with its filings and documents',
  errors: [],
});

export const openEntityDocument = defineRoute({
  ...shared,
  operationId: 'openEntityDocument',
  path: '/portal/legal-entities/{entityId}/documents/{documentId}',
  params: OwnDocumentPath,
  documents: { get: ['documents'] },
  writes: { update: ['represented', 'session'] },
  summary: 'Open a document of a legal entity',
  errors: [],
});
