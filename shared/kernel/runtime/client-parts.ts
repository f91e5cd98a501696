import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { openHttpClient } from './http-client.ts';

/**
 * Settings of a client with time limits: each attempt times out after the given milliseconds, with
 * an error that is retried, and all attempts end at the deadline of the current work.
 */
export function timeLimits({
  attempts,
  requestTimeout,
}: {
  readonly attempts: number;
  readonly requestTimeout: number;
}) {
  return { maxAttempts: attempts, requestHandler: openHttpClient(requestTimeout) };
}

type SdkError = Parameters<typeof isTransientError>[0];

/**
 * Runs an AWS request with the retries and pauses of the SDK's own clients; returns or throws the
 * result of the last attempt.
 */
export type Attempting = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * The retries of one client, at most `maxAttempts` for each request. `baseDelay` is the first pause
 * in milliseconds; default: that of the SDK.
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

/** The SDK's classification of an error, which decides about a retry. */
function errorTypeOf(error: unknown): 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR' {
  if (!(error instanceof Error)) return 'CLIENT_ERROR';
  // The SDK reads optional fields of errors.
  const failure = error as SdkError;
  if (isThrottlingError(failure)) return 'THROTTLING';
  return isTransientError(failure) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

/**
 * Whether it is the SDK's error for a network failure or a timeout, or a failure of the service
 * itself.
 */
export function isTransient(error: Error): boolean {
  return errorTypeOf(error) === 'TRANSIENT';
}

/** A role's credentials in the SDK's format. */
export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * The role's credentials from the environment, where Lambda puts them. Throws if they are missing.
 */
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
 * Whether transactions have a client request token, which prevents a retry from writing twice. Only
 * the local engine has none: see decision 146.
 */
export function transactionTokens(): boolean {
  return process.env['TRANSACTION_TOKENS'] !== 'false';
}

/**
 * A service's regional endpoint; `host` is the first label: `email` in
 * `email.eu-west-1.amazonaws.com`.
 */
export function regionalAddress(host: string, region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${host}.${region}.${suffix}`;
}
