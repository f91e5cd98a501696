import type { DryRun, MigrationRun } from './migration-run.ts';

/** How far a run is: the sums of its segments. */
export interface RunSums {
  readonly segmentsDone: number;
  readonly looked: number;
  readonly wanted: number;
  readonly changed: number;
  readonly again: number;
  readonly units: number;
  readonly samples: readonly string[];
  /** When someone has last worked on it. */
  readonly lastSign: string;
}

/** A migration of this release with its newest run. */
export interface MigrationState {
  readonly migration: { readonly name: string; readonly code: number; readonly about: string };
  readonly run: (MigrationRun & RunSums) | null;
  /** It is under way, and nobody has worked on it for ten minutes. */
  readonly isIdle: boolean;
  readonly dryRun: DryRun | null;
}
