import { createHash } from 'node:crypto';
import type { ItemKey } from './keys.ts';

/**
 * A digest for keys that contain typed text: any length fits, and logs and metrics never show a
 * name or address.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The unique lock on a name, by its name option and folded key: only one filing can hold it. */
export function nameClaim(optionId: string, key: string): ItemKey {
  return { pk: `NAME#${optionId}#${digest(key)}`, sk: 'NAME' };
}

/** A reserved name, in one name option or (null) in all. */
export function nameReservation(optionId: string | null, key: string): ItemKey {
  return { pk: `RESERVED#${digest(key)}`, sk: `OPTION#${optionId ?? '*'}` };
}

/**
 * The number of shards of lists with many writers. A partition takes a thousand write units a
 * second; docs/table.md explains the sizes. A number can be raised at any time because readers read
 * all shards; it must never be lowered.
 */
export const shards = {
  /** The audit trail. */
  trail: 16,
  /** The trail by action, by actor and by both. */
  trailFilter: 8,
  /** Lists in the table: persons, vouchers, visitor passes, reviews. */
  listed: 8,
  /**
   * In the indexes: items of a kind, with or without a state. Whole items are copied there with
   * each write.
   */
  things: 24,
  /** Visitor passes from one source. */
  source: 8,
  /**
   * Changes of the registry. Each search reads all shards, so there are as few as possible: with
   * two, this list is no slower to write than the others.
   */
  registry: 2,
  /** Residencies that end in one month. */
  ends: 4,
} as const;

/** The shard of a list for an id, always the same. An unsharded list has `count` 0. */
export function shardOf(list: string, count: number, id: string): string {
  if (count === 0) return list;
  return `${list}#${createHash('sha256').update(id).digest().readUInt32BE() % count}`;
}

/**
 * Every partition of a sharded list. The first has the list's own name: it holds items from before
 * the list was sharded and gets no new ones.
 */
export function shardsOf(list: string, count: number): readonly [string, ...string[]] {
  return [list, ...Array.from({ length: count }, (_, shard) => `${list}#${shard}`)];
}
