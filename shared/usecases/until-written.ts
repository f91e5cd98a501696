/** What an attempt answers when somebody else wrote in between: it must read and decide again. */
export const lostRace = Symbol('lost race');

const attempts = 30;
const longestPause = 200; // milliseconds

/**
 * Reads, decides and writes, again and again until no other writer comes in between.
 *
 * One of those who race always wins, so 30 attempts outlast any crowd that one item draws. Throws when
 * they don't.
 */
export async function untilWritten<T>(attempt: () => Promise<T | typeof lostRace>): Promise<T> {
  for (let count = 1; count <= attempts; count += 1) {
    const result = await attempt();
    if (result !== lostRace) return result;
    await pause(Math.random() * Math.min(longestPause, 2 ** count));
  }
  throw new Error(`lost ${attempts} races in a row`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
