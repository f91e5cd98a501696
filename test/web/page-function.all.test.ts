import { describe, expect, it } from 'vitest';
import type { DataNeeds } from '../../shared/kernel/http/data-needs.ts';
import {
  isPage,
  pagePathOf,
  pagePaths,
  testHelpersPath,
} from '../../shared/kernel/http/page-paths.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const pages = routes.filter(isPage);

const answerOf = async (method: string, path: string, accept = '*/*') => {
  const headers = { accept };
  return seen(await fetch(world.baseUrl + path, { method, headers, redirect: 'manual' }));
};

const seen = async (response: Response) => {
  const {
    'x-request-id': requestId,
    date,
    connection,
    ...headers
  }: Readonly<Record<string, string>> = Object.fromEntries(response.headers);
  const text = await response.text();
  if (requestId) expect(text === '' || text.includes(requestId)).toBe(true);
  const own: Readonly<Record<string, string | undefined>> = {
    ...headers,
    'content-length': headers['content-length'] && 'some',
    'keep-alive': '',
  };
  return {
    status: response.status,
    headers: own,
    body: requestId ? text.replaceAll(requestId, 'ID') : text,
  };
};

describe("for an unknown path below a page, the page's function answers like API Gateway", () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each(methods)('to %s below every page path', async (method) => {
    // The answer of API Gateway itself: the path has no such method, and HEAD exists only beside GET.
    const path = method === 'POST' ? '/api/v1/whoami' : '/api/v1/verify_rpn';
    const gateway = await answerOf(method, path);
    expect(gateway.status).toBe(404);
    for (const nothing of ['/nothing', '/api/v1/no-such-thing', '/api/v1', '/api/v1/whoami/x']) {
      expect(await answerOf(method, nothing), `${method} ${nothing}`).toEqual(gateway);
    }
    for (const page of pagePaths.filter((each) => each !== '/')) {
      const odd = method === 'GET' ? [`${page}//x`, `${page}/x/y/`] : [];
      for (const path of [`${page}/no/such/page/here`, ...odd]) {
        expect(await answerOf(method, path), `${method} ${path}`).toEqual(gateway);
      }
    }
  });

  it('to operators, for unknown paths, and known ones are found with their parameters', async () => {
    const notFound = {
      error: 'Not found',
      code: 'resource.not_found',
      requestId: expect.any(String),
    };
    for (const path of [
      '/persons/x/no/such',
      '/audit/x',
      '/legal_entities/x/documents/y/z',
      '/nothing',
    ]) {
      const { status, body } = await world.admin('GET', path);
      expect([path, status, body]).toEqual([path, 404, notFound]);
    }
    expect((await world.admin('PUT', '/legal_entities/x/representatives')).status).toBe(404);
    expect((await world.admin('OPTIONS', '/persons')).status).toBe(404);
    // Existing paths are found, with their parameters.
    const { body } = await world.admin('POST', '/persons', { email: 'ann@example.com' });
    const { id } = Object(body).data;
    expect((await world.admin('GET', '/persons?limit=1')).status).toBe(200);
    expect((await world.admin('GET', `/persons/${id}`)).body).toMatchObject({ data: { id } });
  });

  it("to every method that a page doesn't support", async () => {
    const gateway = await answerOf('PUT', '/api/v1/no-such-thing');
    for (const { path } of pages) {
      const address = path.replaceAll(/\{\w+\}/g, 'a');
      // The path of another page may match this address as well: `…/{id}`.
      const takes = ({ path: its }: Route) =>
        new RegExp(`^${its.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);
      const known = pages.filter(takes).map((row) => row.method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (known.includes(method)) continue;
        expect(await answerOf(method, address), `${method} ${path}`).toEqual(gateway);
      }
    }
  });

  it('to a page path that has only pages below it', async () => {
    const gateway = await answerOf('GET', '/api/v1/no-such-thing');
    const bare = pagePaths.filter((page) => !pages.some(({ path }) => path === page));
    expect(bare.length).toBeGreaterThan(10);
    for (const page of bare) expect(await answerOf('GET', page), page).toEqual(gateway);
  });
});

describe('for an unknown path, a browser gets an error page', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const nothing = [
    '/nothing',
    '/api/v1',
    '/api/v1/no-such-thing',
    '/api/v1/whoami/x',
    ...pagePaths
      .filter((page) => page !== '/' && page !== testHelpersPath)
      .map((page) => `${page}/no/such/page/here`),
  ];

  it.each(['GET', 'POST', 'DELETE'])('to %s, with the request id', async (method) => {
    for (const path of nothing) {
      const { status, headers, body } = await answerOf(method, path, browser);
      expect([path, status, headers['content-type']]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(body).toContain('<h1>Page not found</h1>');
      expect(body).toContain('<a href="/">Go to the start page</a>');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it("without a body for HEAD, in the reader's language, without a log line or table request", async () => {
    expect((await answerOf('HEAD', '/nothing', browser)).body).toBe('');
    const before = world.log.lines.length;
    world.proxy.failNext({ kind: 'internal', times: 1 });
    const headers = { accept: browser, 'accept-language': 'es' };
    const answer = await fetch(`${world.baseUrl}/nothing`, { headers });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('<h1>Página no encontrada</h1>'),
    ]);
    expect(world.log.lines.length).toBe(before);
    world.proxy.failNext({ kind: 'internal', times: 0 });
  });

  it('but not if only the method is wrong, which gets the JSON of API Gateway', async () => {
    const gateway = await answerOf('PUT', '/api/v1/verify_rpn', browser);
    expect([gateway.status, gateway.headers['content-type']]).toEqual([404, 'application/json']);
    for (const path of ['/', '/help', '/docs', '/portal', '/certificates/x', '/sign/a']) {
      expect(await answerOf('PUT', path, browser), path).toEqual(gateway);
    }
  });

  it.each(['application/json', '*/*', ''])('but not if it accepts %j', async (accept) => {
    const { headers } = await answerOf('GET', '/nothing', accept);
    expect(headers['content-type']).toBe('application/json');
  });
});

describe('functions that serve pages', () => {
  type Rights = ReadonlySet<string>;
  const rightsOf = ({ table, indexes = [], writes = {}, documents = {} }: DataNeeds): Rights =>
    new Set([
      ...(table === 'read' ? ['read'] : []),
      ...indexes.map((name) => `index ${name}`),
      ...Object.entries({ ...writes, ...documents }).flatMap(([word, kinds]) =>
        kinds.map((kind) => `${word} ${kind}`),
      ),
    ]);
  const union = (all: readonly Rights[]): Rights => new Set(all.flatMap((each) => [...each]));
  const groups = Map.groupBy(pages, ({ entry }) => entry);

  it('serve several page paths only if one of them needs the rights of all others', () => {
    const shared = [...groups].filter(
      ([, rows]) => new Set(rows.map(({ path }) => pagePathOf(path))).size > 1,
    );
    const wider = shared.flatMap(([entry, rows]) => {
      const byPath = [...Map.groupBy(rows, ({ path }) => pagePathOf(path)).values()].map((each) =>
        union(each.map(rightsOf)),
      );
      const all = union(byPath);
      return byPath.some((rights) => rights.size === all.size) ? [] : [entry];
    });
    expect(shared.length).toBeGreaterThan(3);
    expect(wider.toSorted()).toEqual(known.toSorted());
  });

  it('have the rights of their widest page in the portal, and none for static pages', () => {
    const rows = groups.get('functions/portal/home.ts') ?? [];
    const all = union(rows.map(rightsOf));
    expect(rows.map(rightsOf).some((rights) => rights.size === all.size)).toBe(true);
    expect(rightsOf(groups.get('functions/pages/static.ts')?.[0] ?? { table: 'read' }).size).toBe(
      0,
    );
    expect(union((groups.get('functions/pages/static.ts') ?? []).map(rightsOf)).size).toBe(0);
  });
});

/**
 * Exceptions: the upload of a proof and the proof itself, an agreement and the account created from it,
 * and the pages where people see and share their own data.
 */
const known = [
  // The authorization request, and the way to leave it.
  'functions/oauth/authorize.ts',
  'functions/portal/tax-proof.ts',
  'functions/portal/account.ts',
  'functions/pages/applicant.ts',
];
