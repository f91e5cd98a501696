import { nextState } from '../../kernel/domain/decision.ts';

/** The states of a run. `planned`: requested but not started. `dryRun` changes nothing. */
export const migrationStates = [
  'planned',
  'dryRun',
  'running',
  'paused',
  'finished',
  'failed',
] as const;
export type MigrationRunState = (typeof migrationStates)[number];

export type RunCommand =
  | 'request'
  /** A request, after no process has worked on it for ten minutes. */
  | 'take_over'
  | 'begin'
  | 'begin_dry'
  | 'pause'
  | 'finish'
  | 'fail';

/** Each state with the commands that it accepts. */
export const migrationTransitions: Readonly<
  Record<MigrationRunState, Readonly<Partial<Record<RunCommand, MigrationRunState>>>>
> = {
  planned: {
    begin: 'running',
    begin_dry: 'dryRun',
    take_over: 'planned',
    pause: 'paused',
    fail: 'failed',
  },
  dryRun: {
    begin_dry: 'dryRun',
    finish: 'finished',
    take_over: 'planned',
    pause: 'paused',
    fail: 'failed',
  },
  running: {
    begin: 'running',
    finish: 'finished',
    take_over: 'planned',
    pause: 'paused',
    fail: 'failed',
  },
  paused: { request: 'planned' },
  finished: { request: 'planned' },
  failed: { request: 'planned' },
};

/** What a dry run found. */
export interface DryRun {
  /** The version of the migration's code that it ran. */
  readonly code: number;
  readonly finishedAt: string;
  readonly scanned: number;
  readonly needed: number;
  readonly samples: readonly string[];
}

/** The newest run of a migration. Instants are ISO 8601. */
export interface MigrationRun {
  readonly id: string;
  readonly name: string;
  /** The version of the migration's code with which it began. */
  readonly code: number;
  readonly isDry: boolean;
  readonly state: MigrationRunState;
  /** The table's maximum capacity units per second. */
  readonly rate: number;
  readonly segments: number;
  /** The event whose workflow works on it. Any other workflow leaves it alone. */
  readonly execution: string;
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly failure: string | null;
  /** The newest finished dry run. */
  readonly dryRun: DryRun | null;
  readonly version: number;
}

/** A requested run of a migration. */
export interface MigrationInput {
  readonly name: string;
  readonly code: number;
  readonly segments: number;
  readonly isDry: boolean;
  readonly rate: number;
  /** Allows a real run without a dry run of the same code. */
  readonly withoutDryRun: boolean;
}

/** After this many milliseconds without progress the run is idle: for example, someone stopped the workflow. */
export const deadAfter = 600_000;

export type Requested =
  /** It is already under way. */
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: 'under_way' | 'no_dry_run' }
  /** `goesOn`: it continues where it stopped. Otherwise it starts again. */
  | { readonly kind: 'planned'; readonly run: MigrationRun; readonly goesOn: boolean };

/**
 * Decides on a request for a run, dry or real. `lastSign` is the last activity of the run that was found. `id` is new,
 * for the run and its execution.
 */
export function requested(
  found: MigrationRun | null,
  input: MigrationInput,
  lastSign: string,
  id: { readonly run: string; readonly execution: string },
  now: Date,
): Requested {
  const { isDry, code, rate, name, segments } = input;
  const isAlike = found !== null && found.code === code && found.isDry === isDry;
  const command =
    found !== null && isUnderWay(found) && isDead(lastSign, now) ? 'take_over' : 'request';
  const state = found === null ? 'planned' : after(found, command);
  if (state === undefined) {
    return isAlike ? { kind: 'same' } : { kind: 'refused', reason: 'under_way' };
  }
  const asked = {
    state,
    rate,
    execution: id.execution,
    requestedAt: now.toISOString(),
    finishedAt: null,
    failure: null,
  };
  if (isAlike && found.state !== 'finished' && found.segments === segments) {
    return { kind: 'planned', goesOn: true, run: { ...found, ...asked } };
  }
  // A run that continues was allowed when it began.
  if (!isDry && !input.withoutDryRun && found?.dryRun?.code !== code) {
    return { kind: 'refused', reason: 'no_dry_run' };
  }
  const { dryRun = null, version = 0 } = found ?? {};
  const fresh = { id: id.run, name, code, isDry, segments, startedAt: null, dryRun, version };
  return { kind: 'planned', goesOn: false, run: { ...fresh, ...asked } };
}

/** Whether a workflow works on it or will. */
export function isUnderWay({ state }: Pick<MigrationRun, 'state'>): boolean {
  return nextState(migrationTransitions, state, 'pause') !== undefined;
}

function after({ state }: MigrationRun, command: RunCommand): MigrationRunState | undefined {
  return nextState(migrationTransitions, state, command);
}

export function isDead(lastSign: string, now: Date): boolean {
  return now.getTime() - Date.parse(lastSign) >= deadAfter;
}

/** The run, begun by the workflow of its execution. Null if there is nothing to do. A run that has begun continues. */
export function begun(run: MigrationRun, execution: string, now: Date): MigrationRun | null {
  const state = after(run, run.isDry ? 'begin_dry' : 'begin');
  if (run.execution !== execution || state === undefined) return null;
  return { ...run, state, startedAt: run.startedAt ?? now.toISOString() };
}

/** The run, paused until someone requests it again. Null if it is not under way. */
export function paused(run: MigrationRun): MigrationRun | null {
  const state = after(run, 'pause');
  return state === undefined ? null : { ...run, state };
}

/** The finished run; `found` is the result of a dry run. Null if it has not begun or has ended. */
export function finished(
  run: MigrationRun,
  found: Omit<DryRun, 'code' | 'finishedAt'>,
  now: Date,
): MigrationRun | null {
  const state = after(run, 'finish');
  if (state === undefined) return null;
  const finishedAt = now.toISOString();
  const dryRun = run.isDry ? { ...found, code: run.code, finishedAt } : run.dryRun;
  return { ...run, state, finishedAt, dryRun };
}

/** The failed run, which someone can request again. Null if it is not under way or belongs to another execution. */
export function failed(
  run: MigrationRun,
  execution: string,
  failure: string,
  now: Date,
): MigrationRun | null {
  const state = after(run, 'fail');
  if (run.execution !== execution || state === undefined) return null;
  return { ...run, state, failure, finishedAt: now.toISOString() };
}

/** The progress of a run: the sums over its segments. */
export interface RunSums {
  readonly segmentsDone: number;
  readonly scanned: number;
  readonly needed: number;
  readonly changed: number;
  readonly retried: number;
  readonly units: number;
  readonly samples: readonly string[];
  /** The last time that a process worked on it. */
  readonly lastSign: string;
}

/** A migration of this release with its newest run. */
export interface MigrationState {
  readonly migration: { readonly name: string; readonly code: number; readonly about: string };
  readonly run: (MigrationRun & RunSums) | null;
  /** It is under way, and no process has worked on it for ten minutes. */
  readonly isIdle: boolean;
  readonly dryRun: DryRun | null;
}
