import { readFileSync } from 'node:fs';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';

/** The name of the binder by which the row's function binds it to its logic, such as `portalOperation`. */
export function binderOf({ operationId }: Route): string {
  return binders.get(operationId) ?? 'none';
}

/**
 * A row of each kind: for what the binders do and no row's own logic. Rows of a kind have the same binder and method, take
 * the same sort of credential and body, and answer in the same form.
 */
export function oneOfEachKind(rows: readonly Route[]): readonly Route[] {
  return [...Map.groupBy(rows, kindOf).values()].flatMap(([first]) => first ?? []);
}

function kindOf(route: Route): string {
  const { method, auth, body, bodyType, idempotent, limit, produces, crossOrigin } = route;
  return JSON.stringify([
    binderOf(route),
    method,
    auth.scheme,
    body === undefined ? null : (bodyType ?? 'json'),
    ...[idempotent, limit, produces, crossOrigin],
  ]);
}

const binders = new Map<string, string>();
for (const entry of new Set(routes.map((route) => route.entry))) {
  const source = readFileSync(new URL(`../../${entry}`, import.meta.url), 'utf8');
  const calls = [...source.matchAll(/\b(\w*[oO]peration)(?:<[^>]*>)?\(/g)].map(([, name]) => name);
  const module: { readonly rows: readonly Operation[] } = await import(
    /* @vite-ignore */ `../../${entry}`
  );
  // A file writes its rows down in order, or makes all of them by one binder.
  const isOne = new Set(calls).size === 1;
  if (!isOne && calls.length !== module.rows.length) {
    throw new Error(`${entry}: which binder binds which of its rows?`);
  }
  for (const [at, { route }] of module.rows.entries()) {
    binders.set(route.operationId, String(calls[isOne ? 0 : at]));
  }
}
