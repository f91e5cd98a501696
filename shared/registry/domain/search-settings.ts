/** The number of names that the search in memory supports, measured with `npm run bench`. */
export const searchCeiling = 2_000_000;

/** The name of the PostgreSQL database for searches. */
export const searchDatabase = 'registry';

/**
 * Node options of the registry search: a small young generation, an old generation whose garbage is collected early (it
 * holds 10 MB; the names are in typed arrays, which do not count), and explicit garbage collection while a snapshot is
 * read. A million names then stay below 250 MB resident.
 * Lambda passes `NODE_OPTIONS` to Node, which accepts all three there:
 * https://nodejs.org/docs/latest-v24.x/api/cli.html#node_optionsoptions.
 */
export const searchNodeOptions = '--max-semi-space-size=2 --max-old-space-size=512 --expose-gc';

/**
 * How far checks for changes overlap the previous check, in milliseconds. `near` covers clock skew and the usual index
 * delay of a second. DynamoDB guarantees no limit for that delay, so every `between`, a check goes back `far`.
 */
export const lookBack = { near: 10_000, far: 3_600_000, between: 600_000 } as const;

/** When the last check and the last far-reaching check began, in Unix milliseconds. */
export interface Looks {
  readonly refreshedAt: number;
  readonly farAt: number;
}

/** The start of the changes that a check at `now` reads, ISO 8601, and whether it is a far-reaching check. */
export function sinceWhen({ refreshedAt, farAt }: Looks, now: number) {
  const isFar = now - farAt >= lookBack.between;
  const back = isFar ? lookBack.far : lookBack.near;
  return { since: new Date(refreshedAt - back).toISOString(), isFar };
}
