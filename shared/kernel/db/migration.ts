import type { Partition } from './page.ts';
import type { Item, Table } from './table.ts';

/**
 * A migration rewrites stored items. `shared/platform` runs it page by page. After a crash it sees
 * an item twice, so each change must be conditional on the item as it was read.
 */
export interface Migration {
  /** The name that operators use. */
  readonly name: string;
  /**
   * Raise it when the behaviour changes. A run can continue, and a dry run is valid, only with the
   * same number.
   */
  readonly code: number;
  /** Its purpose, in one line. */
  readonly about: string;
  /**
   * The sources to read: segments in parallel, the sources of a segment in sequence, newest first. Items whose order
   * matters must be in one segment. At most 40 segments.
   */
  readonly segments: readonly (readonly MigrationSource[])[];
  /** The changes for each item, in order; null if an item needs none. */
  readonly look: (
    items: readonly Item[],
    table: Table,
  ) => Promise<readonly (MigrationChange | null)[]>;
}

/**
 * A list, or a part of the whole table for items that are in no list (requires `scan` in
 * `shared/service/routes/background.ts`).
 */
export type MigrationSource =
  | { readonly list: Partition }
  | { readonly scan: { readonly part: number; readonly of: number } };

export interface MigrationChange {
  /** A sample for operators: an id, no personal data. */
  readonly sample: string;
  /** Makes the change. `again` means that the item has changed and must be read again. */
  readonly carryOut: () => Promise<'changed' | 'again'>;
}
