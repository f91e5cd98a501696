import { describe, expect, it } from 'vitest';
import type { DataNeeds } from '../../shared/kernel/http/data-needs.ts';
import { isPage, pagePathOf, pagePaths } from '../../shared/kernel/http/page-paths.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/route-table.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const pages = routes.filter(isPage);

const answerOf = async (method: string, path: string) => {
  const response = await fetch(world.baseUrl + path, { method, redirect: 'manual' });
  const {
    'x-request-id': requestId,
    date,
    connection,
    ...headers
  } = Object.fromEntries(response.headers);
  const text = await response.text();
  if (requestId) expect(text === '' || text.includes(requestId)).toBe(true);
  return {
    status: response.status,
    headers: {
      ...headers,
      'content-length': headers['content-length'] && 'some',
      'keep-alive': '',
    },
    body: text.replaceAll(requestId ?? '', 'ID'),
  };
};

describe('where there is no page, its function answers as API Gateway does', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each(methods)('to %s of a path below each page path', async (method) => {
    const gateway = await answerOf(method, '/api/v1/no-such-thing');
    expect(gateway.status).toBe(404);
    for (const page of pagePaths) {
      const odd = method === 'GET' ? [`${page}//x`, `${page}/x/y/`] : [];
      for (const path of [`${page}/no/such/page/here`, ...odd]) {
        expect(await answerOf(method, path), `${method} ${path}`).toEqual(gateway);
      }
    }
  });

  it('to each method that a page doesn’t have', async () => {
    const gateway = await answerOf('PUT', '/api/v1/no-such-thing');
    for (const { path } of pages) {
      const address = path.replaceAll(/\{\w+\}/g, 'a');
      // Another page's path may take the address, too: `…/{id}`.
      const takes = ({ path: its }: Route) =>
        new RegExp(`^${its.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);
      const known = pages.filter(takes).map((row) => row.method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (known.includes(method)) continue;
        expect(await answerOf(method, address), `${method} ${path}`).toEqual(gateway);
      }
    }
  });

  it('to a page path that is only above pages', async () => {
    const gateway = await answerOf('GET', '/api/v1/no-such-thing');
    const bare = pagePaths.filter((page) => !pages.some(({ path }) => path === page));
    expect(bare.length).toBeGreaterThan(10);
    for (const page of bare) expect(await answerOf('GET', page), page).toEqual(gateway);
  });
});

describe('functions of pages', () => {
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

  it('serve several page paths only where one of the pages needs all that the others need', () => {
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
    expect(wider).toEqual(known);
  });

  it('of the portal’s own page have the rights of its widest page', () => {
    const rows = groups.get('functions/portal/home.ts') ?? [];
    const all = union(rows.map(rightsOf));
    expect(rows.map(rightsOf).some((rights) => rights.size === all.size)).toBe(true);
    expect(rightsOf(groups.get('functions/pages/static.ts')?.[0] ?? { table: 'read' }).size).toBe(
      0,
    );
    expect(union((groups.get('functions/pages/static.ts') ?? []).map(rightsOf)).size).toBe(0);
  });
});

/** Shared before pages had paths: the upload of a proof and the proof, an agreement and the account that comes of it. */
const known = ['functions/portal/tax-proof.ts', 'functions/pages/applicant.ts'];
