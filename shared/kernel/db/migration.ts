import type { Partition } from './page.ts';
import type { Item, Table } from './table.ts';

/**
 * A change of shape that rewrites items. `shared/platform` carries it out page by page. After a crash it sees
 * an item twice, so that each change must be conditional on the item as it was read.
 */
export interface Migration {
  /** Operators know it by its name. */
  readonly name: string;
  /** Raise it when the behaviour changes. A run continues, and a dry run is valid, only with the same number. */
  readonly code: number;
  /** Its purpose, in one line. */
  readonly about: string;
  /**
   * The sources to read: segments in parallel, the sources of a segment in sequence, newest first. Items whose order
   * matters must be in one segment. At most 40 segments.
   */
  readonly segments: readonly (readonly MigrationSource[])[];
  /** The change of each item, in order; null if the item needs none. */
  readonly look: (
    items: readonly Item[],
    table: Table,
  ) => Promise<readonly (MigrationChange | null)[]>;
}

/** A list; or a part of the whole table, for what is on no list (needs `scan` in `shared/service/routes/background.ts`). */
export type MigrationSource =
  | { readonly list: Partition }
  | { readonly scan: { readonly part: number; readonly of: number } };

/** One change that must be made. */
export interface MigrationChange {
  /** The sample for operators: an id, no personal data. */
  readonly sample: string;
  /** Makes the change. `again`: the item has changed and must be read again. */
  readonly carryOut: () => Promise<'changed' | 'again'>;
}
