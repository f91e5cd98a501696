import { writeFile } from 'node:fs/promises';
import { runExport, validateExport } from '../export/import-export.ts';
import { isExport } from '../export/manifest.ts';
import { Failure } from '../failure.ts';
import { showCsv } from '../show-csv.ts';
import type { Target } from '../target.ts';
import type { Terminal } from '../terminal.ts';
import type { Tool } from '../tool.ts';
import { importOptions, uses, walkOf } from './options.ts';
import { walkFile } from './walk-file.ts';

/** `import validate`: a dry run. */
export const validate: Tool = {
  name: 'validate',
  about:
    'Check every row of a file, and import nothing; rejected rows are listed in a file with the reason',
  arguments: [['file', 'the records: .jsonl or .csv; or the folder of an export']],
  options: importOptions,
  uses,
  example: 'import validate register.jsonl',
  async run(options, target, terminal) {
    const file = String(options['file']);
    if (await isExport(file)) await validateExport(file, terminal);
    else await sendFile('validate', options, target(), terminal);
  },
};

/** `import run`: repeats calls until every record has an outcome. */
export const run: Tool = {
  name: 'run',
  about:
    'Import the rows of a file, each once; run it again to continue. Rejected rows are listed in a file',
  arguments: [['file', 'the records: .jsonl or .csv; or the folder of an export']],
  options: importOptions,
  uses,
  example: 'import run register.jsonl',
  async run(options, target, terminal) {
    const file = String(options['file']);
    if (await isExport(file)) await runExport(file, options, target(), terminal);
    else await sendFile('run', options, target(), terminal);
  },
};

async function sendFile(
  mode: 'validate' | 'run',
  options: Readonly<Record<string, unknown>>,
  target: Target,
  terminal: Terminal,
): Promise<void> {
  const walk = walkOf(options, mode);
  const statuses = new Map<string, number>();
  const { rows, exceptions } = await walkFile(
    target,
    walk,
    ({ record }, { status }) => {
      const name = `${record.kind} ${status}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
    },
    terminal.notice,
  );
  const path = String(options['exceptions'] ?? `${walk.file}.exceptions.csv`);
  await writeFile(
    path,
    showCsv(
      ['row', 'kind', 'code', 'field', 'message'],
      [...exceptions].map((each) => ({ ...each })),
    ),
  );
  const keptOut = new Set(exceptions.map(({ row }) => row)).size;
  const outcomes = Object.fromEntries([...statuses].toSorted());
  if (options['json'] === true) {
    const report = { batch: walk.batch, mode, rows, outcomes, keptOut, exceptions: path };
    terminal.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    terminal.write(`${String(rows).padStart(8)} rows\n`);
    for (const [name, count] of Object.entries(outcomes)) {
      terminal.write(`${String(count).padStart(8)} ${name}\n`);
    }
  }
  if (keptOut === 0) return;
  throw new Failure('refused', `${keptOut} rows were rejected: ${path} has the reasons.`);
}
