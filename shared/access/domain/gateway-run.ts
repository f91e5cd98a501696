/** The counts of a comparison of the table with API Gateway. */
export interface GatewayCounts {
  /** Keys that have a gateway key and are not revoked. */
  readonly keys: number;
  readonly missing: number;
  readonly disabled: number;
  readonly misplaced: number;
  readonly unrecorded: number;
  /** Keys that were not metered for thirty days: they let go of their gateway key. */
  readonly idle: number;
  /** Gateway keys of our own whose API key is revoked, released or unknown to the table. */
  readonly leftOver: number;
  /** Keys that were fixed. */
  readonly mended: number;
  /** Keys for which the account had no room. */
  readonly noRoom: number;
  /** Leftover gateway keys, which are removed. */
  readonly removed: number;
  /** Unknown gateway keys that were not removed, because there are so many that someone must check. */
  readonly heldBack: number;
  /** Keys that could not be compared, fixed or removed; the log names them. */
  readonly failed: number;
}

const nothingCounted: GatewayCounts = {
  keys: 0,
  missing: 0,
  disabled: 0,
  misplaced: 0,
  unrecorded: 0,
  idle: 0,
  leftOver: 0,
  mended: 0,
  noRoom: 0,
  removed: 0,
  heldBack: 0,
  failed: 0,
};

/** A comparison of table and API Gateway, the only or newest one. Times are ISO 8601. */
export interface GatewayRun {
  readonly id: string;
  /** Whether differences are fixed as well. */
  readonly carryOut: boolean;
  /** Whether an operator asked for it; the schedule does otherwise. */
  readonly byOperator: boolean;
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Until when someone works on it, unless they give it back before. */
  readonly heldUntil: string | null;
  /** Whether what is left over was removed; the walk comes then. */
  readonly isCleared: boolean;
  /** The position of the run; null: the first key. */
  readonly after: string | null;
  /** Whether all keys have been looked at. */
  readonly isWalked: boolean;
  readonly counts: GatewayCounts;
  /** All gateway keys of the account, those of others included; null until they were counted. */
  readonly keysInAccount: number | null;
  /** Goes up with each write. */
  readonly version: number;
}

export const runStates = ['waiting', 'running', 'finished'] as const;
export type RunState = (typeof runStates)[number];

export function stateOf({ startedAt, finishedAt }: GatewayRun): RunState {
  if (finishedAt !== null) return 'finished';
  return startedAt === null ? 'waiting' : 'running';
}

/** Pause between two automatic runs, in milliseconds. */
const between = 3_600_000;

/**
 * How long someone who works on a run has it for themselves, in milliseconds: longer than a function lives, so
 * that only what has died is taken over.
 */
const lease = 16 * 60_000;

/** A new one, at its beginning. */
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
    heldUntil: null,
    isCleared: false,
    after: null,
    isWalked: false,
    counts: nothingCounted,
    keysInAccount: null,
    version: 0,
  };
}

/**
 * The run that an operator gets: the current one if it does at least as much; otherwise a new one that replaces any
 * other.
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
 * The run that must be worked on now, held by the caller: one that waits or was given up, or a new one an
 * hour after the last. Null: there is nothing to do, or another worker does it.
 */
export function dueRun(found: GatewayRun | null, id: string, now: Date): GatewayRun | null {
  const run = openRun(found, id, now);
  if (run === null) return null;
  const startedAt = run.startedAt ?? now.toISOString();
  return { ...run, startedAt, heldUntil: new Date(now.getTime() + lease).toISOString() };
}

function openRun(found: GatewayRun | null, id: string, now: Date): GatewayRun | null {
  if (found === null) return newRun(id, { carryOut: true, byOperator: false }, now);
  if (found.finishedAt !== null) {
    const isOver = now.getTime() - Date.parse(found.finishedAt) >= between;
    return isOver ? newRun(id, { carryOut: true, byOperator: false }, now) : null;
  }
  const isHeld = found.heldUntil !== null && Date.parse(found.heldUntil) > now.getTime();
  return isHeld ? null : found;
}
