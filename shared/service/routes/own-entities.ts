import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { OwnDocumentPath, OwnEntityPath } from '../../registry/contracts/own-entities-contract.ts';

const shared = {
  entry: 'functions/portal/entities.ts',
  tag: 'Portal',
  method: 'GET',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  writes: { update: ['session'] },
  service: true,
  spec: '4.11',
} as const;

export const showOwnEntities = defineRoute({
  ...shared,
  operationId: 'showOwnEntities',
  path: '/portal/legal-entities',
  summary: 'See the legal entities that one represents',
  errors: [],
});

export const showOwnEntity = defineRoute({
  ...shared,
  operationId: 'showOwnEntity',
  path: '/portal/legal-entities/{entityId}',
  params: OwnEntityPath,
  summary: 'See a legal entity: its standing, representatives, filings and documents',
  description: 'To everybody but those who represent it there is no such page.',
  errors: [],
});

export const openEntityDocument = defineRoute({
  ...shared,
  operationId: 'openEntityDocument',
  path: '/portal/legal-entities/{entityId}/documents/{documentId}',
  params: OwnDocumentPath,
  documents: { get: ['documents'] },
  summary: 'Open a document of a legal entity that one represents',
  description: 'Answers 303 to the file, under a link of one minute.',
  errors: [],
});
