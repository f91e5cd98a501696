import { createHash, randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { syncDirectory } from './write-atomically.ts';

const ObjectHead = z.object({
  bucket: z.string(),
  key: z.string(),
  etag: z.string(),
  crc32: z.string(),
  modifiedAt: z.number(),
  headers: z.record(z.string(), z.string()),
});

/** The metadata of an object; `headers` are those kept from the upload. */
export type ObjectHead = Readonly<z.output<typeof ObjectHead>>;
export type StoredObject = { readonly head: ObjectHead; readonly bytes: Buffer };

/** Objects on disk, one file each: a line of JSON, then the bytes. */
export type ObjectStore = {
  /** False if `onlyNew` and the object exists. A crash leaves the old object or the new one. */
  readonly put: (object: StoredObject, onlyNew: boolean) => boolean;
  readonly get: (bucket: string, key: string) => StoredObject | undefined;
  readonly remove: (bucket: string, key: string) => void;
};

/**
 * Opens a directory of objects. Keys become hashes, so that none can name another file. Removes uploads that a crash
 * interrupted.
 */
export function openObjectStore(directory: string): ObjectStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(directory)) {
    if (/^[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(name)) rmSync(join(directory, name));
  }
  const fileOf = (bucket: string, key: string) =>
    join(directory, createHash('sha256').update(`${bucket}/${key}`).digest('hex'));
  return {
    put: ({ head, bytes }, onlyNew) => {
      const file = fileOf(head.bucket, head.key);
      const temporary = `${file}.${randomUUID()}`;
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);
      // Flushed like the table, whose items refer to objects, also after a power failure.
      writeFileSync(temporary, content, { mode: 0o600, flush: true });
      if (!onlyNew) {
        renameSync(temporary, file);
        syncDirectory(directory);
        return true;
      }
      try {
        // Unlike a rename, a link fails if the name is taken: of two creators one loses.
        linkSync(temporary, file);
        syncDirectory(directory);
        return true;
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
        return false;
      } finally {
        rmSync(temporary);
      }
    },
    get: (bucket, key) => {
      try {
        const content = readFileSync(fileOf(bucket, key));
        const end = content.indexOf('\n');
        const head = ObjectHead.parse(JSON.parse(content.subarray(0, end).toString()));
        return { head, bytes: content.subarray(end + 1) };
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    remove: (bucket, key) => rmSync(fileOf(bucket, key), { force: true }),
  };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
