/** The counts of a comparison of the table with API Gateway. */
export interface GatewayCounts {
  /** Valid keys with a gateway key. */
  readonly keys: number;
  readonly missing: number;
  readonly disabled: number;
  readonly misplaced: number;
  readonly unrecorded: number;
  /** Keys without a metered call in thirty days, which release their gateway key. */
  readonly idle: number;
  /** Our gateway keys whose API key is revoked, released or unknown. */
  readonly orphaned: number;
  /** Keys that were fixed. */
  readonly fixed: number;
  /** Keys that got no gateway key because the quota is used up. */
  readonly overQuota: number;
  /** Leftover gateway keys that were deleted. */
  readonly removed: number;
  /**
   * Unknown gateway keys that were not deleted, because there are so many that an operator must
   * check.
   */
  readonly retained: number;
  /** Keys that could not be compared, fixed or deleted; the log names them. */
  readonly failed: number;
}

const nothingCounted: GatewayCounts = {
  keys: 0,
  missing: 0,
  disabled: 0,
  misplaced: 0,
  unrecorded: 0,
  idle: 0,
  orphaned: 0,
  fixed: 0,
  overQuota: 0,
  removed: 0,
  retained: 0,
  failed: 0,
};

/** The current or latest comparison of the table with API Gateway. Times are ISO 8601. */
export interface GatewayRun {
  readonly id: string;
  /** Whether differences are also fixed. */
  readonly carryOut: boolean;
  /** Whether an operator requested it, and not the schedule. */
  readonly byOperator: boolean;
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** The end of the current worker's lease; null if nobody holds the run. */
  readonly leasedUntil: string | null;
  /** Whether leftovers were deleted, which precedes the comparison of keys. */
  readonly isCleared: boolean;
  /** The position of the run; null: the first key. */
  readonly after: string | null;
  /** Whether all keys have been compared. */
  readonly isWalked: boolean;
  readonly counts: GatewayCounts;
  /**
   * All gateway keys of the account, including those of other stacks; null until they were counted.
   */
  readonly keysInAccount: number | null;
  /** Increases with each write. */
  readonly version: number;
}

export const runStates = ['waiting', 'running', 'finished'] as const;
export type RunState = (typeof runStates)[number];

export function stateOf({ startedAt, finishedAt }: GatewayRun): RunState {
  if (finishedAt !== null) return 'finished';
  return startedAt === null ? 'waiting' : 'running';
}

/** The pause between two scheduled runs, in milliseconds. */
const between = 3_600_000;

/**
 * How long a worker holds a run, in milliseconds: longer than a function runs, so only a crashed
 * worker is replaced.
 */
const lease = 16 * 60_000;

/** A new run at its start. */
function newRun(
  id: string,
  { carryOut, byOperator }: Pick<GatewayRun, 'carryOut' | 'byOperator'>,
  now: Date,
): GatewayRun {
  return {
    id,
    carryOut,
    byOperator,
    requestedAt: now.toISOString(),
    startedAt: null,
    finishedAt: null,
    leasedUntil: null,
    isCleared: false,
    after: null,
    isWalked: false,
    counts: nothingCounted,
    keysInAccount: null,
    version: 0,
  };
}

/**
 * The run for an operator's request: the current one if it does at least as much; otherwise a new
 * one that replaces it.
 */
export function requestedRun(
  found: GatewayRun | null,
  carryOut: boolean,
  id: string,
  now: Date,
): GatewayRun {
  const isEnough =
    found !== null &&
    stateOf(found) !== 'finished' &&
    (!carryOut || (found.carryOut && found.byOperator));
  return isEnough ? found : newRun(id, { carryOut, byOperator: true }, now);
}

/**
 * The run to work on now, held by the caller: a waiting or abandoned one, or a new one an hour
 * after the last. Null if there is nothing to do, or another worker does it.
 */
export function dueRun(found: GatewayRun | null, id: string, now: Date): GatewayRun | null {
  const run = openRun(found, id, now);
  if (run === null) return null;
  const startedAt = run.startedAt ?? now.toISOString();
  return { ...run, startedAt, leasedUntil: new Date(now.getTime() + lease).toISOString() };
}

function openRun(found: GatewayRun | null, id: string, now: Date): GatewayRun | null {
  if (found === null) return newRun(id, { carryOut: true, byOperator: false }, now);
  if (found.finishedAt !== null) {
    const isOver = now.getTime() - Date.parse(found.finishedAt) >= between;
    return isOver ? newRun(id, { carryOut: true, byOperator: false }, now) : null;
  }
  const isHeld = found.leasedUntil !== null && Date.parse(found.leasedUntil) > now.getTime();
  return isHeld ? null : found;
}
