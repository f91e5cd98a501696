import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';

/** The wrappers that connect the row with its logic, such as `page session`; empty if it is `operation()` alone. */
export function boundBy({ operationId }: Route): string {
  return bound.get(operationId) ?? 'nothing';
}

/**
 * One row of each kind, for tests of the bindings instead of a row's own logic. Rows of a kind have
 * the same bindings, method, kind of credential, body and answer format.
 */
export function oneOfEachKind(rows: readonly Route[]): readonly Route[] {
  return [...Map.groupBy(rows, kindOf).values()].flatMap(([first]) => first ?? []);
}

function kindOf(route: Route): string {
  const { method, auth, body, bodyType, idempotent, limit, produces, crossOrigin, secondOperator } =
    route;
  return JSON.stringify([
    boundBy(route),
    method,
    auth.scheme,
    body === undefined ? null : (bodyType ?? 'json'),
    ...[idempotent, limit, produces, crossOrigin, secondOperator],
  ]);
}

const bound = new Map<string, string>();
for (const entry of new Set(routes.map((route) => route.entry))) {
  const module: { readonly rows: readonly Operation[] } = await import(
    /* @vite-ignore */ `../../${entry}`
  );
  for (const { route, bound: names } of module.rows) bound.set(route.operationId, names.join(' '));
}
