/** Repeats a request until it has a result; rejects after a minute, with what was awaited. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`a minute was not enough for ${what}`);
}
