import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What the service keeps in a data directory: names, keys, mail and documents of people. */
const own =
  /^(dynamodb\.sqlite(-\w+)?|outbox-checkpoint\.json|service\.pid|demo\.json|secrets\.json|(mail|executions)\.jsonl|objects)$/;

/**
 * Takes a data directory for this process, which it makes if there is none; the answer gives it back.
 *
 * Nobody else on the machine may read in it: what earlier versions left readable is so no more. A directory that
 * holds other files keeps its mode, and those theirs.
 *
 * Throws when it is a file, or when a service that runs has it: two would write over each other.
 */
export function claimDataDirectory(directory: string): () => void {
  if (statSync(directory, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`--data ${directory} is a file: give a directory.`);
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  closeToOthers(directory);
  const file = join(directory, 'service.pid');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
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

function closeToOthers(directory: string): void {
  const entries = readdirSync(directory);
  if (entries.every((name) => own.test(name))) chmodSync(directory, 0o700);
  const found = entries.filter((name) => own.test(name)).map((name) => join(directory, name));
  const objects = join(directory, 'objects');
  if (found.includes(objects))
    found.push(...readdirSync(objects).map((name) => join(objects, name)));
  for (const path of found) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
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
