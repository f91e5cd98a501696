import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

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
export function named(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => (args) => {
      const caller = callingFunction();
      const { request } = args;
      // The SDK hands its own HTTP request on, which it declares as unknown.
      if (caller !== undefined) {
        (request as { headers: Record<string, string> }).headers[callerHeader] = caller;
      }
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'callingFunction' },
  );
  return client;
}
