import type { Partition } from './page.ts';
import type { Item, Table } from './table.ts';

/**
 * A change of shape that rewrites items. `shared/platform` carries it out page by page. After a crash it sees
 * an item twice, so that each change must be conditional on the item as it was read.
 */
export interface Migration {
  /** Operators know it by its name. */
  readonly name: string;
  /** Raised with whatever it does otherwise: a run continues, and a dry run counts, for the same number only. */
  readonly code: number;
  /** What it does, in one line. */
  readonly about: string;
  /**
   * What is read: the segments in parallel, the sources of each one after the other, newest first. Items
   * whose order matters must be in one segment. At most 40 segments.
   */
  readonly segments: readonly (readonly MigrationSource[])[];
  /** What is to become of items, in their order; null: nothing, each is as it should be, or none of its business. */
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
  /** What operators see of it: an id, nothing of a person. */
  readonly sample: string;
  /** Makes it. `again`: the item is not what it was, and must be looked at again. */
  readonly carryOut: () => Promise<'changed' | 'again'>;
}
