/** For how many days an item that has had its use is kept: a used link, a revoked key. */
const daysAfterUse = 90;

/** `ttl` of an item that has had its use at this instant (ISO 8601): seconds since 1970. */
export function termAfterUse(at: string): number {
  return Math.ceil(Date.parse(at) / 1000) + daysAfterUse * 86_400;
}
