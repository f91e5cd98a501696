import { createHash } from 'node:crypto';
import type { ItemKey } from './keys.ts';

/**
 * Keys that contain typed text are hashed. So any length fits, and logs and metrics never show a name or address.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The claim on a name, by its name option and folded key: one item, so that one of two filings gets it. */
export function nameClaim(optionId: string, key: string): ItemKey {
  return { pk: `NAME#${optionId}#${digest(key)}`, sk: 'NAME' };
}

/** A name that nobody may have, in one name option or (null) in all. */
export function nameReservation(optionId: string | null, key: string): ItemKey {
  return { pk: `RESERVED#${digest(key)}`, sk: `OPTION#${optionId ?? '*'}` };
}

/**
 * Over how many partitions lists are spread that many writers add to. One takes a thousand units a second; docs/table.md
 * says what becomes of that. A number may be raised at any time, for readers look into all; it must never be lowered.
 */
export const shards = {
  /** The audit trail: an entry for each act. */
  trail: 16,
  /** The trail by action, by actor and by both. */
  trailFilter: 8,
  /** Lists in the table: persons, vouchers, visitor passes, reviews. */
  listed: 8,
  /** In the indexes: items of a kind, and those in a state. Whole items are copied there with each write. */
  things: 24,
  /** Visitor passes from one source. */
  source: 8,
  /**
   * Changes of the registry. Each search reads all of them, so there are at most it takes: with two, entities can change
   * as fast as the other lists let them.
   */
  registry: 2,
  /** Residencies that end in one month. */
  ends: 4,
} as const;

/** The shard of a list for an id, always the same. 0: the list is not sharded. */
export function shardOf(list: string, count: number, id: string): string {
  if (count === 0) return list;
  return `${list}#${createHash('sha256').update(id).digest().readUInt32BE() % count}`;
}

/**
 * Every partition of a spread list. The first is the list's own name, where all of it lay before it was spread: nothing
 * is moved from there, and nothing is added by this version.
 */
export function shardsOf(list: string, count: number): readonly [string, ...string[]] {
  return [list, ...Array.from({ length: count }, (_, shard) => `${list}#${shard}`)];
}
