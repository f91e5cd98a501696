import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes a data directory for this process, which it makes if there is none; the answer gives it back.
 *
 * Throws when it is a file, or when a service that runs has it: two would write over each other.
 */
export function claimDataDirectory(directory: string): () => void {
  if (statSync(directory, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`--data ${directory} is a file: give a directory.`);
  }
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'service.pid');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    const owner = Number(readFileSync(file, 'utf8'));
    if (isRunning(owner)) {
      throw new Error(
        `${directory} is used by another service (process ${owner}): stop it, or choose another directory.`,
      );
    }
    // Left by a service that was killed.
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}

function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
