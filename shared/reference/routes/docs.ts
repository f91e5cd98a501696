import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { DocumentationQuery, GuidePath } from '../contracts/documentation.ts';

const ofDocs = {
  method: 'GET',
  entry: 'functions/pages/static.ts',
  tag: 'Service',
  auth: { scheme: 'none' },
  errors: [],
  table: 'none',
  spec: '9',
} as const;

export const getOpenApi = defineRoute({
  operationId: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  entry: 'functions/meta/openapi.ts',
  summary: 'Get this description',
  description:
    'OpenAPI 3.1, the same that the reference page shows. `servers` and the addresses of OAuth are those of this deployment.',
  tag: 'Service',
  auth: { scheme: 'none' },
  service: true,
  produces: 'application/json',
  crossOrigin: true,
  errors: [],
  table: 'none',
  spec: '9',
});

export const showDocumentation = defineRoute({
  ...ofDocs,
  operationId: 'showDocumentation',
  path: '/docs',
  summary: 'Read the documentation, from its beginning',
  description:
    'Places of the reference, which was here before (`/docs#tag/…`), lead to where it is now.',
  produces: pageType,
  service: true,
});

export const showGuide = defineRoute({
  ...ofDocs,
  operationId: 'showGuide',
  path: '/docs/{slug}',
  summary: 'Read a page of the documentation',
  params: GuidePath,
  produces: pageType,
  service: true,
  errors: [{ status: 404, error: 'There is no such page of the documentation' }],
  notFound: 'There is no such page of the documentation',
});

export const searchGuides = defineRoute({
  ...ofDocs,
  operationId: 'searchGuides',
  path: '/docs/search',
  summary: 'Search the documentation',
  description:
    'Pages, their sections, and operations of the reference that have every word of `q`: at most 20, the best first. Of `q` the first 200 characters count, and of those eight words.',
  query: DocumentationQuery,
  produces: pageType,
  service: true,
});

export const getReferencePage = defineRoute({
  ...ofDocs,
  operationId: 'getReferencePage',
  path: '/docs/reference',
  summary: 'Read this description as a page',
  produces: 'text/html; charset=utf-8',
});

export const getReferenceScript = defineRoute({
  ...ofDocs,
  operationId: 'getReferenceScript',
  path: '/docs/scalar.js',
  summary: 'Get the script of the reference page',
  description: 'Compressed with gzip, unless that is refused.',
  produces: 'text/javascript; charset=utf-8',
});

export const getOldPlacesScript = defineRoute({
  ...ofDocs,
  operationId: 'getOldPlacesScript',
  path: '/docs/old-places.js',
  summary: 'Get the script that leads former places of the reference on',
  produces: 'text/javascript; charset=utf-8',
});

export const showErrorCodes = defineRoute({
  operationId: 'showErrorCodes',
  method: 'GET',
  path: '/docs/errors',
  entry: 'functions/pages/static.ts',
  summary: 'Say what each code of an error means, and what to do',
  description: '`documentation` of an error leads here, to the place of its `code`.',
  tag: 'Service',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  errors: [],
  table: 'none',
  spec: '2.1',
});
