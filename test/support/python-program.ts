import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Path of a program from PyPI, with the versions in `requirements.txt` of the folder. It is
 * installed once into the folder's `.venv`, and again when the versions change. Rejects without
 * Python or PyPI.
 */
export async function pythonProgram(folder: string, name: string): Promise<string> {
  const [venv, requirements] = [join(folder, '.venv'), join(folder, 'requirements.txt')];
  const program = join(venv, 'bin', name);
  const requested = await readFile(requirements, 'utf8');
  const kept = join(venv, 'installed.txt');
  if (existsSync(kept) && (await readFile(kept, 'utf8')) === requested) return program;
  process.stderr.write(`Installing ${name} (once) …\n`);
  await run('python3', ['-m', 'venv', '--clear', venv]);
  await run(join(venv, 'bin', 'pip'), ['install', '--quiet', '--requirement', requirements]);
  await writeFile(kept, requested);
  return program;
}
