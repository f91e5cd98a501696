import type { keys } from '../db/keys.ts';
import type { IndexName } from '../db/schema.ts';
import type { Route } from './route.ts';

/** Kinds of items, named as in `shared/kernel/db/keys.ts`. */
export type ItemKind = keyof typeof keys;

/** Only the key rotation writes the public keys that verify tokens. */
type Writable = Exclude<ItemKind, 'signingKey'>;

/** Audit records never change: they can't be updated or deleted. */
type Changeable = Exclude<Writable, 'audit' | 'auditByAction' | 'auditByActor' | 'event'>;

/** Kinds of items by operation. */
interface TableWrites {
  /** Created, or replaced entirely. */
  readonly put?: readonly Writable[];
  readonly update?: readonly Changeable[];
  readonly delete?: readonly Changeable[];
  /** Only checked by a condition of a transaction. */
  readonly check?: readonly Writable[];
}

/**
 * The folder of a kind of documents in the bucket: the first part of their keys. `search` has
 * snapshots of the registry, `refused` has files that can't be downloaded.
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

/**
 * Folders by operation. Links need the same access: they are signed with the function's own rights.
 */
export interface DocumentAccess {
  readonly get?: readonly DocumentFolder[];
  readonly put?: readonly DocumentFolder[];
  /** All versions of a file. */
  readonly erase?: readonly DocumentFolder[];
  readonly remove?: readonly DocumentFolder[];
}

/**
 * How a function uses the service's data. Its policy allows exactly this; the tests check every
 * request against it.
 */
export interface DataNeeds {
  /** `read`: any item, by its key or its partition. */
  readonly table: 'none' | 'read';
  /** One of its migrations scans the whole table. */
  readonly scan?: true;
  /** The indexes it queries. */
  readonly indexes?: readonly IndexName[];
  readonly writes?: TableWrites;
  readonly documents?: DocumentAccess;
}

/** Needs of functions that can read only some kinds of items, and needs that no row can declare. */
export interface NarrowNeeds {
  readonly get?: readonly ItemKind[];
  readonly getMany?: readonly ItemKind[];
  readonly query?: readonly ItemKind[];
  readonly put?: readonly ItemKind[];
  readonly update?: readonly ItemKind[];
}

/**
 * Writes that are side effects of reading: the use of a session, a counted guess, an opened
 * document. Losing them is acceptable.
 */
const traces: readonly ItemKind[] = ['session', 'attempts', 'represented'];

/** Copies of data stored elsewhere. Losing them is acceptable. */
const copies: readonly ItemKind[] = ['clientKeySet'];

/**
 * Whether a row's requests are served during maintenance. Reads are; anything that makes a lasting
 * change is refused, including the issue of credentials.
 *
 * | row | result |
 * |---|---|
 * | GET that changes only traces | served |
 * | POST that changes only attempt counters: searches, verification, introspection | served |
 * | GET that issues a code to a client without asking | refused |
 * | GET that records that staff viewed personal data | refused |
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
  // Only a GET changes a session as a trace: a form ends it. A form that updates a representation
  // is more than a trace.
  const left: readonly ItemKind[] = method === 'GET' ? traces : ['attempts'];
  const kept = put.filter((kind) => !copies.includes(kind));
  const changes = [...kept, ...removed, ...update.filter((kind) => !left.includes(kind))];
  return changes.length === 0 ? 'served' : 'refused';
}
