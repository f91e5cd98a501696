import type { Route } from '../shared/kernel/http/route.ts';
import type { ApiHandler } from '../shared/web/http/endpoint.ts';

/** Imports the file of a row, like a Lambda cold start, and returns its handler. */
export async function loadHandler({ entry }: Pick<Route, 'entry'>): Promise<ApiHandler> {
  const module: unknown = await import(new URL(`../${entry}`, import.meta.url).href);
  const handler: unknown = Reflect.get(Object(module), 'handler');
  if (typeof handler !== 'function') throw new Error(`${entry} exports no handler`);
  // A function file's handler always has this type, because endpoint() or operations() creates it.
  return handler as ApiHandler;
}
