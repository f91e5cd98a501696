import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { writeAtomically, writeWhole } from './write-atomically.ts';

/** A list of JSON values, one per line. */
export type Journal<Entry> = {
  /** The file's content when it was opened, oldest first. */
  readonly entries: readonly Entry[];
  /** On disk when it returns. Throws if it can't be written; the file is then unchanged. */
  readonly append: (...entries: readonly Entry[]) => void;
  /** Replaces all entries. After a crash, either all or none are replaced. */
  readonly replace: (entries: readonly Entry[]) => void;
};

/**
 * Opens `directory/name`, or stores nothing if no directory is given. A last line without a line feed was cut off by a
 * crash, so it is dropped from the file. If another line can't be read, the file is kept as `name.damaged`, which is
 * logged to the console, and a new one continues with the readable lines.
 */
export function openJournal<Schema extends z.ZodType>(
  directory: string | undefined,
  name: string,
  schema: Schema,
): Journal<z.output<Schema>> {
  if (directory === undefined) return { entries: [], append: () => {}, replace: () => {} };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const read = complete
    .split('\n')
    .filter(Boolean)
    .map((line) => schema.safeParse(parsed(line)));
  const entries = read.flatMap(({ success, data }) => (success ? [data] : []));
  const replace = (all: readonly unknown[]) =>
    writeAtomically(file, all.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  if (entries.length < read.length) {
    writeAtomically(`${file}.damaged`, text);
    process.stderr.write(
      `${file}: ${read.length - entries.length} of ${read.length} lines can't be read and are left out; ${name}.damaged has them.\n`,
    );
  }
  if (entries.length < read.length || complete.length < text.length) replace(entries);
  return {
    entries,
    replace,
    append: (...added) => append(file, added.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  };
}

function append(file: string, line: string): void {
  const before = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const descriptor = openSync(file, 'a', 0o600);
  try {
    writeWhole(descriptor, line);
    fsyncSync(descriptor);
  } catch (error) {
    // Otherwise the next line would be appended to the written part of this one.
    ftruncateSync(descriptor, before);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
