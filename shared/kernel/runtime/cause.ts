import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/**
 * Does work that a call to the API has caused. Its log lines and events carry the call's request id, and so do those
 * of what follows from these events: it is one thread through everyone's logs. Undefined: nobody knows the call.
 */
export function causedBy<T>(requestId: string | undefined, work: () => T): T {
  return requestId === undefined ? work() : causes.run(requestId, work);
}

/** The request id of the call that caused what is being done; undefined if it is not known. */
export function causingRequest(): string | undefined {
  return causes.getStore();
}

/** The same as a part of a log entry; empty if unknown. */
export function causingCall(): { readonly requestId?: string } {
  const requestId = causingRequest();
  return requestId === undefined ? {} : { requestId };
}
