import { describe, expect, it } from 'vitest';
import { gatewayResponses } from '../../lib/gateway-responses.ts';
import { html } from '../../shared/kernel/pages/html.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { writeCookie } from '../../shared/web/http/cookies.ts';
import { clientSources, page } from '../../shared/web/http/page.ts';
import { admittedBy, concretePath, issueCredentials } from '../support/credentials.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { useWorld } from '../support/use-world.ts';

const begun = Date.now();
let calls = 0;

const world = await useWorld();
world.clock.now = begun;
const credentials = await issueCredentials(world);
const { email } = await aResident(world);
const { cookies } = await signedIn(world, email);
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Directives of a policy; an empty list of sources is read as 'none'. */
function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  const entries = policy.split(';').map((each) => each.trim().split(/\s+/));
  return new Map(
    entries.map(([name = '', ...sources]) => [name, sources.length === 0 ? ["'none'"] : sources]),
  );
}

const everywhere = ['*', 'http:', 'https:', 'data:', 'blob:', 'ftp:'];

/**
 * What Mozilla's HTTP Observatory penalizes (mdn/mdn-http-observatory, src/analyzer/tests), checked for every answer and
 * not only for the first page. Also required: default-src 'none' and frame-ancestors 'none'.
 */
function complaintsAbout(headers: Headers): readonly string[] {
  const of = (name: string) => headers.get(name) ?? '';
  const policy = directives(of('content-security-policy'));
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const all = [...policy.values()].flat();
  const checks: Readonly<Record<string, boolean>> = {
    'default-src': sources('default-src').join() === "'none'",
    'script-src': !sources('script-src').some((each) =>
      [...everywhere, "'unsafe-inline'"].includes(each),
    ),
    'object-src': !sources('object-src').some((each) => everywhere.includes(each)),
    'style-src': !sources('style-src').some((each) =>
      [...everywhere, "'unsafe-inline'"].includes(each),
    ),
    'unsafe-eval': !all.includes("'unsafe-eval'"),
    'http:': !all.some((each) => each.startsWith('http:')),
    'frame-ancestors': policy.get('frame-ancestors')?.join() === "'none'",
    'base-uri': policy.get('base-uri')?.join() === "'none'",
    'form-action': !(policy.get('form-action') ?? ['*']).includes('*'),
    hsts: Number(/^max-age=(\d+)$/.exec(of('strict-transport-security'))?.[1]) >= 15_768_000,
    nosniff: of('x-content-type-options') === 'nosniff',
    referrer: of('referrer-policy') === 'no-referrer',
    'request id': of('x-request-id').length >= 10,
    resource: of('cross-origin-resource-policy') === 'same-origin',
    origins: ['', '*'].includes(of('access-control-allow-origin')),
    credentials: !headers.has('access-control-allow-credentials'),
    cookies: headers
      .getSetCookie()
      .every((each) => /; HttpOnly/.test(each) && /; SameSite=(Lax|Strict)/.test(each)),
  };
  return Object.entries(checks).flatMap(([name, good]) => (good ? [] : [name]));
}

const redirects = [303, 307];

async function ask(method: string, path: string, sent: RequestInit = {}) {
  calls += 1;
  // Calls are far enough apart to stay below every rate limit.
  world.clock.now = begun + calls * 2_000;
  const response = await fetch(world.baseUrl + path, { method, redirect: 'manual', ...sent });
  await response.arrayBuffer();
  const { status, headers } = response;
  const isDocument = headers.get('content-type')?.startsWith('text/html') ?? false;
  return {
    status,
    complaints: [
      ...complaintsAbout(headers),
      ...(headers.has('x-frame-options') === redirects.includes(status) ? ['framing'] : []),
      ...(isDocument !== headers.has('cross-origin-opener-policy') ? ['opener'] : []),
      ...(isDocument !== headers.has('permissions-policy') ? ['permissions'] : []),
      ...(headers.has('content-type') === redirects.includes(status) ? ['type'] : []),
    ],
  };
}

