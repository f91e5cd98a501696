/** How long cases waited for their decisions. */
export interface Waits {
  /** How many decisions it is of. */
  readonly decided: number;
  /** Half of them waited so many seconds, or fewer. */
  readonly medianSeconds: number;
  /** Nine of ten did. */
  readonly p90Seconds: number;
}

/** The decisions that waits are told of: those of so many days, and of each type so many at most, the newest. */
export const waitsOver = { days: 30, cases: 200 } as const;

/** For how many seconds a case waited, with the time that its applicant took to answer questions. */
export function waitOf({ createdAt, decidedAt }: { createdAt: string; decidedAt: string }): number {
  return Math.max(0, Math.round((Date.parse(decidedAt) - Date.parse(createdAt)) / 1000));
}

/** How long they waited, in whole seconds, by nearest rank: each figure is one that occurred. Null of none. */
export function waitsOf(seconds: readonly number[]): Waits | null {
  const sorted = seconds.toSorted((left, right) => left - right);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  const [median, p90] = [rank(0.5), rank(0.9)];
  if (median === undefined || p90 === undefined) return null;
  return { decided: sorted.length, medianSeconds: median, p90Seconds: p90 };
}
