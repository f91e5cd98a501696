import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';

type SdkError = Parameters<typeof isTransientError>[0];

/** Makes a request of AWS again, as often and with the pauses that the SDK's own clients would; gives what the last attempt does. */
export type Attempting = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * Attempts of one client, `maxAttempts` of each request at most. `baseDelay`: what pauses between them start with, in
 * milliseconds; without it as the SDK's clients do.
 */
export function openRetries(maxAttempts: number, baseDelay?: number): Attempting {
  const retries = new StandardRetryStrategy({
    maxAttempts,
    ...(baseDelay !== undefined && { baseDelay }),
  });
  return async (attempt) => {
    let token = await retries.acquireInitialRetryToken('');
    for (;;) {
      try {
        const answer = await attempt();
        retries.recordSuccess(token);
        return answer;
      } catch (error) {
        token = await retries
          .refreshRetryTokenForRetry(token, { errorType: errorTypeOf(error) })
          .catch(() => {
            throw error;
          });
      }
    }
  };
}

/** Whether another attempt may help, as the SDK judges it. */
function errorTypeOf(error: unknown): 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR' {
  if (!(error instanceof Error)) return 'CLIENT_ERROR';
  // It looks for fields that errors may have, and copes without.
  const failure = error as SdkError;
  if (isThrottlingError(failure)) return 'THROTTLING';
  return isTransientError(failure) ? 'TRANSIENT' : 'CLIENT_ERROR';
}
