import type { Migration } from '../../kernel/db/migration.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';

/** What it takes to carry migrations out. */
export interface MigrationDeps extends CoreDeps {
  /** Those that this release knows. */
  readonly migrations: readonly Migration[];
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** How long one call works on a segment at most, in milliseconds. */
  readonly workFor: number;
}
