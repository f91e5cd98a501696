import { isPage, isTestHelper, pagePathOf } from '../../shared/kernel/http/page-paths.ts';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

/** How many paths can be added to the service. */
export const toCome = { public: 60, pages: 40, operators: 40 } as const;

const pathsOfResource = 5;

/**
 * This many additional rows, to test whether the limits leave room. Pages are below the existing
 * page paths, in their functions. Each API resource has five paths: the list, one item, and three
 * acts. A resource of operators has one function; one of integrators has a function for reads and
 * one for writes. Their rights are those of an ordinary write.
 */
export function moreRoutes(): readonly Route[] {
  const resources = (kind: 'public' | 'operators') =>
    Array.from({ length: toCome[kind] / pathsOfResource }, (_, number) =>
      resource(number, kind === 'operators'),
    ).flat();
  return [...resources('public'), ...ofPages(), ...resources('operators')];
}

function ofPages(): readonly Route[] {
  const pages = routes.filter((row) => isPage(row) && !isTestHelper(row));
  const known = [...Map.groupBy(pages, ({ path }) => pagePathOf(path))];
  return Array.from({ length: toCome.pages }, (_, number): readonly Route[] => {
    const [page = '', [first] = []] = known[number % known.length] ?? [];
    if (first === undefined) throw new Error('there are no pages');
    const row: Route = {
      operationId: `morePage${number}`,
      method: 'GET',
      path: `/${page.slice(1)}/more-${number}/{id}`,
      entry: first.entry,
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

function resource(number: number, ofOperators: boolean): readonly Route[] {
  const place = `${ofOperators ? '/admin' : '/api'}/v1/more-${number}` as const;
  const name = `${ofOperators ? 'Operators' : ''}More${number}`;
  const entry = (writes: boolean) =>
    `functions/more/${ofOperators ? 'operators' : writes ? 'write' : 'read'}-${number}.ts` as const;
  const read: Route = {
    operationId: `list${name}`,
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
    operationId: `create${name}`,
    method: 'POST',
    entry: entry(true),
    writes: { put: ['application', 'audit', 'event'], update: ['session'], check: ['person'] },
    idempotent: 'answer',
    service: true,
  };
  return [
    read,
    write,
    { ...read, operationId: `get${name}`, path: `${place}/{id}` },
    { ...write, operationId: `change${name}`, method: 'PATCH', path: `${place}/{id}` },
    ...['close', 'reopen', 'decide'].map(
      (act): Route => ({
        ...write,
        operationId: `${act}${name}`,
        path: `${place}/{id}/${act}`,
      }),
    ),
  ];
}
