/**
 * How many names the search in memory is for. Measured with `npm run bench`, and explained in
 * docs/decisions/archive/0047-search-starts-from-a-snapshot.md.
 */
export const searchCeiling = 2_000_000;

/** The name of the database in which the search's PostgreSQL has the registry. */
export const searchDatabase = 'registry';

/**
 * How Node runs where the registry is searched: with a small space for young objects, and so that garbage can be asked to
 * be collected while a snapshot is read. A million names stay below 300 MB resident with it, and took up to 340 without
 * (docs/decisions/archive/0047-search-starts-from-a-snapshot.md). Lambda hands `NODE_OPTIONS` to Node, which takes both there:
 * https://nodejs.org/docs/latest-v24.x/api/cli.html#node_optionsoptions.
 */
export const searchNodeOptions = '--max-semi-space-size=2 --expose-gc';
