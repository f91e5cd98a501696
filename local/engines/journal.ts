import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** An append-only list of JSON values, one per line. */
export type Journal = {
  /** What was in the file when it was opened, oldest first. */
  readonly entries: readonly unknown[];
  readonly append: (entry: object) => void;
};

/**
 * Opens `directory/name`, or keeps nothing when no directory is given. A last line without its
 * line feed was cut off by a crash: it is dropped from the file.
 */
export function openJournal(directory: string | undefined, name: string): Journal {
  if (directory === undefined) return { entries: [], append: () => {} };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) truncateSync(file, Buffer.byteLength(complete));
  return {
    entries: complete.split('\n').filter(Boolean).map(parseLine),
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
  };
}

function parseLine(line: string): unknown {
  return JSON.parse(line);
}
