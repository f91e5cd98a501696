/** Days for which what nothing leads to any more can still be asked for: a link that has been used, a revoked key. */
const daysAfterUse = 90;

/** `ttl` of an item that has had its use at this instant (ISO 8601): seconds since 1970. */
export function termAfterUse(at: string): number {
  return Math.ceil(Date.parse(at) / 1000) + daysAfterUse * 86_400;
}
