import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { DeadlineError, deadlineSignal } from './deadline.ts';

/** How long to wait for a connection, in milliseconds. */
const connectionTimeout = 1_000;

/**
 * Sockets of a client: more than the calls that it ever makes in parallel. With the SDK's 50, further calls
 * wait, which is treated as a failure to connect: sixty requests to a slow table were answered with 500.
 */
const maxSockets = 2_000;

/**
 * How many connections stay open for the next calls. With Node's default of 256, each client kept that many open after
 * a burst.
 */
const maxFreeSockets = 40;

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
    httpAgent: { keepAlive: true, maxSockets, maxFreeSockets },
    httpsAgent: { keepAlive: true, maxSockets, maxFreeSockets },
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
  // It reads optional fields of errors.
  const failure = error as SdkError;
  if (isThrottlingError(failure)) return 'THROTTLING';
  return isTransientError(failure) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

/** Whether it is the SDK's error for a network that fails or is late, or a service's own failure. */
export function isTransient(error: Error): boolean {
  return errorTypeOf(error) === 'TRANSIENT';
}

/** Credentials of a role, as the SDK takes them. */
export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The role's credentials from the environment, where Lambda always puts them. Throws when they are missing. */
export async function roleCredentials(): Promise<RoleCredentials> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

/** The region of the function. Throws if the environment names none. */
export function regionOfRole(): string {
  const { AWS_REGION } = process.env;
  if (!AWS_REGION) throw new Error('AWS_REGION is not set');
  return AWS_REGION;
}

/** The variable with a service's endpoint. It takes precedence over `AWS_ENDPOINT_URL`. */
export type AddressVariable = `AWS_ENDPOINT_URL_${string}`;

/** The service's address in the environment; null if not set. */
export function givenAddress(variable: AddressVariable): string | null {
  return process.env[variable] || process.env['AWS_ENDPOINT_URL'] || null;
}

/**
 * Whether transactions bear a token, by which the table knows one that it has carried out when it comes again. Only the laptop's engine
 * does without: see docs/decisions/archive/0146-transactions-of-the-laptop.md.
 */
export function transactionTokens(): boolean {
  return process.env['TRANSACTION_TOKENS'] !== 'false';
}

/** A region's own address of a service; `host` is what its hosts begin with: `email` of `email.eu-west-1.amazonaws.com`. */
export function regionalAddress(host: string, region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${host}.${region}.${suffix}`;
}
