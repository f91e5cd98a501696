import { describe, expect, it } from 'vitest';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { concretePath } from '../support/credentials.ts';
import { inForm, postForm } from '../support/oauth.ts';
import { aResident } from '../support/registry.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
/** The routes that browsers of other origins may call (decision 21). */
const isOpen = ({ path }: Route) =>
  (path.startsWith('/.well-known/') && path !== '/.well-known/security.txt') ||
  path.startsWith('/api/oauth/.well-known/') ||
  ['token', 'revoke', 'userinfo', 'device_authorization'].some(
    (name) => path === `/api/oauth/${name}`,
  ) ||
  path.startsWith('/api/v1/me/') ||
  // Wallets and verifiers may be pages.
  ['/api/credentials/', '/credentials/types/', '/credentials/status/'].some((each) =>
    path.startsWith(each),
  ) ||
  path === '/api/v1/openapi.json';

const origin = { origin: 'https://spa.example' };
const exposed =
  'Deprecation, DPoP-Nonce, ETag, Link, Retry-After, Sandbox, WWW-Authenticate, X-Request-Id';

const corsOf = ({ headers }: { readonly headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

const readable = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

describe('scripts of another origin', () => {
  it('may call exactly the routes whose row has crossOrigin', () => {
    const idsOf = (rows: readonly Route[]) => rows.map(({ operationId }) => operationId);
    const open = routes.filter(({ crossOrigin }) => crossOrigin === true);
    expect(idsOf(open)).toEqual(idsOf(routes.filter(isOpen)));
  });

  it.each(oneOfEachKind(routes.filter(isOpen)))('may call $method $path', async (row) => {
    const path = concretePath(row);
    const methods = routes
      .filter((other) => other.path === row.path)
      .map(({ method }) => method)
      .toSorted();
    const asked = await world.call('OPTIONS', path, {
      headers: {
        ...origin,
        'access-control-request-method': row.method,
        'access-control-request-headers': 'authorization',
      },
    });
    expect({ status: asked.status, body: asked.body, cors: corsOf(asked) }).toEqual({
      status: 204,
      body: '',
      cors: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': methods
          .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
          .join(', '),
        'access-control-allow-headers': 'Authorization, Content-Type, DPoP, If-None-Match',
        'access-control-max-age': '7200',
      },
    });
    const answer = await world.call(row.method, path, { headers: origin });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/);
    expect(corsOf(answer)).toEqual(readable);
  });

  it.each(oneOfEachKind(routes.filter((row) => !isOpen(row))))(
    'may not call $method $path',
    async (row) => {
      const path = concretePath(row);
      const asked = await world.call('OPTIONS', path, { headers: origin });
      // The gateway answers operators' unsigned calls with 403, whether or not the route exists.
      expect(asked.status).toBe(row.auth.scheme === 'operator' ? 403 : 404);
      if (row.auth.scheme === 'operator') return;
      const answer = await world.call(row.method, path, {
        headers: { ...origin, authorization: `Bearer ${ada.standardKey}` },
      });
      expect(corsOf(answer)).toEqual({});
    },
  );

  it.each(['/api/oauth/authorize', '/api/oauth/end_session'])(
    "can't read answers from %s, where browsers are redirected to (RFC 9700, section 2.6)",
    async (path) => {
      for (const method of ['OPTIONS', 'GET', 'HEAD', 'POST']) {
        const answer = await world.call(method, path, { headers: origin });
        expect({ method, cors: corsOf(answer) }).toEqual({ method, cors: {} });
      }
    },
  );

  it('can read every answer of the OAuth and user APIs, errors included', async () => {
    const client = await aClient(world);
    const { access } = await tokensFor(world, { personId: ada.id, client, scopes: ['email'] });
    world.proxy.failNext({ kind: 'internal', times: 3 });
    const failed = await postForm(world, 'token', { grant_type: 'x', ...inForm(client) }, origin);
    const refused = [
      failed,
      await postForm(world, 'token', { grant_type: 'x', ...inForm(client) }, origin),
      await postForm(world, 'token', {}, origin),
      await world.call('GET', '/api/oauth/userinfo', { key: access, headers: origin }),
      await world.call('GET', '/api/v1/me/natural-person', { headers: origin }),
      await world.call('GET', '/api/v1/me/legal-entities/none', { key: access, headers: origin }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([500, 400, 401, 403, 401, 401]);
    for (const answer of refused) expect(corsOf(answer)).toEqual(readable);
  });

  it("can read the gateway's own 404 for an unknown path", async () => {
    const answer = await world.call('GET', '/nothing', { headers: origin });
    expect({ status: answer.status, cors: corsOf(answer) }).toEqual({
      status: 404,
      cors: readable,
    });
    const { requestId } = answer.body as { readonly requestId: string };
    expect(answer.headers.get('x-request-id')).toBe(requestId);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
