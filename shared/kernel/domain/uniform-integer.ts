/** Six bytes: enough for any range of up to 2^48 values. */
const values = 2 ** 48;

/**
 * A uniformly distributed integer in 0 … `bound` - 1, for bounds up to 2^48.
 *
 * `random` gives that many random bytes; it is called again when a value would make small numbers more likely.
 */
export function uniformInteger(bound: number, random: (bytes: number) => Uint8Array): number {
  const accepted = values - (values % bound);
  for (;;) {
    const value = random(6).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < accepted) return value % bound;
  }
}
