import { describe, expect, it } from 'vitest';
import { apiDefinition } from '../../lib/api-definition.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { gatewayAnswers } from '../../shared/web/http/gateway-answers.ts';

const definition = apiDefinition({
  title: 'registry-test',
  routes,
  invocationUri: (entry) => `invoke ${entry}`,
  invokerRole: 'the role',
  authorizerEntry: 'functions/gateway/authorize.ts',
});
const any = 'x-amazon-apigateway-any-method';

/**
 * How API Gateway finds a resource: a literal has priority over a parameter, a parameter over `{proxy+}`,
 * which matches everything else. Resources are all paths and their parent paths, with or without methods.
 */
function resourceOf(path: string): string {
  const parts = path.split('/').slice(1);
  const resources = new Set(
    Object.keys(definition.paths).flatMap((known) => {
      const segments = known.split('/').slice(1);
      return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
    }),
  );
  const found = [...resources].filter((resource) => {
    const segments = resource.split('/').slice(1);
    return (
      segments.length === parts.length &&
      segments.every((segment, index) => /^\{\w+\}$/.test(segment) || segment === parts[index])
    );
  });
  const rank = (resource: string) => resource.replaceAll(/\{\w+\}/g, '~');
  const [exact] = found.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
  return exact ?? proxyOf(path, resources);
}

/** The longest matching `{proxy+}` resource. */
function proxyOf(path: string, resources: ReadonlySet<string>): string {
  const proxies = [...resources].filter(
    (resource) =>
      resource.endsWith('{proxy+}') && path.startsWith(resource.slice(0, -'{proxy+}'.length)),
  );
  return proxies.toSorted((left, right) => right.length - left.length)[0] ?? '/{proxy+}';
}

/** The operation that API Gateway finds; undefined if it takes the `Authorization` header for an AWS signature. */
function operationOf(method: string, path: string) {
  const resource = definition.paths[path === '/' ? '/' : resourceOf(path)];
  return resource?.[method.toLowerCase()] ?? resource?.[any];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** An unsupported method of a path, which API Gateway answers itself. */
const unknown = (operation: unknown) => JSON.stringify(operation).includes('no-such-route');
/** An unknown path, which the function of the start page answers. */
const nowhere = (operation: unknown) =>
  JSON.stringify(operation).includes('invoke functions/pages/start-page.ts');

describe('an unknown path or method', () => {
  it('is recognized on every path, every parent path and everywhere else', () => {
    const paths = routes.flatMap(({ path }) => {
      const segments = path.replaceAll(/\{\w+\}/g, 'x').split('/');
      return segments.map((_, index) => segments.slice(0, index + 1).join('/') || '/');
    });
    const others = [
      '/nothing',
      '/api/v2/whoami',
      '/api/v1/whoami/x',
      '/api/v1/whoamI',
      '/a/b/c/d/e',
    ];
    const withoutOperation = [...new Set([...paths, ...others])].flatMap((path) =>
      methods
        .filter((method) => operationOf(method, path) === undefined)
        .map((method) => `${method} ${path}`),
    );
    expect(withoutOperation).toEqual([]);
    for (const path of [...others, '/', '/api', '/api/v1', '/admin/v1', '/claim', '/sign']) {
      for (const method of methods) {
        expect(nowhere(operationOf(method, path)), `${method} ${path}`).toBe(true);
      }
    }
    expect(unknown(operationOf('DELETE', '/api/v1/whoami'))).toBe(true);
    expect(unknown(operationOf('GET', '/api/v1/verify_rpn'))).toBe(true);
  });

  it('does not match an existing route', () => {
    for (const { method, path } of routes) {
      expect(unknown(operationOf(method, path.replaceAll(/\{\w+\}/g, 'x'))), path).toBe(false);
    }
  });

  it('requires no credential, and gets 404 for a request of any type, without a function', () => {
    const all = Object.values(definition.paths).map((path) => path[any]);
    expect(all).not.toContain(undefined);
    const operations = all.filter((operation) => !JSON.stringify(operation).includes('aws_proxy'));
    expect(operations.length).toBeGreaterThan(70);
    for (const operation of operations) {
      expect(operation).not.toHaveProperty('security');
      expect(operation).toMatchObject({
        parameters: expect.arrayContaining([
          expect.objectContaining({
            in: 'header',
            name: 'x-registry-no-such-route',
            required: true,
          }),
        ]),
        'x-amazon-apigateway-request-validator': 'a-route-of-ours',
        'x-amazon-apigateway-integration': { type: 'mock', passthroughBehavior: 'never' },
      });
    }
    expect(definition['x-amazon-apigateway-request-validators']).toEqual({
      'a-route-of-ours': { validateRequestBody: false, validateRequestParameters: true },
    });
    const missing = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
    expect(missing).toEqual({ status: 404, error: 'Not found', code: 'resource.not_found' });
    expect(gatewayAnswers.BAD_REQUEST_PARAMETERS).toEqual(missing);
    expect(gatewayAnswers.UNSUPPORTED_MEDIA_TYPE).toEqual(missing);
  });
});
