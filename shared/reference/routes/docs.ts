import { defineRoute } from '../../kernel/http/route.ts';

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

export const getReferencePage = defineRoute({
  operationId: 'getReferencePage',
  method: 'GET',
  path: '/docs',
  entry: 'functions/pages/static.ts',
  summary: 'Read this description as a page',
  tag: 'Service',
  auth: { scheme: 'none' },
  produces: 'text/html; charset=utf-8',
  errors: [],
  table: 'none',
  spec: '9',
});

export const getReferenceScript = defineRoute({
  operationId: 'getReferenceScript',
  method: 'GET',
  path: '/docs/scalar.js',
  entry: 'functions/pages/static.ts',
  summary: 'Get the script of the reference page',
  description: 'Compressed with gzip, unless that is refused.',
  tag: 'Service',
  auth: { scheme: 'none' },
  produces: 'text/javascript; charset=utf-8',
  errors: [],
  table: 'none',
  spec: '9',
});
