import type { Load } from './measured.ts';
import { type PartitionKind, partitionKinds } from './partitions.ts';

/** What DynamoDB gives one partition key of a table or of an index in a second: units written and read. */
export const limits = { written: 1_000, read: 3_000 } as const;

/** How a kind is called in bin/load/measured.json. */
export function nameOf({ where, pattern, shards = 0 }: PartitionKind): string {
  return `${where} ${pattern}${shards > 1 ? '#' : ''}`;
}

/** The part of one partition's limits that is used, of 1. */
export interface Usage {
  readonly kind: PartitionKind;
  readonly written: number;
  readonly read: number;
}

/**
 * The use of the partitions of shared lists by so many acts of each kind a second, the fullest first. A list's partitions get
 * equal parts of it. All acts of a kind with several lists (the trail of an action) go to one of them, as if there were no other.
 */
export function usageOf(load: Load, perSecond: Readonly<Record<string, number>>): readonly Usage[] {
  const common = partitionKinds.filter(({ shards }) => shards !== undefined);
  return common
    .map((kind) => {
      const sum = { written: 0, read: 0 };
      for (const [act, rate] of Object.entries(perSecond)) {
        const asked = load[act]?.[nameOf(kind)];
        sum.written += rate * (asked?.written ?? 0);
        sum.read += rate * (asked?.read ?? 0);
      }
      const shards = kind.shards ?? 1;
      return {
        kind,
        written: sum.written / shards / limits.written,
        read: sum.read / shards / limits.read,
      };
    })
    .toSorted((left, right) => most(right) - most(left));
}

/** The larger of what is written and read. */
export function most({ written, read }: Pick<Usage, 'written' | 'read'>): number {
  return Math.max(written, read);
}

/** How many of an act a second fill the first partition of everyone's lists; infinite where it asks for none. */
export function ceilingOf(load: Load, act: string): number {
  const [fullest] = usageOf(load, { [act]: 1 });
  return fullest === undefined || most(fullest) === 0 ? Infinity : 1 / most(fullest);
}
