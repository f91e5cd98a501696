import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeAtomically } from './engines/write-atomically.ts';

export const lockFile = 'service.lock';
export const processFile = 'service.pid';

/** SQLite's code for a file that another process has locked. */
const busy = 5;

/**
 * Locks a directory for this process until the returned function is called or the process ends in any way: it is a
 * kernel lock on `service.lock`. `service.pid` shows people who holds it.
 *
 * Throws one sentence if another service holds it.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, processFile);
  const database = new DatabaseSync(join(directory, lockFile), { timeout: 0 });
  try {
    // In this mode the lock outlasts the transaction.
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

/** Null if there is no file, or an empty one of an interrupted start. */
function readProcessId(file: string): number | null {
  try {
    const id = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}
