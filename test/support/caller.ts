import { AsyncLocalStorage } from 'node:async_hooks';
import type { TableClient } from '../../shared/kernel/db/table-client.ts';

const callers = new AsyncLocalStorage<string>();

/** The header in which a client of the table says for which function it calls. */
export const callerHeader = 'x-calling-function';

/** Runs `work` as the function of this entry: its requests are judged under the function's own role. */
export function asFunction<T>(entry: string, work: () => T): T {
  return callers.run(entry, work);
}

/** The entry of the function that is running; undefined for tests themselves, which may do anything. */
export function callingFunction(): string | undefined {
  return callers.getStore();
}

/** The client, saying with each request which function it is for. */
export function named(client: TableClient): TableClient {
  const { requestHandler } = client.settings;
  const send = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => {
    const caller = callingFunction();
    if (caller !== undefined) request.headers[callerHeader] = caller;
    return send(request, options);
  };
  return client;
}
