import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { TableClient } from '../../shared/kernel/db/table-client.ts';
import { DeadlineError, deadlineSignal } from '../../shared/kernel/runtime/deadline.ts';
import type { DynamoDbProxy } from './dynamodb-proxy.ts';

const callers = new AsyncLocalStorage<string>();

/** The header in which a table client names its function. */
export const callerHeader = 'x-calling-function';

/** Runs `work` as the function of this entry: its requests are checked against the function's own role. */
export function asFunction<T>(entry: string, work: () => T): T {
  return callers.run(entry, work);
}

/** The entry of the running function; undefined for tests themselves, which may do anything. */
export function callingFunction(): string | undefined {
  return callers.getStore();
}

/**
 * The client with its function's name in each request. With `direct`, requests go to the proxy without a socket if it
 * accepts them.
 */
export function named(client: TableClient, direct?: DynamoDbProxy['direct']): TableClient {
  const { requestHandler } = client.settings;
  const send = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options) => {
    const caller = callingFunction();
    if (caller !== undefined) request.headers[callerHeader] = caller;
    const signal = deadlineSignal();
    const answering = signal?.aborted ? null : direct?.(request);
    if (!answering) return send(request, options);
    const { status, headers, body } = await answering;
    if (signal?.aborted) throw new DeadlineError();
    const response = { statusCode: status, headers: { ...headers }, body: Readable.from([body]) };
    return { response };
  };
  return client;
}
