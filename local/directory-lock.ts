import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeAtomically } from './engines/write-atomically.ts';

export const lockFile = 'service.lock';
export const processFile = 'service.pid';

/** SQLite's code for a file that another process has locked. */
const busy = 5;

/**
 * Takes a directory for this process until the returned function is called or the process ends, in whatever
 * way: it is a kernel lock on `service.lock`. `service.pid` tells people who has it.
 *
 * Throws one sentence when another service has it.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, processFile);
  const database = new DatabaseSync(join(directory, lockFile), { timeout: 0 });
  try {
    // In this mode the lock stays after the transaction.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    database.exec('COMMIT');
    writeAtomically(file, String(process.pid));
  } catch (error) {
    database.close();
    if (error instanceof Error && Reflect.get(error, 'errcode') === busy) {
      throw new Error(inUse(directory, readProcessId(file)));
    }
    throw error;
  }
  return () => {
    rmSync(file, { force: true });
    database.close();
  };
}

function inUse(directory: string, owner: number | null): string {
  const who = owner === null ? '' : ` (process ${owner})`;
  return `${directory} is used by another service${who}: stop it, or choose another directory.`;
}

/** Null when there is no file, or an empty one of a start that was cut off. */
function readProcessId(file: string): number | null {
  try {
    const id = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}
