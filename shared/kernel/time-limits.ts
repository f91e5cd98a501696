import { NodeHttpHandler } from '@smithy/node-http-handler';
import { DeadlineError, deadlineSignal } from './deadline.ts';

/** How long to wait for a connection, in milliseconds. */
const connectionTimeout = 1_000;

/**
 * Sockets of a client: more than the calls it ever makes at once. With the SDK's 50, further calls wait, which
 * counts as a failure to connect: sixty requests to a slow table were answered with 500.
 */
const maxSockets = 2_000;

/**
 * Settings of a client whose calls are limited in time: each attempt ends after so many milliseconds, with an
 * error that is retried, and all of them at the deadline of the work they belong to.
 *
 * The SDK alone would only warn when an answer is late.
 */
export function timeLimits({
  attempts,
  requestTimeout,
}: {
  readonly attempts: number;
  readonly requestTimeout: number;
}) {
  const handler = new NodeHttpHandler({
    connectionTimeout,
    requestTimeout,
    throwOnRequestTimeout: true,
    httpAgent: { keepAlive: true, maxSockets },
    httpsAgent: { keepAlive: true, maxSockets },
  });
  const send = handler.handle.bind(handler);
  handler.handle = async (request, options) => {
    const signal = deadlineSignal();
    if (signal?.aborted) throw new DeadlineError();
    try {
      return await send(request, { ...options, ...(signal && { abortSignal: signal }) });
    } catch (error) {
      throw signal?.aborted ? new DeadlineError() : error;
    }
  };
  return { maxAttempts: attempts, requestHandler: handler };
}
