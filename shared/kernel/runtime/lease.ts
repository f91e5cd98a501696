/**
 * The instant by which leases of so many milliseconds are over: all that end by then were left by a process that is gone.
 *
 * That is now, unless this process is known to be alone with the table since it started (`ALONE_SINCE`, which only `npm start` sets:
 * its lock on the data directory proves it). Then whoever took a lease before the start is gone, too, and nobody waits for its end.
 */
export function leasesOverBy(now: Date, length: number): string {
  const alone = process.env['ALONE_SINCE'];
  const before = alone === undefined ? 0 : Date.parse(alone) + length - 1;
  return new Date(Math.max(now.getTime(), before)).toISOString();
}
