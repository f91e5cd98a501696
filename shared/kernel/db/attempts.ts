import { pause, timeLeft } from '../deadline.ts';
import { cancellationReasons } from './table-error.ts';

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
 * With less time left than this, in milliseconds, an attempt might not finish before the request has to be
 * answered.
 */
const attemptTimeoutMs = 2_500;

const conflicts = new Set(['TransactionConflict']);
const throttles = new Set([
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);

/** Of exceptions; those of throttling come when the SDK has given up trying by itself. */
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

/** Whether the table was busy because others held an item that was to be written. */
export function isContended(error: unknown): boolean {
  return error instanceof TableBusyError && obstacleOf(error.cause) === 'conflict';
}

/** Whether an error says that the table is busy, so that trying again later may help. */
export function isTableBusy(error: unknown): boolean {
  if (error instanceof TableBusyError || obstacleOf(error)?.endsWith('throttled')) return true;
  // Libraries that write to the table wrap its errors.
  return error instanceof Error && error.cause instanceof Error && isTableBusy(error.cause);
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
