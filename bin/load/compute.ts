import type { Load } from './measured.ts';
import { type PartitionKind, partitionKinds } from './partitions.ts';

/** DynamoDB's limit for one partition key of a table or index in a second: units written and read. */
export const limits = { written: 1_000, read: 3_000 } as const;

/** The name of a kind in bin/load/measured.json. */
export function nameOf({ where, pattern, shards = 0 }: PartitionKind): string {
  return `${where} ${pattern}${shards > 1 ? '#' : ''}`;
}

/** The used share of one partition's limits, from 0 to 1. */
export interface Usage {
  readonly kind: PartitionKind;
  readonly written: number;
  readonly read: number;
}

/**
 * The use of the partitions of shared lists, given the acts of each kind a second, highest first. A list's partitions
 * get equal shares. If a kind has several lists (the trail of an action), all its acts go to one of them.
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

/** The larger of the written and read shares. */
export function most({ written, read }: Pick<Usage, 'written' | 'read'>): number {
  return Math.max(written, read);
}

/** How many acts a second fill the first partition of the shared lists; infinite if the act uses none. */
export function ceilingOf(load: Load, act: string): number {
  const [fullest] = usageOf(load, { [act]: 1 });
  return fullest === undefined || most(fullest) === 0 ? Infinity : 1 / most(fullest);
}
