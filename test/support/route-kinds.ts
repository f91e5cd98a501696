import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';

/** The wrappers that connect the row with its logic, such as `page session`; empty if it is `operation()` alone. */
export function boundBy({ operationId }: Route): string {
  return bound.get(operationId) ?? 'nothing';
}

/**
 * A row of each kind: for what the binders do and no row's own logic. Rows of a kind are bound by the same and have the same method, take
 * the same sort of credential and body, and answer in the same form.
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
