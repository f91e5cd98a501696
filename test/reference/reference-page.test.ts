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

/** Behind the path of a stage. */
const baseUrl = 'https://api.example/prod';

beforeAll(() => {
  process.env['TABLE_NAME'] = 'unused';
  process.env['LOG_LEVEL'] = 'SILENT';
  process.env['AWS_REGION'] = 'us-east-1';
  process.env['BASE_URL'] = baseUrl;
});

/** One of the rows that share a function. */
const only = (operationId: string) => ({
  ...pages,
  rows: pages.rows.filter(({ route }) => route.operationId === operationId),
});
const page = only('getReferencePage');
const script = only('getReferenceScript');

async function get(
  {
    handler,
    rows,
  }: { readonly handler: ApiHandler; readonly rows: readonly Pick<Operation, 'route'>[] },
  headers: Readonly<Record<string, string>> = {},
): Promise<APIGatewayProxyResult> {
  const [{ route } = { route: undefined }] = rows;
  // Public rows without parameters read nothing else of the event and the context.
  const event = {
    httpMethod: route?.method,
    resource: route?.path,
    headers,
    requestContext: { requestId: 'request', identity: { sourceIp: '192.0.2.1' } },
  } as APIGatewayProxyEvent;
  return handler(event, {} as Context);
}

const etag = expect.stringMatching(/^"[\w-]{22}"$/);

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));

describe('the description', () => {
  const kept = JSON.parse(file('docs/openapi.json').toString());
  const { oauth, openId } = kept.components.securitySchemes;
  const urls = {
    authorizationUrl: `${baseUrl}/api/oauth/authorize`,
    tokenUrl: `${baseUrl}/api/oauth/token`,
    refreshUrl: `${baseUrl}/api/oauth/token`,
  };
  const paths = Object.entries(kept.paths).filter(([path]) => !path.includes('/test_helpers/'));
  const here = {
    ...kept,
    // Helpers are there in a sandbox only.
    tags: kept.tags
      .filter(({ name }: { readonly name: string }) => name !== 'Sandbox')
      .map((tag: { readonly description?: string }) => ({
        ...tag,
        ...(tag.description && {
          description: tag.description.replace('](/docs/', `](${baseUrl}/docs/`),
        }),
      })),
    paths: Object.fromEntries(paths),
    info: { ...kept.info, contact: { ...kept.info.contact, url: `${baseUrl}/` } },
    servers: [{ url: baseUrl, description: 'This deployment.' }],
    components: {
      ...kept.components,
      securitySchemes: {
        ...kept.components.securitySchemes,
        oauth: {
          ...oauth,
          flows: { authorizationCode: { ...oauth.flows.authorizationCode, ...urls } },
        },
        openId: { ...openId, openIdConnectUrl: `${baseUrl}/.well-known/openid-configuration` },
      },
    },
  };
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
    etag,
    ...securityHeaders,
    'x-request-id': 'request',
    ...crossOriginHeaders,
  };

  it('is the one in the repository, with the addresses of this deployment', async () => {
    const answer = await get(openApi);
    expect({ ...answer, body: JSON.parse(answer.body) }).toEqual({
      statusCode: 200,
      headers,
      body: here,
      isBase64Encoded: false,
    });
  });

  it('leads from its groups to the guides', async () => {
    const { tags } = JSON.parse((await get(openApi)).body);
    const described = tags.map(({ description }: { readonly description?: string }) => description);
    expect(described).toContain(
      `Change the name or principal office: propose, sign, pay and submit for review. [Guide](${baseUrl}/docs/amendments)`,
    );
  });

  it('is compressed for whoever takes that', async () => {
    const answer = await get(openApi, { 'accept-encoding': 'br, gzip' });
    const body = gunzipSync(Buffer.from(answer.body, 'base64')).toString();
    expect({ ...answer, body: JSON.parse(body) }).toEqual({
      statusCode: 200,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: here,
      isBase64Encoded: true,
    });
    expect(answer.body.length).toBeLessThan(215_000);
  });
});

it('serves a page that runs and loads nothing from other hosts', async () => {
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
      ...documentHeaders,
    },
  });
  expect(body).not.toMatch(/https?:/);
  // Relative to the page, so that they hold behind the path of a stage.
  expect(body).not.toMatch(/(src|href)="\/|&quot;\//);
});

it('serves Scalar’s own script, compressed, within what a function may answer', async () => {
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
  // Lambda's limit on an answer, which is JSON.
  expect(Buffer.byteLength(JSON.stringify(plain))).toBeLessThan(6_291_556);
});