describe.each(oneOfEachKind(routes))('$method $path', (row) => {
  it('has the security headers in every answer', async () => {
    const path = concretePath(row);
    const admitted = admittedBy(row.auth, credentials);
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const asPage = { accept: 'text/html', ...admitted };
    // A refused caller's body is not read, so each body is also sent by an admitted one.
    const requests: readonly RequestInit[] =
      row.method === 'GET'
        ? [{}, admitted, { cookie }, asPage].map((headers) => ({ headers }))
        : [
            { body: '{}', headers: json },
            { body: 'a=b', headers: { ...form, cookie } },
            { body: '{}', headers: { ...json, ...asPage } },
            { body: '{', headers: { ...json, ...admitted } },
            { body: '{}', headers: { ...json, ...admitted } },
            { body: 'a=b', headers: { ...form, ...admitted } },
          ];
    const answers = [];
    for (const sent of requests) answers.push(await ask(row.method, path, sent));
    if (row.method === 'GET') {
      answers.push(await ask('HEAD', path, { headers: admitted }));
      answers.push(await ask('GET', path, { headers: { ...admitted, 'if-none-match': '*' } }));
    }
    expect(answers.filter(({ complaints }) => complaints.length > 0)).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

/** Each page has its own policy for scripts and forms. */
describe.each(routes.filter(({ method }) => method === 'GET'))('GET $path', (row) => {
  it('has the security headers in the answer to an admitted caller', async () => {
    const headers = row.auth.scheme === 'none' ? { cookie } : admittedBy(row.auth, credentials);
    const { status, complaints } = await ask('GET', concretePath(row), { headers });
    expect(complaints).toEqual([]);
    expect(status).toBeLessThan(500);
  });
});

describe('the security headers', () => {
  it.each([
    ['an unknown path', 'GET', '/nothing', {}],
    ['a method that an API path does not support', 'PUT', '/api/v1/whoami', {}],
    ['an unknown path, to a browser', 'GET', '/nothing', { headers: { accept: 'text/html' } }],
    ['an unknown method', 'DELETE', '/docs', {}],
    ['an unsigned operator', 'GET', '/admin/v1/persons', {}],
    ['a preflight request', 'OPTIONS', '/nothing', {}],
    ['a large body', 'POST', '/api/v1/verify_rpn', { body: Buffer.alloc(10_485_761) }],
  ])("are sent with the gateway's own answer to %s", async (_, method, path, sent) => {
    const { status, complaints } = await ask(method, path, sent);
    expect([status >= 400, complaints]).toEqual([true, []]);
  });

  it('are in each answer that API Gateway gives itself', () => {
    for (const { responseParameters } of Object.values(gatewayResponses())) {
      const headers = new Headers({ 'content-type': 'application/json' });
      for (const [name, value] of Object.entries(responseParameters)) {
        const constant = /^'([^']*)'$/.exec(value)?.[1];
        headers.set(name.slice('gatewayresponse.header.'.length), constant ?? 'from the context');
      }
      expect(complaintsAbout(headers)).toEqual([]);
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  it('are sent with a 500', async () => {
    world.proxy.failNext({ kind: 'internal', times: 10 });
    const headers = { authorization: `Bearer ${credentials.standard}` };
    expect(await ask('GET', '/api/v1/whoami', { headers })).toEqual({
      status: 500,
      complaints: [],
    });
  });

  it("allow a page's form to redirect to a client, and otherwise only to https", () => {
    const { headers } = page(200, html``, { formAction: clientSources('https://app.example/cb') });
    expect(headers['content-security-policy']).toContain(
      "form-action 'self' https://app.example https:;",
    );
  });

  it('are matched by cookies that are bound to this host and hidden from scripts', () => {
    expect(writeCookie('https://registry.example', 'session', 'x')).toBe(
      '__Host-session=x; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });
});
