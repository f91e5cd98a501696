/**
 * How many names the search in memory is for. Measured with `npm run bench`, and explained in
 * docs/decisions/archive/0047-search-starts-from-a-snapshot.md.
 */
export const searchCeiling = 2_000_000;

/** The name of the database in which the search's PostgreSQL has the registry. */
export const searchDatabase = 'registry';

/**
 * How Node runs where the registry is searched: with a small space for young objects, and so that garbage can be asked to
 * be collected while a snapshot is read. A million names stay below 250 MB resident with it
 * (docs/decisions/archive/0047-search-starts-from-a-snapshot.md). Lambda hands `NODE_OPTIONS` to Node, which takes both there:
 * https://nodejs.org/docs/latest-v24.x/api/cli.html#node_optionsoptions.
 */
export const searchNodeOptions = '--max-semi-space-size=2 --expose-gc';

/**
 * How far looks for changes go back beyond the last one, in milliseconds. `near` covers writers whose clocks are
 * behind ours, and the second in which the table's index mostly follows the table. No time is promised for that: every
 * `between` a look goes back `far`.
 */
export const lookBack = { near: 10_000, far: 3_600_000, between: 600_000 } as const;

/** When the last check began, and the last one that went far back, in Unix milliseconds. */
export interface Looks {
  readonly refreshedAt: number;
  readonly farAt: number;
}

/** The start of the changes that a check at `now` reads, ISO 8601, and whether it goes far back. */
export function sinceWhen({ refreshedAt, farAt }: Looks, now: number) {
  const isFar = now - farAt >= lookBack.between;
  const back = isFar ? lookBack.far : lookBack.near;
  return { since: new Date(refreshedAt - back).toISOString(), isFar };
}
