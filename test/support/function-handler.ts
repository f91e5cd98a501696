import { withDeps } from '../../shared/kernel/deps/root.ts';
import type { ApiHandler } from '../../shared/web/http/endpoint.ts';
import { asFunction } from './caller.ts';

/**
 * What Lambda calls: the `handler` of a function's file, with the function's own rights, and
 * dependencies that replace those of its environment.
 */
export async function functionHandler<H extends Handler = ApiHandler>(
  entry: string,
  deps: object,
): Promise<H> {
  const module: unknown = await import(/* @vite-ignore */ `../../${entry}`);
  const handler: unknown = Reflect.get(Object(module), 'handler');
  if (typeof handler !== 'function') throw new Error(`${entry} exports no handler`);
  // The arguments and the answer are those of the handler, which its caller names.
  return ((...given: unknown[]) =>
    asFunction(entry, () => withDeps(deps, () => handler(...given)))) as unknown as H;
}

type Handler = (...given: never[]) => Promise<unknown>;
