import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Bytes that must be free there: a table with a million items takes a third of them. */
const enough = 4 * 2 ** 30;

/**
 * A directory for temporary data: in memory if there is room, otherwise in the system's temporary folder. `TMPDIR`
 * overrides it. A commit to the table waits 1.6 ms for the disk, which is useless if all data is deleted at the end,
 * and slowed everything under load.
 */
export function throwawayFiles(): string {
  if (process.env['TMPDIR'] || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enough ? memory : tmpdir();
}

/** A new directory there, only for this user. The caller removes it. */
export function throwawayDirectory(name: string): string {
  return mkdtempSync(join(throwawayFiles(), `registry-${name}-`));
}
