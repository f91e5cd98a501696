import { isPage, pagePathOf } from '../../shared/kernel/http/page-paths.ts';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/route-table.ts';

/**
 * What is left of a hundred and thirty more paths that were to come when room was made for them: half were pages, and half the
 * API's. Of the API's six have come since, so 59 are to come: the last resource has a path less. Whoever adds a path counts it here.
 *
 * Pages are below the page paths that there are, in their functions. The API's are 12 resources of five paths each (the list,
 * one, and three acts), six of operators, which have a function each, and six of integrators, which have one for reads and one
 * for writes. Rights are those of an ordinary write of today.
 */
export function moreRoutes(): readonly Route[] {
  return [
    ...morePages(),
    ...Array.from({ length: Math.ceil(moreApiPaths / 5) }, (_, number) => resource(number))
      .flat()
      // Of the last one a path or more is not to come any more.
      .slice(0, moreApiPaths % 5 === 0 ? undefined : (moreApiPaths % 5) - 5),
  ];
}

/** How many paths of {@link moreRoutes} are pages. */
export const morePagePaths = 65;

/** And how many the API's. */
export const moreApiPaths = 59;

function morePages(): readonly Route[] {
  const [first, ...others] = routes.filter(isPage);
  if (!first) throw new Error('there are no pages');
  const known = [...new Map([first, ...others].map((row) => [pagePathOf(row.path), row]))];
  return Array.from({ length: morePagePaths }, (_, number): readonly Route[] => {
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
