/** The part of Stryker's report (schema of mutation-testing-elements) that is used. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/** The percentage of mutants that must be detected, or explained in the code. */
const least = 95;

const isNoticed = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';
/** `// Stryker disable next-line …: reason`. */
const isExplained = ({ status }: Mutant) => status === 'Ignored';
/** No test noticed it. */
export const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';

/** Each file with its percentage and undetected mutants, and whether enough were detected. */
export function summary(reports: readonly Report[]): {
  readonly lines: readonly string[];
  readonly good: boolean;
} {
  const files = reports.flatMap((report) => Object.entries(report.files));
  const all = files.flatMap(([, { mutants }]) => mutants);
  const shares = files.map(([file, { mutants }]) => `${share(mutants)}  ${file}`);
  const missed = files.flatMap(([file, { mutants }]) =>
    mutants.filter(isMissed).map((mutant) => `${file}:${place(mutant)}`),
  );
  return {
    lines: [...missed, '', ...shares.toSorted(), '', `${share(all)}  all`],
    good: percent(all) >= least,
  };
}

function place({ location: { start }, mutatorName, replacement = '', status }: Mutant): string {
  const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${start.line}:${start.column} ${mutatorName} ${status}: ${text}`;
}

function percent(mutants: readonly Mutant[]): number {
  const decided = mutants.filter((mutant) => isNoticed(mutant) || isMissed(mutant));
  const explained = mutants.filter(isExplained).length;
  const total = decided.length + explained;
  return total === 0 ? 100 : (100 * (decided.filter(isNoticed).length + explained)) / total;
}

function share(mutants: readonly Mutant[]): string {
  const count = (is: (mutant: Mutant) => boolean) => mutants.filter(is).length;
  const figures = `${count(isNoticed)} noticed, ${count(isExplained)} explained, ${count(isMissed)} missed`;
  return `${percent(mutants).toFixed(1).padStart(5)} %  ${figures.padEnd(45)}`;
}
