import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory, lockFile, processFile } from './directory-lock.ts';
import { syncDirectory, unfinishedFile, writeAtomically } from './engines/write-atomically.ts';

/** Exists only during the first start. */
const marker = 'first-start';

const database = /^dynamodb\.sqlite(-\w+)?$/;
/** Other files of the service in a data directory: names, keys, email and documents of people. */
const others =
  /^((outbox|evidence)-checkpoint\.json|kms-key\.pem|(clock|demo|engines|secrets|stage)\.json|(mail|executions|queues)\.jsonl(\.damaged)?|objects|locked-objects)$/;
const own = (name: string) =>
  [lockFile, processFile, marker].includes(name) ||
  database.test(name) ||
  others.test(name) ||
  isUnfinished(name);

/** A data directory that this process holds. */
export type DataDirectory = {
  /** Whether the first start was interrupted, leaving only its database. */
  readonly wasCutOff: boolean;
  /** Marks the first start as complete: after this, nothing is ever removed. Must precede the first answer. */
  readonly complete: () => void;
  /** Releases the directory. */
  readonly release: () => void;
};

/** Whether a service has already read a table's stream with this directory: it contains a checkpoint. */
export function wasUsed(directory: string): boolean {
  return existsSync(join(directory, 'outbox-checkpoint.json'));
}

/**
 * Locks a data directory for this process, and creates it if necessary. An interrupted first start has answered nobody,
 * so its data is removed, and the next start begins again. After a completed first start no data is lost. Only the user
 * can read it. A directory with other files keeps its mode, and so do those files. Throws if it is a file, or if a
 * running service uses it: two would overwrite each other's data.
 */
export function claimDataDirectory(directory: string): DataDirectory {
  if (statSync(directory, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`--data ${directory} is a file: give a directory.`);
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const release = lockDirectory(directory);
  const entries = readdirSync(directory);
  const wasCutOff = entries.includes(marker);
  for (const name of entries) {
    if (isUnfinished(name) || (wasCutOff && others.test(name))) {
      rmSync(join(directory, name), { recursive: true });
    }
  }
  const isNew = !entries.some((name) => database.test(name) || others.test(name));
  if (isNew) writeAtomically(join(directory, marker), '');
  closeToOthers(directory);
  return {
    wasCutOff,
    release,
    complete: () => {
      rmSync(join(directory, marker), { force: true });
      // Before any durable data: the marker must not reappear after a power failure.
      syncDirectory(directory);
    },
  };
}

function isUnfinished(name: string): boolean {
  const whole = name.replace(unfinishedFile, '');
  return whole !== name && (whole === processFile || whole === marker || others.test(whole));
}

function closeToOthers(directory: string): void {
  const entries = readdirSync(directory);
  if (entries.every(own)) chmodSync(directory, 0o700);
  const found = entries.filter(own).map((name) => join(directory, name));
  const objects = join(directory, 'objects');
  if (found.includes(objects))
    found.push(...readdirSync(objects).map((name) => join(objects, name)));
  for (const path of found) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
}
