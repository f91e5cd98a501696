import type { AttributeValue, CancellationReason } from '@aws-sdk/client-dynamodb';
import { isTransient } from '../runtime/client-parts.ts';
import { pause, timeLeft } from '../runtime/deadline.ts';

/** A JSON object of DynamoDB's API. */
export type Fields = Readonly<Record<string, unknown>>;

/** DynamoDB's refusal of a request, under the name that it gives it; the fields are those of the SDK's own exception. */
export class TableError extends Error {
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
  /** For a cancelled transaction: one per write, `Code: 'None'` for those that were not the reason. */
  readonly CancellationReasons?: readonly CancellationReason[];
  /** For a failed condition: the item as it was found, if that was requested. */
  readonly Item?: Record<string, AttributeValue>;

  constructor(status: number, requestId: string | undefined, type: string, answer: Fields) {
    super(String(answer['message'] ?? answer['Message'] ?? `HTTP status ${status}`));
    // `com.amazonaws.dynamodb.v20120810#ThrottlingException`, sometimes followed by `:` and an address.
    this.name = (type.split(':')[0] ?? '').split('#').at(-1) ?? '';
    this.$metadata = { httpStatusCode: status, requestId };
    const { CancellationReasons: reasons, Item: item } = answer;
    // In DynamoDB's own format, and nothing else is under these names.
    if (reasons) this.CancellationReasons = reasons as readonly CancellationReason[];
    if (item) this.Item = item as Record<string, AttributeValue>;
  }
}

/** Whether a write was refused because its condition does not hold. */
export function isConditionFailed(
  error: unknown,
): error is Error & { readonly Item?: Record<string, AttributeValue> } {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** Why a transaction was cancelled, one reason per write; null for every other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] | null {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return null;
  return 'CancellationReasons' in error && Array.isArray(error.CancellationReasons)
    ? error.CancellationReasons
    : [];
}

/**
 * The table had no room for the request: each try was throttled, or others held its items. Nothing was written.
 */
export class TableBusyError extends Error {
  constructor(cause: unknown) {
    super('the table is busy', { cause });
    this.name = 'TableBusyError';
  }
}

/** Why a request can be made again: another transaction holds an item, or the table is at its capacity. */
type Obstacle = 'conflict' | 'throttled' | 'still_throttled';

/** Pauses grow from `first` to `longest`, in milliseconds, with jitter. */
const retryPlans: Readonly<
  Record<Obstacle, { attempts: number; firstPauseMs: number; maxPauseMs: number }>
> = {
  conflict: { attempts: 14, firstPauseMs: 20, maxPauseMs: 600 },
  // DynamoDB needs seconds to split a partition, and to refill a burst.
  throttled: { attempts: 4, firstPauseMs: 200, maxPauseMs: 1_600 },
  // The SDK has already made its own attempts, with its own pauses.
  still_throttled: { attempts: 2, firstPauseMs: 200, maxPauseMs: 200 },
};

/**
 * With less time left than this, in milliseconds, an attempt might not finish before the request must be
 * answered.
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
 * Repeats a request while only transient obstacles stop it. Throws `TableBusyError` when they last, and every
 * other error as it is.
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

/** Whether the table was busy because others held an item that should be written. */
export function isContended(error: unknown): boolean {
  return error instanceof TableBusyError && obstacleOf(error.cause) === 'conflict';
}

/** Whether an error says that the table is busy, so that trying again later may help. */
export function isTableBusy(error: unknown): boolean {
  if (error instanceof TableBusyError || obstacleOf(error)?.endsWith('throttled')) return true;
  // Libraries that write to the table wrap its errors.
  return error instanceof Error && error.cause instanceof Error && isTableBusy(error.cause);
}

/**
 * Whether a service of AWS has given no answer, after all attempts. Nobody knows whether the call was carried out; a repeat of the
 * request finds out.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { httpStatusCode } = Object(Reflect.get(error, '$metadata'));
  // Libraries that write to the table wrap its errors.
  return (httpStatusCode === undefined && isTransient(error)) || isUnanswered(error.cause);
}

function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof Error)) return null;
  const reasons = cancellationReasons(error);
  if (reasons !== null) {
    const codes = reasons.map(({ Code = '' }) => Code);
    // Throttling asks for the longer pause.
    if (codes.some((code) => throttles.has(code))) return 'throttled';
    return codes.some((code) => conflicts.has(code)) ? 'conflict' : null;
  }
  if (conflictNames.has(error.name)) return 'conflict';
  return throttleNames.has(error.name) ? 'still_throttled' : null;
}
