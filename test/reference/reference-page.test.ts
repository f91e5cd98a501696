import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import * as openApi from '../../functions/meta/openapi.ts';
import * as pages from '../../functions/pages/static.ts';
import type { ApiHandler } from '../../shared/web/http/endpoint.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import {
  crossOriginHeaders,
  documentHeaders,
  securityHeaders,
} from '../../shared/web/http/security-headers.ts';

/** A URL with the path of a stage. */
const baseUrl = 'https://api.example/prod';

beforeAll(() => {
  process.env['TABLE_NAME'] = 'unused';
  process.env['LOG_LEVEL'] = 'SILENT';
  process.env['AWS_REGION'] = 'us-east-1';
  process.env['BASE_URL'] = baseUrl;
});

/** Returns one of the routes that share a function. */
const row = (operationId: string) => {
  const module = pages.rows.some(({ route }) => route.operationId === operationId)
    ? pages
    : openApi;
  return {
    handler: module.handler,
    rows: module.rows.filter(({ route }) => route.operationId === operationId),
  };
};
const page = row('getReferencePage');
const script = row('getReferenceScript');

async function get(
  {
    handler,
    rows,
  }: { readonly handler: ApiHandler; readonly rows: readonly Pick<Operation, 'route'>[] },
  headers: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> | null = null,
): Promise<APIGatewayProxyResult> {
  const [{ route } = { route: undefined }] = rows;
  // Public routes without parameters use nothing else of the event and the context.
  const event = {
    httpMethod: route?.method,
    resource: route?.path,
    headers,
    queryStringParameters: query,
    requestContext: { requestId: 'request', identity: { sourceIp: '192.0.2.1' } },
  } as APIGatewayProxyEvent;
  return handler(event, {} as Context);
}

const etag = expect.stringMatching(/^"[\w-]{22}"$/);

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));

describe('the API description as served', () => {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
    etag,
    'x-request-id': 'request',
    ...securityHeaders,
  };
  const ofIntegrators = () => get(row('getOpenApi'));
  const ofOperators = () => get(row('getOperatorsOpenApi'));

  it('has the URLs of the deployment', async () => {
    const { body, ...answer } = await ofIntegrators();
    expect(answer).toEqual({
      statusCode: 200,
      headers: { ...headers, ...crossOriginHeaders },
      isBase64Encoded: false,
    });
    const { servers, info, components } = JSON.parse(body);
    const { oauth, openId } = components.securitySchemes;
    expect({
      servers,
      contact: info.contact.url,
      flows: oauth.flows,
      discovery: openId.openIdConnectUrl,
    }).toEqual({
      servers: [{ url: baseUrl, description: 'This deployment.' }],
      contact: `${baseUrl}/`,
      flows: {
        authorizationCode: {
          ...oauth.flows.authorizationCode,
          authorizationUrl: `${baseUrl}/api/oauth/authorize`,
          tokenUrl: `${baseUrl}/api/oauth/token`,
          refreshUrl: `${baseUrl}/api/oauth/token`,
        },
      },
      discovery: `${baseUrl}/.well-known/openid-configuration`,
    });
    expect(body).not.toContain('](/docs/');
  });

  it('contains all paths in two documents, except the sandbox helpers', async () => {
    const pathsOf = ({ body }: { readonly body: string }) => Object.keys(JSON.parse(body).paths);
    const [integrators, operators] = [await ofIntegrators(), await ofOperators()];
    expect(operators.headers).toEqual(headers);
    const isForOperators = (path: string) => path.startsWith('/admin/v1/');
    expect(pathsOf(operators).filter((path) => !isForOperators(path))).toEqual([]);
    expect(pathsOf(integrators).filter(isForOperators)).toEqual([]);
    expect([...pathsOf(operators), ...pathsOf(integrators)].sort()).toEqual(
      Object.keys(JSON.parse(file('docs/openapi.json').toString()).paths)
        .filter((path) => !path.includes('/test_helpers/'))
        .sort(),
    );
    expect(integrators.body).not.toContain('TestPerson');
  });

  it('links its groups to the guides', async () => {
    const { tags } = JSON.parse((await ofIntegrators()).body);
    const described = tags.map(({ description }: { readonly description?: string }) => description);
    expect(described).toContain(
      `Change the name or principal office: propose, sign, pay and submit for review. [Guide](${baseUrl}/docs/amendments)`,
    );
  });

  it('is compressed if the client accepts it', async () => {
    const answer = await get(row('getOpenApi'), { 'accept-encoding': 'br, gzip' });
    const { body } = await ofIntegrators();
    const compressed = Buffer.from(answer.body, 'base64');
    expect({ ...answer, body: gunzipSync(compressed).toString() }).toEqual({
      statusCode: 200,
      headers: { ...headers, ...crossOriginHeaders, 'content-encoding': 'gzip' },
      body,
      isBase64Encoded: true,
    });
    expect(compressed.length).toBeLessThan(80_000);
  });
});

it('the reference page runs and loads nothing from other hosts', async () => {
  const { statusCode, headers, body } = await get(page);
  expect({ statusCode, headers }).toEqual({
    statusCode: 200,
    headers: {
      ...securityHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      'cache-control': 'public, max-age=300',
      etag,
      'x-request-id': 'request',
      ...documentHeaders,
    },
  });
  expect(body).not.toMatch(/https?:/);
  // URLs are relative to the page, so they work behind the path of a stage.
  expect(body).not.toMatch(/(src|href)="\/|&quot;\//);
  expect(body).toContain('&quot;url&quot;:&quot;../api/v1/openapi.json&quot;');
});

it('the reference page has a separate version for operators', async () => {
  const { statusCode, body } = await get(page, {}, { api: 'operators' });
  expect(statusCode).toBe(200);
  expect(body).toContain('<link rel="canonical" href="reference?api=operators">');
  expect(body).toContain('&quot;url&quot;:&quot;../admin/v1/openapi.json&quot;');
  expect((await get(page, {}, { api: 'nobody' })).statusCode).toBe(400);
});

it('the reference script is Scalar’s own, compressed, and within the response limit of a function', async () => {
  const { statusCode, headers, body, isBase64Encoded } = await get(script, {
    'accept-encoding': 'gzip',
  });
  expect({ statusCode, headers, isBase64Encoded }).toEqual({
    statusCode: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=86400',
      vary: 'Accept-Encoding',
      etag,
      'x-request-id': 'request',
      ...securityHeaders,
    },
    isBase64Encoded: true,
  });
  expect(body.length).toBeLessThan(2_000_000);
  const [, digest] = /^sha256 (\w+)$/m.exec(`${file('shared/reference/http/scalar.txt')}`) ?? [];
  const code = gunzipSync(Buffer.from(body, 'base64'));
  expect(createHash('sha256').update(code).digest('hex')).toBe(digest);
  const plain = await get(script, { 'accept-encoding': 'gzip;q=0' });
  expect(plain.body === code.toString()).toBe(true);
  // Lambda's response limit applies to the JSON.
  expect(Buffer.byteLength(JSON.stringify(plain))).toBeLessThan(6_291_556);
});
