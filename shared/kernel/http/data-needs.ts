import type { keys } from '../db/keys.ts';
import type { IndexName } from '../db/schema.ts';
import type { Route } from './route.ts';

/** Kinds of items, named as in `shared/kernel/db/keys.ts`. */
export type ItemKind = keyof typeof keys;

/** The public keys that verify tokens are written by their rotation alone. */
type Writable = Exclude<ItemKind, 'signingKey'>;

/** A recorded item never changes: nobody may update or delete it. */
type Changeable = Exclude<Writable, 'audit' | 'auditByAction' | 'auditByActor' | 'event'>;

/** Kinds of items by what is done to them. */
interface TableWrites {
  /** Created, or replaced as a whole. */
  readonly put?: readonly Writable[];
  readonly update?: readonly Changeable[];
  readonly delete?: readonly Changeable[];
  /** Left alone, but a transaction has a condition on them. */
  readonly check?: readonly Writable[];
}

/**
 * The folder of a kind of documents in the bucket: the first part of their keys. `search` has snapshots of the
 * registry, `refused` files that nobody reads.
 */
export const documentFolders = [
  'documents',
  'information',
  'mailbox-evidence',
  'proofs-of-address',
  'refused',
  'search',
  'tax-proofs',
] as const;
type DocumentFolder = (typeof documentFolders)[number];

/** Folders by operation. Links count as well: they are signed with the function's own rights. */
export interface DocumentAccess {
  readonly get?: readonly DocumentFolder[];
  readonly put?: readonly DocumentFolder[];
  /** All versions of a file. */
  readonly erase?: readonly DocumentFolder[];
  readonly remove?: readonly DocumentFolder[];
}

/** A function's use of the service's data. Its policy allows exactly this; the tests judge every request under it. */
export interface DataNeeds {
  /** `read`: any item, by its key or with its partition. */
  readonly table: 'none' | 'read';
  /** A migration of its walks the whole table. */
  readonly scan?: true;
  /** The indexes that it queries. */
  readonly indexes?: readonly IndexName[];
  readonly writes?: TableWrites;
  readonly documents?: DocumentAccess;
}

/** Needs of functions that may read only some kinds of items, and needs that no row can declare. */
export interface NarrowNeeds {
  readonly get?: readonly ItemKind[];
  readonly getMany?: readonly ItemKind[];
  readonly query?: readonly ItemKind[];
  readonly put?: readonly ItemKind[];
  readonly update?: readonly ItemKind[];
}

/** Writes that a read makes on its own: the use of a session, a counted guess, an opened document. They may be lost. */
const traces: readonly ItemKind[] = ['session', 'attempts', 'represented'];

/** Copies of data stored elsewhere. They may be lost. */
const copies: readonly ItemKind[] = ['clientKeySet'];

/**
 * What becomes of a row's requests under maintenance: reads are `served` as always, whatever changes something that
 * is kept is `refused`, credentials included.
 *
 * | row | answer |
 * |---|---|
 * | GET that changes only traces | served |
 * | POST that changes only counts of guesses: searches, verification, introspection | served |
 * | GET that issues a code to a client without asking | refused |
 * | GET that records that staff was shown personal data | refused |
 * | everything else | refused |
 * | `servedInMaintenance` | served |
 */
export function inMaintenance({
  method,
  writes = {},
  servedInMaintenance,
}: Pick<Route, 'method' | 'writes' | 'servedInMaintenance'>): 'served' | 'refused' {
  if (servedInMaintenance) return 'served';
  const { put = [], update = [], delete: removed = [] } = writes;
  // A form that changes a session ends it, and one that changes a representation is no trace either.
  const left: readonly ItemKind[] = method === 'GET' ? traces : ['attempts'];
  const kept = put.filter((kind) => !copies.includes(kind));
  const changes = [...kept, ...removed, ...update.filter((kind) => !left.includes(kind))];
  return changes.length === 0 ? 'served' : 'refused';
}
