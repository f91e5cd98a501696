import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The suffix of a file that is being written. A file left by a crash can be ignored. */
export const unfinishedFile = /\.\d+\.new$/;

/**
 * Creates a file, or replaces its content, readable only by this user. A crash leaves the previous content or the new,
 * never a part. Throws file system errors, and leaves the previous content then.
 *
 * write-file-atomic does the same, but its clean-up at signals would end the process before it has stopped in order.
 */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.new`;
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      writeWhole(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(dirname(file));
}

/** Writes everything; `writeSync` alone may write a part. */
export function writeWhole(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written);
  }
}

/** Makes earlier renames, creations and deletions in the directory survive a power failure. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
