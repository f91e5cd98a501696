import type { Route } from '../shared/kernel/http/route.ts';
import type { ApiHandler } from '../shared/web/http/endpoint.ts';

/** Imports the file of a row, as Lambda does on a cold start, and takes its handler. */
export async function loadHandler({ entry }: Pick<Route, 'entry'>): Promise<ApiHandler> {
  const module: unknown = await import(new URL(`../${entry}`, import.meta.url).href);
  const handler: unknown = Reflect.get(Object(module), 'handler');
  if (typeof handler !== 'function') throw new Error(`${entry} exports no handler`);
  // A function file's handler has this type by construction: it comes from endpoint() or operations().
  return handler as ApiHandler;
}
