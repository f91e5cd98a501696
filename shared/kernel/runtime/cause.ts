import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/**
 * Runs work that an API call has caused. Its log lines and events have the call's request id, and
 * so does the work that these events cause, so the logs can be correlated. Undefined: the call is
 * unknown.
 */
export function causedBy<T>(requestId: string | undefined, work: () => T): T {
  return requestId === undefined ? work() : causes.run(requestId, work);
}

/** The request id of the call that caused the current work; undefined if unknown. */
export function causingRequest(): string | undefined {
  return causes.getStore();
}

/** The same as log fields; empty if unknown. */
export function causingCall(): { readonly requestId?: string } {
  const requestId = causingRequest();
  return requestId === undefined ? {} : { requestId };
}
