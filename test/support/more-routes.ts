import { isPage, isTestHelper, pagePathOf } from '../../shared/kernel/http/page-paths.ts';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

/** How many paths there were when 110 more were to come, 65 of them pages. */
const before = { pages: 39, api: 104 };
const toCome = { pages: 65, api: 45 };

const paths = (rows: readonly Route[]) => new Set(rows.map(({ path }) => path)).size;
const pages = routes.filter((row) => isPage(row) && !isTestHelper(row));
const left = (kind: keyof typeof toCome, now: number) =>
  Math.max(0, before[kind] + toCome[kind] - now);

/** How many of them are still to come. */
export const morePages = left('pages', paths(pages));
export const moreOfApi = left('api', paths(routes) - paths(pages));

/**
 * Of a hundred and ten more paths, as the issues after the fifteenth add them, those that are not there yet; 65 are pages,
 * and 45 the API's.
 *
 * Pages are below the page paths that there are, in their functions. The API's are 13 resources of five paths each (the list,
 * one, and three acts), seven of operators, which have a function each, and six of integrators, which have one for reads and one
 * for writes. Rights are those of an ordinary write of today.
 */
export function moreRoutes(): readonly Route[] {
  const ofApi = Array.from({ length: 13 }, (_, number) => resource(number)).flat();
  const wanted = new Set([...new Set(ofApi.map(({ path }) => path))].slice(0, moreOfApi));
  return [...ofPages(), ...ofApi.filter(({ path }) => wanted.has(path))];
}

function ofPages(): readonly Route[] {
  const [first, ...others] = pages;
  if (!first) throw new Error('there are no pages');
  const known = [...new Map([first, ...others].map((row) => [pagePathOf(row.path), row]))];
  return Array.from({ length: morePages }, (_, number): readonly Route[] => {
    const [page, { entry }] = known[number % known.length] ?? ['', first];
    const row: Route = {
      operationId: `morePage${number}`,
      method: 'GET',
      path: `/${page?.slice(1)}/more-${number}/{id}`,
      entry,
      summary: 'One more page',
      tag: 'More',
      auth: { scheme: 'none' },
      errors: [],
      table: 'read',
      writes: { update: ['session'] },
      produces: pageType,
      spec: '0',
    };
    return [row, { ...row, operationId: `${row.operationId}Form`, method: 'POST' }];
  }).flat();
}

function resource(number: number): readonly Route[] {
  const ofOperators = number % 2 === 0;
  const place = `${ofOperators ? '/admin' : '/api'}/v1/more-${number}` as const;
  const entry = (writes: boolean) =>
    `functions/more/number-${number}${ofOperators ? '' : writes ? '-write' : '-read'}.ts` as const;
  const read: Route = {
    operationId: `listMore${number}`,
    method: 'GET',
    path: place,
    entry: entry(false),
    summary: 'More',
    tag: 'More',
    auth: ofOperators ? { scheme: 'operator' } : { scheme: 'key', agentScope: 'any' },
    errors: [],
    table: 'read',
    spec: '0',
  };
  const write: Route = {
    ...read,
    operationId: `createMore${number}`,
    method: 'POST',
    entry: entry(true),
    writes: { put: ['application', 'audit', 'event'], update: ['session'], check: ['person'] },
    idempotent: 'answer',
    service: true,
  };
  return [
    read,
    write,
    { ...read, operationId: `getMore${number}`, path: `${place}/{id}` },
    { ...write, operationId: `changeMore${number}`, method: 'PATCH', path: `${place}/{id}` },
    ...['close', 'reopen', 'decide'].map(
      (act): Route => ({
        ...write,
        operationId: `${act}More${number}`,
        path: `${place}/{id}/${act}`,
      }),
    ),
  ];
}
