import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { isMissed, type Report } from './summary.ts';

const stryker = 'test/mutants/node_modules/@stryker-mutator/core/bin/stryker.js';

/** Where reports are stored, so that later runs can skip files. */
export const directory = '.local/mutants';

/** Whether Stryker is installed. */
export function isInstalled(): boolean {
  return existsSync(stryker);
}

/**
 * Mutates one file in all ways and runs those tests that import it. Results of an earlier run for
 * the same file and tests are reused unless `force`. Throws if Stryker fails; its log has the
 * reason.
 */
export async function mutateFile(
  file: string,
  { tests, force }: { readonly tests: string; readonly force: boolean },
): Promise<Report> {
  const base = `${directory}/${file.replaceAll('/', '-').replace(/\.ts$/, '')}`;
  const report = `${base}.json`;
  writeFileSync(
    `${base}.config.json`,
    JSON.stringify({
      testRunner: 'vitest',
      vitest: { configFile: 'test/mutants/vitest.config.ts', related: true },
      plugins: ['@stryker-mutator/vitest-runner'],
      mutate: [file],
      // The imports of these tests; the rest of the repository need not be copied.
      ignorePatterns: [
        ...['/*', '!/shared', '!/local', '!/lib', '!/package.json', '!/test'],
        ...['admin', 'clients', 'golden', 'infra', 'local'].map((name) => `/test/${name}`),
        // The Python packages of the PDF judges.
        '/test/*/.venv',
      ],
      coverageAnalysis: 'perTest',
      concurrency: 1,
      incremental: true,
      incrementalFile: `${base}.incremental.json`,
      force,
      tempDirName: `${base}.sandbox`,
      reporters: ['json', 'html'],
      jsonReporter: { fileName: report },
      htmlReporter: { fileName: `${base}.html` },
      timeoutMS: 10_000,
      warnings: false,
      allowEmpty: true,
    }),
  );
  forgetSurvivors(`${base}.incremental.json`);
  const log = openSync(`${base}.log`, 'w');
  const child = spawn(process.execPath, [stryker, 'run', `${base}.config.json`], {
    stdio: ['ignore', log, log],
    env: { ...process.env, MUTANTS_TESTS: tests },
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`Stryker failed: ${base}.log`);
  // A file with only types has no mutants and no report.
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { files: {} };
}

/**
 * Survivors are tried again, because Stryker would not notice that another test now covers a
 * constant.
 */
function forgetSurvivors(file: string): void {
  if (!existsSync(file)) return;
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  const files = Object.entries(report.files).map(([name, rest]) => [
    name,
    { ...rest, mutants: rest.mutants.filter((mutant) => !isMissed(mutant)) },
  ]);
  writeFileSync(file, JSON.stringify({ ...report, files: Object.fromEntries(files) }));
}
