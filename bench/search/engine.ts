/** Milliseconds and rows of each query, in the queries' order. */
export interface Timings {
  readonly milliseconds: readonly number[];
  readonly found: readonly number[];
}

/** The results of an engine. */
export interface EngineReport extends Timings {
  readonly name: string;
  /** The same queries, each right after one entity has changed; only for our engine. */
  readonly afterChange?: readonly number[];
  /** Milliseconds of CPU to write a snapshot, or to fill the index; only where it can be measured. */
  readonly write?: number;
  /** One line about the cost of the preparation. */
  readonly notes: string;
}

export function cpuMilliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
