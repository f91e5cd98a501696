import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import * as openApi from '../../functions/meta/openapi.ts';
import * as pages from '../../functions/pages/static.ts';
import { brandedStyle } from '../../shared/kernel/pages/stylesheet.ts';
import type { Documentation } from '../../shared/reference/domain/search-documentation.ts';
import { audienceOf } from '../../shared/reference/openapi/audiences.ts';
import type { OpenApiDocument } from '../../shared/reference/openapi/document.ts';
import { documentationHashes } from '../../shared/reference/pages/documentation-extras.ts';
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

async function get(
  {
    handler,
    rows,
  }: { readonly handler: ApiHandler; readonly rows: readonly Pick<Operation, 'route'>[] },
  headers: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> | null = null,
  params: Readonly<Record<string, string>> | null = null,
): Promise<APIGatewayProxyResult> {
  const [{ route } = { route: undefined }] = rows;
  // Public routes use nothing else of the event and the context.
  const event = {
    httpMethod: route?.method,
    resource: route?.path,
    headers,
    queryStringParameters: query,
    pathParameters: params,
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

const documentation: Documentation = JSON.parse(file('docs/guides.json').toString());
const described: OpenApiDocument = JSON.parse(file('docs/openapi.json').toString());
const groups = [
  ...new Set(documentation.operations.map(({ place }) => place.replace(/^reference\/|#.*/g, ''))),
];
const groupPage = (group: string, headers = {}) =>
  get(row('showReferenceGroup'), headers, null, { group });

/** What a reader sees outside programs. */
const withoutCode = (body: string) =>
  body.replaceAll(/<(script|style|code)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '');

describe('the reference', () => {
  it.each(groups)(
    'has every operation of %s at its place, in two requests of 40 kB',
    async (group) => {
      const { statusCode, headers, body } = await groupPage(group);
      expect({ statusCode, headers }).toEqual({
        statusCode: 200,
        headers: {
          ...securityHeaders,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; script-src '${documentationHashes.ownScript}'; style-src 'self' '${documentationHashes.ownStyle}'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
          'cache-control': 'public, max-age=300',
          vary: 'Accept-Encoding',
          etag,
          'x-request-id': 'request',
          ...documentHeaders,
        },
      });
      const own = documentation.operations.filter(({ place }) =>
        place.startsWith(`reference/${group}#`),
      );
      for (const { title, place } of own) {
        const id = place.replace(/^.*#/, '');
        expect(body).toContain(`<h2 id="${id}">${escaped(title)} `);
      }
      // Every link on the page has a target on it, and each target is unique.
      const ids = Array.from(body.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const links = Array.from(body.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
      expect(links.filter((id) => !ids.includes(id))).toEqual([]);
      expect(withoutCode(body)).not.toMatch(/`|\*\*|\]\(|undefined|\[object/);
      expect(body.match(/ (?:src|on\w+)=/g)).toBe(null);
      const sent = await groupPage(group, { 'accept-encoding': 'gzip' });
      const bytes = Buffer.from(sent.body, 'base64');
      expect(gunzipSync(bytes).toString()).toBe(body);
      expect(bytes.length + gzipSync(brandedStyle(undefined).text).length).toBeLessThan(40_000);
    },
  );

  it('shows of an operation its call, fields, responses and errors', async () => {
    const { body } = await groupPage('registry');
    const [, part = ''] = /<h2 id="POST\/api\/v1\/verify_rpn">(.*?)<\/section>/s.exec(body) ?? [];
    expect(part).toContain('<code>verifyRpn</code>. Credential: Standard Key or Agent Key.');
    expect(part).toMatch(/<li><code>rpn<\/code> <span class="hint">string.*?, required<\/span>/);
    const text = part
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'");
    expect(text).toContain(`curl "${baseUrl}/api/v1/verify_rpn" \\
  -H "Authorization: Bearer $key" \\
  -H 'Content-Type: application/json' -d '{
  "rpn": "80000000000012"
}'`);
    expect(text).toContain('"result": "found_legal_entity"');
    expect(part).toContain(
      '<a href="/prod/docs/errors#requestmissing_parameter"><code>request.missing_parameter</code></a>',
    );
    expect(part).toContain(
      '<span class="keyword">&quot;active&quot;</span>: <span class="keyword">true',
    );
  });

  it.each([
    ['integrators', null],
    ['operators', { api: 'operators' }],
  ] as const)(
    'lists all operations for %s, and what is the same for each',
    async (audience, query) => {
      const { statusCode, body } = await get(row('showReference'), {}, query);
      expect(statusCode).toBe(200);
      const path = audience === 'operators' ? '/docs/reference?api=operators' : '/docs/reference';
      expect(body).toContain(`<link rel="canonical" href="${baseUrl}${path}">`);
      const links = Array.from(
        body.matchAll(/<li><a href="\/prod\/docs\/(reference\/[^"]+#[^"]+)"/g),
        ([, link]) => link,
      );
      expect(links.toSorted()).toEqual(
        documentation.operations
          .filter((each) => audienceOf(each.path) === audience)
          .map(({ place }) => place)
          .toSorted(),
      );
      expect(body).toContain('<h2>Errors</h2>');
      expect(body.includes('Sign each call with AWS Signature')).toBe(audience === 'operators');
      expect(withoutCode(body)).not.toMatch(/`|\*\*|\]\(|undefined|\[object/);
      const sent = await get(row('showReference'), { 'accept-encoding': 'gzip' }, query);
      expect(sent.body.length * 0.75).toBeLessThan(25_000);
    },
  );

  it('shows webhooks, headers and objects that are described once', async () => {
    const { body } = await groupPage('webhooks');
    for (const name of Object.keys(described.webhooks)) {
      expect(body).toContain(`<h2 id="webhook/${name}">`);
    }
    const start = await get(row('showReference'));
    const links = Array.from(
      body.matchAll(/href="\/prod\/docs\/reference#(header-[^"]+)"/g),
      ([, id]) => id,
    );
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((id) => !start.body.includes(` id="${id}"`))).toEqual([]);
  });

  it('refuses an unknown audience, and does not know other groups', async () => {
    expect((await get(row('showReference'), {}, { api: 'nobody' })).statusCode).toBe(400);
    for (const group of ['nothing', 'Registry', '__proto__', '']) {
      expect((await groupPage(group)).statusCode).toBe(404);
    }
  });
});

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
