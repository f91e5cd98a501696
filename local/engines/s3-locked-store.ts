import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeAtomically } from './write-atomically.ts';

/** A bucket's default retention for everything written into it. */
export type Lock = { readonly mode: 'COMPLIANCE' | 'GOVERNANCE'; readonly days: number };

const Version = z.object({
  bucket: z.string(),
  key: z.string(),
  versionId: z.string(),
  /** Increases with each version in the store. */
  order: z.number(),
  etag: z.string(),
  modifiedAt: z.number(),
  /** A delete marker has no bytes and is not locked. */
  isMarker: z.boolean(),
  lockedUntil: z.number(),
  headers: z.record(z.string(), z.string()),
});
export type Version = Readonly<z.output<typeof Version>>;

/** Objects of buckets with versions and Object Lock, one file a version: a line of JSON, then the bytes. */
export type LockedStore = {
  /** The new version; null if `onlyNew` and the current version is not a delete marker. */
  readonly put: (
    object: Pick<Version, 'bucket' | 'key' | 'headers'> & { readonly bytes: Buffer },
    onlyNew: boolean,
  ) => Version | null;
  /** The version, or the current one; undefined if there is none, or if the current one is a delete marker. */
  readonly get: (
    bucket: string,
    key: string,
    versionId?: string,
  ) => { readonly version: Version; readonly bytes: Buffer } | undefined;
  /** Without a version id it adds a delete marker, as in S3. `locked`: nothing was removed. */
  readonly remove: (
    bucket: string,
    key: string,
    versionId: string | undefined,
    bypassesGovernance: boolean,
  ) => 'removed' | 'locked';
  /** Versions and delete markers under a prefix: by key, newest first for each. */
  readonly list: (bucket: string, prefix: string) => readonly Version[];
};

/** Opens a directory of versions. */
export function openLockedStore(
  directory: string,
  locks: Readonly<Record<string, Lock>>,
  now: () => Date,
): LockedStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fileOf = ({ bucket, key, versionId }: Pick<Version, 'bucket' | 'key' | 'versionId'>) =>
    join(
      directory,
      createHash('sha256').update(`${bucket}/${key}/${versionId}`).digest('hex').slice(0, 48),
    );
  const known = readdirSync(directory)
    .filter((name) => /^[0-9a-f]{48}$/.test(name))
    .map((name) => read(join(directory, name)).version)
    .toSorted((one, other) => one.order - other.order);
  let order = known.at(-1)?.order ?? 0;

  const current = (bucket: string, key: string) =>
    known.findLast((each) => each.bucket === bucket && each.key === key);
  const add = (version: Omit<Version, 'versionId' | 'order' | 'modifiedAt'>, bytes: Buffer) => {
    order += 1;
    const added = { ...version, versionId: randomUUID(), order, modifiedAt: now().getTime() };
    writeAtomically(
      fileOf(added),
      Buffer.concat([Buffer.from(`${JSON.stringify(added)}\n`), bytes]),
    );
    known.push(added);
    return added;
  };

  return {
    put: ({ bucket, key, headers, bytes }, onlyNew) => {
      const before = current(bucket, key);
      if (onlyNew && before !== undefined && !before.isMarker) return null;
      const lockedUntil = now().getTime() + (locks[bucket]?.days ?? 0) * 86_400_000;
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
      return add({ bucket, key, headers, etag, isMarker: false, lockedUntil }, bytes);
    },
    get: (bucket, key, versionId) => {
      const version =
        versionId === undefined
          ? current(bucket, key)
          : known.find((each) => each.versionId === versionId && each.key === key);
      return version === undefined || version.isMarker ? undefined : read(fileOf(version));
    },
    remove: (bucket, key, versionId, bypassesGovernance) => {
      if (versionId === undefined) {
        const headers = {};
        add({ bucket, key, headers, etag: '', isMarker: true, lockedUntil: 0 }, Buffer.alloc(0));
        return 'removed';
      }
      const index = known.findIndex((each) => each.versionId === versionId && each.key === key);
      const version = known[index];
      if (version === undefined) return 'removed';
      const opens = bypassesGovernance && locks[bucket]?.mode === 'GOVERNANCE';
      if (version.lockedUntil > now().getTime() && !opens) return 'locked';
      rmSync(fileOf(version), { force: true });
      known.splice(index, 1);
      return 'removed';
    },
    list: (bucket, prefix) =>
      known
        .filter((each) => each.bucket === bucket && each.key.startsWith(prefix))
        .toSorted((one, other) =>
          one.key === other.key ? other.order - one.order : one.key < other.key ? -1 : 1,
        ),
  };
}

function read(file: string) {
  const content = readFileSync(file);
  const end = content.indexOf('\n');
  const version = Version.parse(JSON.parse(content.subarray(0, end).toString()));
  return { version, bytes: content.subarray(end + 1) };
}
