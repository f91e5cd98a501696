import { describe, expect, it } from 'vitest';
import { apiDefinition } from '../../lib/api-definition.ts';
import type { Route } from '../../shared/http/route.ts';
import { routes } from '../../shared/routes/index.ts';

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
  it('has every row of the route table once, on the function of its entry', () => {
    const defined = Object.entries(define(routes).paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, ...rest }]) => ({
        row: `${operationId} ${method.toUpperCase()} ${path}`,
        integration: rest['x-amazon-apigateway-integration'],
      })),
    );
    expect(defined.toSorted((left, right) => left.row.localeCompare(right.row))).toEqual(
      routes
        .map(({ operationId, method, path, entry }) => ({
          row: `${operationId} ${method} ${path}`,
          integration: {
            type: 'aws_proxy',
            httpMethod: 'POST',
            uri: `invoke ${entry}`,
            credentials: 'the role',
            passthroughBehavior: 'when_no_match',
          },
        }))
        .toSorted((left, right) => left.row.localeCompare(right.row)),
    );
  });

  it('leaves keys and access tokens to the function', () => {
    expect(operation({})?.security).toEqual([]);
    expect(operation({ auth: { scheme: 'none' } })?.security).toEqual([]);
  });

  it("asks for IAM's signature on operators' routes", () => {
    expect(operation({ auth: { scheme: 'operator' } })?.security).toEqual([{ iam: [] }]);
    expect(define([]).components.securitySchemes.iam).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      'x-amazon-apigateway-authtype': 'awsSigv4',
    });
  });

  it('meters limited routes under the key that the authorizer names, and asks it on every call', () => {
    const definition = define([{ ...row, limit: 'registry' }]);
    expect(definition.paths[row.path]?.['get']?.security).toEqual([
      { usagePlan: [], gatewayKey: [] },
    ]);
    expect(definition['x-amazon-apigateway-api-key-source']).toBe('AUTHORIZER');
    expect(definition.components.securitySchemes.usagePlan).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
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

  it('hands bodies over as the bytes that came', () => {
    expect(define([])['x-amazon-apigateway-binary-media-types']).toEqual(['*/*']);
  });

  it('refuses rows that API Gateway could not tell apart', () => {
    expect(() => define([row, { ...row, operationId: 'again' }])).toThrow(
      'two routes are GET /things/{id}',
    );
    expect(() =>
      define([row, { ...row, operationId: 'readPart', path: '/things/{thingId}/part' }]),
    ).toThrow('readPart: /things/ is followed by {thingId} here, by {id} elsewhere');
  });
});
