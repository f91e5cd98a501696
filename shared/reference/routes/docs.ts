import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  DocumentationQuery,
  GuideFilePath,
  GuidePath,
  ReferenceGroupPath,
  ReferenceQuery,
} from '../contracts/documentation.ts';

const ofDocs = {
  method: 'GET',
  entry: 'functions/pages/static.ts',
  tag: 'Service',
  auth: { scheme: 'none' },
  errors: [],
  table: 'none',
  spec: '9',
} as const;

const ofDescriptions = {
  method: 'GET',
  entry: 'functions/meta/openapi.ts',
  tag: 'Service',
  auth: { scheme: 'none' },
  service: true,
  produces: 'application/json',
  errors: [],
  table: 'none',
  spec: '9',
} as const;

export const getOpenApi = defineRoute({
  ...ofDescriptions,
  operationId: 'getOpenApi',
  path: '/api/v1/openapi.json',
  summary: 'Retrieve the OpenAPI description',
  description:
    'Returns the OpenAPI 3.1 description that the reference page shows. `servers` and the OAuth addresses are those of this deployment.',
  crossOrigin: true,
});

export const getOperatorsOpenApi = defineRoute({
  ...ofDescriptions,
  operationId: 'getOperatorsOpenApi',
  path: '/admin/v1/openapi.json',
  summary: 'Retrieve the OpenAPI description for operators',
  description:
    'Returns the OpenAPI 3.1 description of `/admin/v1`. Anyone can read it: it contains no secrets.',
});

export const showDocumentation = defineRoute({
  ...ofDocs,
  operationId: 'showDocumentation',
  path: '/docs',
  summary: 'Show the documentation',
  description:
    'Redirects addresses of the previous reference page (`/docs#tag/…`) to their new place.',
  produces: pageType,
  service: true,
});

/** Served by the function that API Gateway calls for every path without a resource. */
const atRoot = {
  ...ofDocs,
  entry: 'functions/pages/start-page.ts',
  produces: 'text/plain; charset=utf-8',
  service: true,
} as const;

export const getLlmsText = defineRoute({
  ...atRoot,
  operationId: 'getLlmsText',
  path: '/llms.txt',
  summary: 'List the documentation for language models',
});

export const getLlmsFullText = defineRoute({
  ...atRoot,
  operationId: 'getLlmsFullText',
  path: '/llms-full.txt',
  summary: 'Retrieve the documentation as one text',
});

export const getRobotsText = defineRoute({
  ...atRoot,
  operationId: 'getRobotsText',
  path: '/robots.txt',
  summary: 'Say what search engines may read',
});

export const getSitemap = defineRoute({
  ...atRoot,
  operationId: 'getSitemap',
  path: '/sitemap.xml',
  summary: 'List the pages of the documentation for search engines',
  produces: 'text/xml; charset=utf-8',
});

export const getSecurityText = defineRoute({
  ...atRoot,
  operationId: 'getSecurityText',
  path: '/.well-known/security.txt',
  summary: 'Find out where to report a vulnerability',
  description: 'RFC 9116.',
  spec: '1',
});

export const showGuide = defineRoute({
  ...ofDocs,
  operationId: 'showGuide',
  path: '/docs/{slug}',
  summary: 'Show a documentation page',
  description: 'With `.md` after the name, you get the page as Markdown.',
  params: GuidePath,
  produces: pageType,
  service: true,
  errors: [apiErrors.guideNotFound],
  notFound: apiErrors.guideNotFound,
});

export const getGuideFile = defineRoute({
  ...ofDocs,
  operationId: 'getGuideFile',
  path: '/docs/files/{name}',
  summary: 'Download a file for the guides',
  description: 'For example `guide.sh`, or `resident-registry-client.tgz`, the packed client.',
  params: GuideFilePath,
  produces: 'application/octet-stream',
  errors: [apiErrors.guideNotFound],
  notFound: apiErrors.guideNotFound,
});

export const searchGuides = defineRoute({
  ...ofDocs,
  operationId: 'searchGuides',
  path: '/docs/search',
  summary: 'Search the documentation',
  description:
    'Finds pages, sections and operations that contain every word of `q`. It returns at most 20, best match first. Only the first 200 characters and the first eight words of `q` are used.',
  query: DocumentationQuery,
  produces: pageType,
  service: true,
});

export const showReference = defineRoute({
  ...ofDocs,
  operationId: 'showReference',
  path: '/docs/reference',
  summary: 'Show the API reference',
  description:
    'Lists all operations by group. With `api=operators`, it lists the operations for operators. Redirects addresses of the previous reference page (`#tag/…`) to their new place.',
  query: ReferenceQuery,
  produces: pageType,
  service: true,
});

export const showReferenceGroup = defineRoute({
  ...ofDocs,
  operationId: 'showReferenceGroup',
  path: '/docs/reference/{group}',
  summary: 'Show the operations of a group',
  description: 'The parameters, bodies, responses and errors of each operation, with examples.',
  params: ReferenceGroupPath,
  produces: pageType,
  service: true,
  errors: [apiErrors.guideNotFound],
  notFound: apiErrors.guideNotFound,
});

export const showErrorCodes = defineRoute({
  operationId: 'showErrorCodes',
  method: 'GET',
  path: '/docs/errors',
  entry: 'functions/pages/static.ts',
  summary: 'Show error codes',
  description:
    'Explains what each error code means and what to do. The `documentation` of an error links to its `code` on this page.',
  tag: 'Service',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  errors: [],
  table: 'none',
  spec: '2.1',
});
