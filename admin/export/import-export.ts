import { Failure } from '../failure.ts';
import type { Target } from '../target.ts';
import type { Terminal } from '../terminal.ts';
import { readManifest } from './manifest.ts';
import { verifyExport } from './read-export.ts';
import { openRegistry } from './registry-data.ts';
import { restoreExport } from './restore-export.ts';
import { scanRegistry } from './scan-registry.ts';

type Options = Readonly<Record<string, unknown>>;

/** `import validate FOLDER`: whether an export is complete. */
export async function validateExport(directory: string, terminal: Terminal): Promise<void> {
  const { files } = await verifyExport(directory);
  const lines = Object.values(files).reduce((sum, each) => sum + each.lines, 0);
  terminal.write(`${lines} lines, as in the manifest, each with a valid form.\n`);
}

/** `import run FOLDER`: imports an export into an empty table. */
export async function runExport(
  directory: string,
  options: Options,
  target: Target,
  terminal: Terminal,
): Promise<void> {
  const data = await openRegistry(options, target, terminal.env);
  const resumes = options['resume'] === true;
  const { items, written } = await restoreExport(data, directory, resumes, terminal.notice);
  terminal.write(`${items} items, ${written} of them new.\n`);
}

/**
 * `import reconcile FOLDER`: compares a table with an export, by count and sum of each kind. Exit code 1 if they
 * differ.
 */
export async function reconcileExport(
  directory: string,
  options: Options,
  target: Target,
  terminal: Terminal,
): Promise<void> {
  const { files } = await readManifest(directory);
  const { table } = await openRegistry(options, target, terminal.env);
  const found = await scanRegistry(
    table,
    null,
    () => {},
    () => new Date(),
  );
  terminal.write('  export    table\n');
  let different = 0;
  for (const kind of new Set([...Object.keys(files), ...Object.keys(found.files)])) {
    const [one, other] = [files[kind], found.files[kind]];
    const [left, right] = [one?.lines ?? 0, other?.lines ?? 0];
    if (left === 0 && right === 0) continue;
    const isSame = left === right && one?.sum === other?.sum;
    if (!isSame) different += 1;
    terminal.write(
      `${String(left).padStart(8)} ${String(right).padStart(8)} ${isSame ? ' ' : '≠'} ${kind}\n`,
    );
  }
  if (different > 0) throw new Failure('refused', `${different} kinds of items differ.`);
}
