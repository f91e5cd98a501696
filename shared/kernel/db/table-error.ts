import type { AttributeValue, CancellationReason } from '@aws-sdk/client-dynamodb';
import { isTransient } from '../runtime/client-parts.ts';
import { pause, timeLeft } from '../runtime/deadline.ts';

/** A JSON object in DynamoDB's API. */
export type Fields = Readonly<Record<string, unknown>>;

/** A DynamoDB error; `name` is the error type. The fields are those of the SDK's exception. */
export class TableError extends Error {
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
  /**
   * For a cancelled transaction: one reason per write, with `Code: 'None'` for writes that did not
   * cause it.
   */
  readonly CancellationReasons?: readonly CancellationReason[];
  /** For a failed condition: the item found, if it was requested. */
  readonly Item?: Record<string, AttributeValue>;

  constructor(status: number, requestId: string | undefined, type: string, answer: Fields) {
    super(String(answer['message'] ?? answer['Message'] ?? `HTTP status ${status}`));
    // `com.amazonaws.dynamodb.v20120810#ThrottlingException`, sometimes followed by `:` and an address.
    this.name = (type.split(':')[0] ?? '').split('#').at(-1) ?? '';
    this.$metadata = { httpStatusCode: status, requestId };
    const { CancellationReasons: reasons, Item: item } = answer;
    // DynamoDB's format; no other format uses these names.
    if (reasons) this.CancellationReasons = reasons as readonly CancellationReason[];
    if (item) this.Item = item as Record<string, AttributeValue>;
  }
}

/** Whether a write was refused because its condition failed. */
export function isConditionFailed(
  error: unknown,
): error is Error & { readonly Item?: Record<string, AttributeValue> } {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** The reasons for a cancelled transaction, one per write; null for every other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] | null {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return null;
  return 'CancellationReasons' in error && Array.isArray(error.CancellationReasons)
    ? error.CancellationReasons
    : [];
}

/**
 * The table was too busy: every attempt was throttled or conflicted with other transactions.
 * Nothing was written.
 */
export class TableBusyError extends Error {
  constructor(cause: unknown) {
    super('the table is busy', { cause });
    this.name = 'TableBusyError';
  }
}

/** A transient reason for a failure: a transaction conflict or throttling. */
type Obstacle = 'conflict' | 'throttled' | 'still_throttled';

/** Pauses grow from `firstPauseMs` to `maxPauseMs` (milliseconds), with jitter. */
const retryPlans: Readonly<
  Record<Obstacle, { attempts: number; firstPauseMs: number; maxPauseMs: number }>
> = {
  conflict: { attempts: 14, firstPauseMs: 20, maxPauseMs: 600 },
  // DynamoDB takes seconds to split a partition and to refill its burst capacity.
  throttled: { attempts: 4, firstPauseMs: 200, maxPauseMs: 1_600 },
  // The SDK has already retried with pauses.
  still_throttled: { attempts: 2, firstPauseMs: 200, maxPauseMs: 200 },
};

/**
 * With less time left than this, in milliseconds, no further attempt starts because it might not
 * finish in time.
 */
const attemptTimeoutMs = 2_500;

const conflicts = new Set(['TransactionConflict']);
const throttles = new Set([
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);

/** Names of exceptions; those of throttling arrive after the SDK's own retries. */
const conflictNames = new Set(['TransactionConflictException', 'TransactionInProgressException']);
const throttleNames = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/**
 * Retries a request while its failures are transient. Throws `TableBusyError` if they persist, and
 * every other error unchanged.
 */
export async function whilePassing<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      const obstacle = obstacleOf(error);
      if (obstacle === null) throw error;
      const { attempts, firstPauseMs, maxPauseMs } = retryPlans[obstacle];
      const hopeless = attempt >= attempts || timeLeft() < attemptTimeoutMs;
      if (hopeless) throw new TableBusyError(error);
      await pause(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1)));
    }
  }
}

/** Whether the table was busy because of transaction conflicts. */
export function isContended(error: unknown): boolean {
  return error instanceof TableBusyError && obstacleOf(error.cause) === 'conflict';
}

/** Whether the error means that the table is busy, so a later retry may succeed. */
export function isTableBusy(error: unknown): boolean {
  if (error instanceof TableBusyError || obstacleOf(error)?.endsWith('throttled')) return true;
  // Libraries wrap the table's errors.
  return error instanceof Error && error.cause instanceof Error && isTableBusy(error.cause);
}

/**
 * Whether an AWS service did not respond in any attempt. It is unknown whether the call was carried
 * out; a repeat of the request finds out.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { httpStatusCode } = Object(Reflect.get(error, '$metadata'));
  // Libraries wrap the table's errors.
  return (httpStatusCode === undefined && isTransient(error)) || isUnanswered(error.cause);
}

function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof Error)) return null;
  const reasons = cancellationReasons(error);
  if (reasons !== null) {
    const codes = reasons.map(({ Code = '' }) => Code);
    // Throttling needs the longer pause.
    if (codes.some((code) => throttles.has(code))) return 'throttled';
    return codes.some((code) => conflicts.has(code)) ? 'conflict' : null;
  }
  if (conflictNames.has(error.name)) return 'conflict';
  return throttleNames.has(error.name) ? 'still_throttled' : null;
}
