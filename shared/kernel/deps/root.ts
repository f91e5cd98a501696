import { AsyncLocalStorage } from 'node:async_hooks';

const replaced = new AsyncLocalStorage<object>();

/**
 * What a handler needs, from its composition root. Made with the first call, not on import, so that importing a
 * function at build time makes no AWS clients.
 */
export function root<D extends object>(make: () => D): () => D {
  let made: D | undefined;
  return () => {
    // Whoever replaces dependencies must provide all that the handlers called inside need.
    const given = replaced.getStore() as D | undefined;
    if (given !== undefined) return given;
    made ??= make();
    return made;
  };
}

/**
 * Runs `work` with these dependencies in place of those of every composition root: the handlers that it calls are
 * the ones that Lambda calls, on engines and a clock that a test chose. Nothing of the service calls it.
 */
export function withDeps<T>(deps: object, work: () => T): T {
  return replaced.run(deps, work);
}
