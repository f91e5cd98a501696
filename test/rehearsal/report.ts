/** The output of a rehearsal while it runs: each step with its time, and the findings. */
export interface Report {
  /** Does the work; a failure ends the rehearsal. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Reports a broken promise; the rehearsal continues, and fails in the end. */
  finding(text: string): void;
  readonly findings: readonly string[];
}

export function reportTo(write: (text: string) => void): Report {
  const findings: string[] = [];
  return {
    findings,
    finding(text) {
      findings.push(text);
      write(`  ! ${text}\n`);
    },
    async step(name, work) {
      const begin = performance.now();
      write(`  ${name.padEnd(64)}`);
      try {
        const result = await work();
        write(`${((performance.now() - begin) / 1000).toFixed(1).padStart(7)} s\n`);
        return result;
      } catch (error) {
        write(' failed\n');
        throw error;
      }
    },
  };
}
