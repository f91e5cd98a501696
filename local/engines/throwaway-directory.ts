import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Bytes that must be free there: a table with a million things takes a third of them. */
const enough = 4 * 2 ** 30;

/**
 * Where files lie that nobody wants to keep: in memory where there is room for them, else where the system has its temporary
 * files. `TMPDIR` says otherwise. A commit to the table waits for the disk, which is worth nothing where all of it goes at the end, and
 * held the whole laptop back under load (docs/decisions/archive/0145-one-reading-of-the-stream.md).
 */
export function throwawayFiles(): string {
  if (process.env['TMPDIR'] || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enough ? memory : tmpdir();
}

/** A new directory there, for this user alone. Anyone who makes it removes it. */
export function throwawayDirectory(name: string): string {
  return mkdtempSync(join(throwawayFiles(), `registry-${name}-`));
}
