import { describe, expect, it } from 'vitest';
import { apiDefinition } from '../../lib/api-definition.ts';
import { isHandedOver } from '../../shared/kernel/http/operator-paths.ts';
import { pagePathOf } from '../../shared/kernel/http/page-paths.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const define = (rows: readonly Route[]) =>
  apiDefinition({
    title: 'registry-test',
    routes: rows,
    invocationUri: (entry) => `invoke ${entry}`,
    invokerRole: 'the role',
    authorizerEntry: 'functions/gateway/authorize.ts',
  });

const row: Route = {
  operationId: 'readThing',
  method: 'GET',
  path: '/things/{id}',
  entry: 'functions/things/read.ts',
  summary: 'Read a thing',
  tag: 'Things',
  auth: { scheme: 'key', agentScope: 'any' },
  errors: [],
  table: 'read',
  spec: '0',
};

const operation = (changes: Partial<Route>) => {
  const changed = { ...row, ...changes };
  return define([changed]).paths[changed.path]?.[changed.method.toLowerCase()];
};

describe('the definition of the API', () => {
  it('has every integrator route, with HEAD for each GET, on the function of its row', () => {
    const defined = Object.entries(define(routes).paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { operationId = 'HEAD', ...rest }]) =>
        method === 'options' || method === 'x-amazon-apigateway-any-method'
          ? []
          : {
              row: `${operationId} ${method.toUpperCase()} ${path}`,
              integration: rest['x-amazon-apigateway-integration'],
            },
      ),
    );
    expect(defined.toSorted((left, right) => left.row.localeCompare(right.row))).toEqual(
      routes
        .filter((row) => !isHandedOver(row))
        .flatMap((row) =>
          row.method === 'GET' ? [row, { ...row, method: 'HEAD', operationId: 'HEAD' }] : [row],
        )
        .map(({ operationId, method, path, entry }) => ({
          row: `${operationId} ${method} ${path}`,
          integration: {
            type: 'aws_proxy',
            httpMethod: 'POST',
            uri: `invoke ${entry}`,
            credentials: 'the role',
          },
        }))
        .toSorted((left, right) => left.row.localeCompare(right.row)),
    );
  });

  it('passes each page path, with all methods and subpaths, to the function of its pages', () => {
    const pages = Object.entries(define(routes).paths).filter(
      ([path]) => path.endsWith('/{proxy+}') && path !== '/{proxy+}' && !path.startsWith('/admin/'),
    );
    for (const [path, operations] of [
      ...pages,
      ['/portal', define(routes).paths['/portal']] as const,
    ]) {
      const rows = routes.filter((row) => pagePathOf(row.path) === path.replace('/{proxy+}', ''));
      const entries = [...new Set(rows.map(({ entry }) => entry))];
      expect(entries, path).toHaveLength(1);
      expect(operations, path).toEqual({
        'x-amazon-apigateway-any-method': {
          parameters: path.endsWith('}')
            ? [{ name: 'proxy', in: 'path', required: true, schema: { type: 'string' } }]
            : [],
          responses: { 200: { description: 'OK' } },
          'x-amazon-apigateway-integration': {
            type: 'aws_proxy',
            httpMethod: 'POST',
            uri: `invoke ${entries[0]}`,
            credentials: 'the role',
          },
        },
      });
    }
    expect(pages.length).toBeGreaterThan(15);
  });

  it('passes each operator resource, with all subpaths, to its function, and requires a signature', () => {
    const { paths } = define(routes);
    const at = (path: string) => ({
      functions: Object.fromEntries(
        Object.entries(paths[path] ?? {}).map(([method, given]) => [
          method.replace('x-amazon-apigateway-', ''),
          JSON.stringify(given['x-amazon-apigateway-integration']).match(/functions\/[\w/-]+/)?.[0],
        ]),
      ),
      security: Object.values(paths[path] ?? {}).map(({ security }) => security),
      parameters: Object.values(paths[path] ?? {}).map(({ parameters }) => parameters.length),
    });
    const whole = (name: string, parameters: number) => ({
      functions: { 'any-method': `functions/admin/${name}` },
      security: [[{ iam: [] }]],
      parameters: [parameters],
    });
    expect(Object.keys(paths).filter((path) => path.startsWith('/admin/v1/persons'))).toEqual([
      '/admin/v1/persons',
      '/admin/v1/persons/{proxy+}',
    ]);
    expect(at('/admin/v1/persons')).toEqual(whole('people', 0));
    expect(at('/admin/v1/persons/{proxy+}')).toEqual(whole('people', 1));
    expect(at('/admin/v1/mailbox_cases/{proxy+}')).toEqual(whole('people', 1));
    // Three functions, each with its own rights.
    const below = '/admin/v1/legal_entities/{id}';
    expect(
      Object.keys(paths)
        .filter((path) => path.startsWith(below))
        .toSorted(),
    ).toEqual(
      ['', '/annul', '/documents', '/documents/{documentId}', '/documents/{documentId}/{proxy+}']
        .concat('/representatives', '/representatives/{proxy+}')
        .map((rest) => below + rest),
    );
    expect(at('/admin/v1/legal_entities')).toEqual(whole('entities', 0));
    expect(at(`${below}/representatives/{proxy+}`)).toEqual(whole('entities', 2));
    expect(at(`${below}/documents/{documentId}`)).toEqual(whole('documents', 2));
    expect(at(`${below}/documents/{documentId}/{proxy+}`)).toEqual(whole('certificates', 3));
    // The API description requires no signature.
    expect(at('/admin/v1/openapi.json').security).toContainEqual(undefined);
    const guarded = Object.entries(paths).filter(([, given]) =>
      JSON.stringify(given).includes('iam'),
    );
    expect(guarded.every(([path]) => path.startsWith('/admin/v1/'))).toBe(true);
  });

  it('refuses an operator path that has two functions', () => {
    const one = { ...row, path: '/admin/v1/things', auth: { scheme: 'operator' } } as const;
    const other = { ...one, method: 'POST', entry: 'functions/things/write.ts' } as const;
    expect(() => define([one, other])).toThrow('/admin/v1/things: has several functions');
  });

  it('passes everything else to the function of the start page', () => {
    const any = 'x-amazon-apigateway-any-method';
    const { paths } = define(routes);
    for (const path of ['/', '/{proxy+}', '/api/v1', '/claim']) {
      expect(paths[path]?.[any]?.['x-amazon-apigateway-integration'], path).toMatchObject({
        type: 'aws_proxy',
        uri: 'invoke functions/pages/start-page.ts',
      });
    }
    expect(Object.keys(paths)).not.toContain('/help');
    expect(JSON.stringify(define([row]).paths['/{proxy+}'])).toContain('mock');
  });

  it('refuses a page that only API Gateway could protect, and a page path that has two functions', () => {
    const page = { ...row, path: '/portal/things', auth: { scheme: 'none' } } as const;
    expect(() => define([{ ...page, auth: { scheme: 'operator' } }])).toThrow('readThing: only');
    expect(() => define([{ ...page, crossOrigin: true }])).toThrow('readThing: only');
    expect(() =>
      define([page, { ...page, path: '/portal/others', entry: 'functions/things/others.ts' }]),
    ).toThrow('/portal: functions/things/others.ts and functions/things/read.ts');
  });

  it('answers preflight requests with 404 and no CORS headers at a path closed to other origins', () => {
    const { paths } = define([{ ...row, crossOrigin: false }]);
    const { operationId, ...refused } = paths[row.path]?.['options'] ?? {};
    expect(operationId).toBeUndefined();
    expect(JSON.stringify(refused)).not.toContain('access-control');
    expect(refused).toMatchObject({
      'x-amazon-apigateway-integration': {
        type: 'mock',
        requestTemplates: { 'application/json': '{"statusCode":404}' },
        responses: {
          default: {
            statusCode: '404',
            responseParameters: {
              'method.response.header.cache-control': "'no-store'",
              'method.response.header.x-request-id': 'context.requestId',
            },
            responseTemplates: {
              'application/json':
                '{"error":"Not found","code":"resource.not_found","requestId":"$context.requestId"}',
            },
          },
        },
      },
    });
  });

  it('answers preflight requests at a path that is open to other origins', () => {
    const open = { ...row, crossOrigin: true } as const;
    const rows = [
      open,
      { ...open, method: 'POST', operationId: 'change' } as const,
      { ...row, path: '/closed' } as const,
    ];
    const { paths } = define(rows);
    expect(Object.keys(paths['/closed'] ?? {})).toEqual([
      'get',
      'head',
      'x-amazon-apigateway-any-method',
    ]);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, DPoP, If-None-Match',
      'access-control-max-age': '7200',
    };
    const each = (make: (name: string, value: string) => readonly [string, unknown]) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => make(name, value)));
    expect(paths[row.path]?.['options']).toEqual({
      operationId: 'readThingPreflight',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        204: {
          description: 'What scripts of other origins may send',
          headers: each((name) => [name, { schema: { type: 'string' } }]),
        },
      },
      'x-amazon-apigateway-integration': {
        type: 'mock',
        contentHandling: 'CONVERT_TO_TEXT',
        passthroughBehavior: 'when_no_match',
        requestTemplates: { 'application/json': '{"statusCode":204}' },
        responses: {
          default: {
            statusCode: '204',
            responseParameters: each((name, value) => [
              `method.response.header.${name}`,
              `'${value}'`,
            ]),
          },
        },
      },
    });
  });

  it('leaves API keys and access tokens to the function', () => {
    expect(operation({})).not.toHaveProperty('security');
    expect(define([])).not.toHaveProperty('security');
    expect(operation({ auth: { scheme: 'none' } })).not.toHaveProperty('security');
  });

  it('requires an IAM signature for operator routes', () => {
    const ofOperators = { ...row, auth: { scheme: 'operator' } } as const;
    expect(() => define([ofOperators])).toThrow("readThing: operators' paths are below /admin/v1/");
    const signed = define([{ ...ofOperators, path: '/admin/v1/things' }]);
    expect(define([]).components.securitySchemes).toEqual({});
    expect(signed.components.securitySchemes.iam).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      'x-amazon-apigateway-authtype': 'awsSigv4',
    });
  });

  it('meters limited routes by the key from the authorizer, which is asked for every call', () => {
    const definition = define([{ ...row, limit: 'registry' }]);
    expect(definition.paths[row.path]?.['get']?.security).toEqual([
      { usagePlan: [], gatewayKey: [] },
    ]);
    expect(definition['x-amazon-apigateway-api-key-source']).toBe('AUTHORIZER');
    expect(definition.components.securitySchemes.usagePlan).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'Unused',
      'x-amazon-apigateway-authtype': 'custom',
      'x-amazon-apigateway-authorizer': {
        type: 'request',
        authorizerUri: 'invoke functions/gateway/authorize.ts',
        authorizerCredentials: 'the role',
        authorizerResultTtlInSeconds: 0,
      },
    });
  });

  it('limits exactly verification and registry search', () => {
    const limited = routes.filter(({ limit }) => limit === 'registry');
    expect(limited.map(({ path }) => path)).toEqual([
      '/api/v1/verify_rpn',
      '/api/v1/registries/legal_entities/search',
    ]);
  });

  it('declares the parameters of a path', () => {
    expect(operation({ path: '/things/{id}/parts/{partId}' })?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'partId', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  it('passes bodies on as the bytes that were sent', () => {
    expect(define([])['x-amazon-apigateway-binary-media-types']).toEqual(['*/*']);
  });

  it('refuses routes that API Gateway could not distinguish', () => {
    expect(() => define([row, { ...row, operationId: 'again' }])).toThrow(
      'two routes are GET /things/{id}',
    );
    expect(() =>
      define([row, { ...row, operationId: 'readPart', path: '/things/{thingId}/part' }]),
    ).toThrow('readPart: /things/ is followed by {thingId} here, by {id} elsewhere');
  });
});
