/**
 * How many names the search in memory is for. Measured with `npm run bench`, and explained in
 * docs/decisions/archive/0047-search-starts-from-a-snapshot.md.
 */
export const searchCeiling = 2_000_000;
