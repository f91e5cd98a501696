import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { groups, unchanged } from './groups.ts';
import { directory, isInstalled, mutateFile } from './mutate-file.ts';
import { type Report, summary } from './summary.ts';

// Mutates the code, one small change at a time, and checks whether a test detects it: see
// README.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Ignores the results of earlier runs. */
    force: { type: 'boolean', default: false },
    /** How many files are processed in parallel. */
    concurrency: { type: 'string', default: String(availableParallelism()) },
  },
});

/** Files with the tests of their group: all, or those of the given groups and files. */
function selectedFiles() {
  const all = Object.entries(groups).flatMap(([group, { files, tests }]) =>
    globSync([...files])
      .filter((file) => !unchanged.has(file))
      .map((file) => ({ group, file, tests })),
  );
  const known = new Set(all.flatMap(({ group, file }) => [group, file]));
  const unknown = positionals.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`neither a group nor a file of one: ${unknown.join(', ')}`);
  const selected = all.filter(({ group, file }) =>
    [group, file].some((name) => positionals.includes(name)),
  );
  return positionals.length === 0 ? all : selected;
}

if (!isInstalled()) {
  const { status } = spawnSync('npm', ['ci'], { cwd: 'test/mutants', stdio: 'inherit' });
  if (status !== 0) throw new Error('Stryker could not be installed');
}
mkdirSync(directory, { recursive: true });
const waiting = selectedFiles();
const reports: Report[] = [];
const failures: string[] = [];

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { file, tests } = next;
    try {
      reports.push(await mutateFile(file, { tests, force: values.force }));
    } catch (error) {
      failures.push(`${file}: ${error instanceof Error ? error.message : error}`);
    }
    process.stderr.write(`${file} (${waiting.length} more)\n`);
  }
}

await Promise.all(Array.from({ length: Number(values.concurrency) }, work));
const { lines, good } = summary(reports);
process.stdout.write(`${[...lines, ...failures].join('\n')}\n`);
process.exitCode = good && failures.length === 0 ? 0 : 1;
