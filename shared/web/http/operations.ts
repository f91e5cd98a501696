import type { CoreDeps } from '../../kernel/deps/core.ts';
import { root } from '../../kernel/deps/root.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type ApiHandler, endpoint } from './endpoint.ts';
import type { Run } from './request.ts';

/** One row with its logic, for a function that serves several rows. */
export interface Operation<D extends CoreDeps = CoreDeps> {
  readonly route: Route;
  handler(deps: () => D): ApiHandler;
}

/** A row that keeps no answers: those that do are bound by `idempotentOperation()`. */
export type PlainRoute = Route & { readonly idempotent?: 'effect' };

/**
 * Binds a row to its logic. The types of the pair are checked here; a list of operations needs only the row.
 */
export function operation<R extends PlainRoute, D extends CoreDeps>(
  route: R,
  run: Run<R, D>,
): Operation<D> {
  return { route, handler: (deps) => endpoint(route, run, deps) };
}

/**
 * One Lambda handler for several rows, for routes that belong together and are called rarely (the
 * operators'): a function each would cost more in deployment than it gives.
 */
export function operations<D extends CoreDeps>(
  rows: readonly Operation<D>[],
  resolve: () => D,
): ApiHandler {
  const deps = root(resolve);
  const handlers = new Map(
    rows.map(({ route, handler }) => [`${route.method} ${route.path}`, handler(deps)]),
  );
  return async (event, context) => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    const handler = handlers.get(`${method} ${event.resource}`);
    if (handler === undefined) throw new Error(`no operation for ${event.httpMethod} here`);
    return handler(event, context);
  };
}
