/** CPU time of this process while it runs something, in milliseconds: other programs don't count. */
export async function cpuTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A lower cost is harmless, however it grows. */
const harmless = 30;

/**
 * At eight times the length, linear work costs eight times as much, and quadratic work 64 times.
 */
const growth = 24;

/** The minimum of several measurements, because garbage collection or a cold function increases some. */
async function leastCost(run: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < 3 && least > enough; measured += 1) {
    least = Math.min(least, await cpuTime(run));
  }
  return least;
}

/**
 * Whether the cost of a text grows faster than its length. `run` gets texts of 24,000 characters
 * and, if that costs more than `harmless`, of 3,000. The growth must be found three times in
 * sequence, because a busy machine can distort a measurement.
 */
export async function growsTooFast(
  textOf: (length: number) => string,
  run: (text: string) => unknown,
): Promise<boolean> {
  const [long, short] = [textOf(24_000), textOf(3_000)];
  for (let round = 0; round < 3; round += 1) {
    const cost = await leastCost(() => run(long), harmless);
    if (cost <= harmless || cost <= growth * (await leastCost(() => run(short), 0))) return false;
  }
  return true;
}

/** Repetitions that are slow in some patterns and parsers. */
const units = [
  ' ',
  '\t',
  '\n',
  'a',
  '0',
  '.',
  'a.',
  '@',
  'a@',
  ',',
  ';',
  '=',
  'a=b;',
  'a=b&',
  '/',
  '../',
  '\\',
  '%',
  '%41',
  '"',
  "'",
  '<',
  '<!doctype ',
  '{',
  '[',
  '-',
  '_',
  ':',
  '*',
  '\u0000',
  '\u00a0',
  '\u0301\u0316',
  '\u200d',
  'می\u200c',
  'क्\u200d',
  'ı',
  'ß',
  'ﷺ',
  '\ud800',
  '𐐀',
] as const;

type HostileText = readonly [name: string, textOf: (length: number) => string];

/** Costly texts of any length. */
export const plainHostileTexts: readonly HostileText[] = units.map((unit) => [
  `${JSON.stringify(unit)} again and again`,
  (length) => unit.repeat(Math.ceil(length / unit.length)),
]);

/** The same, and again between a start and an end that do not match. */
export const hostileTexts: readonly HostileText[] = plainHostileTexts.flatMap(([name, textOf]) => [
  [name, textOf],
  [`${name}, between x and a line end`, (length) => `x${textOf(length)}\n!`],
]);
