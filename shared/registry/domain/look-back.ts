/**
 * How far looks for changes go back beyond the last one, in milliseconds. `near` covers writers whose clocks are
 * behind ours, and the second in which the table's index mostly follows the table. No time is promised for that: every
 * `between` a look goes back `far`.
 */
export const lookBack = { near: 10_000, far: 3_600_000, between: 600_000 } as const;

/** When the newest look began, and the newest that went far back; in Unix milliseconds. */
export interface Looks {
  readonly refreshedAt: number;
  readonly farAt: number;
}

/** Since when a look that begins `now` asks for changes, ISO 8601, and whether it goes far back. */
export function sinceWhen({ refreshedAt, farAt }: Looks, now: number) {
  const isFar = now - farAt >= lookBack.between;
  const back = isFar ? lookBack.far : lookBack.near;
  return { since: new Date(refreshedAt - back).toISOString(), isFar };
}
