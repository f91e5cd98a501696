import {
  CopyObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

/** What happened to an object after an instant. */
export interface ChangedObject {
  readonly key: string;
  readonly what: 'deleted' | 'overwritten';
  /** The version that was current at the instant. */
  readonly versionId: string;
}

interface Version {
  readonly at: Date;
  readonly versionId: string;
  /** Null for a delete marker. */
  readonly etag: string | null;
  readonly isLatest: boolean;
}

/** Search snapshots are written every hour from the table's data. */
const leftAside = 'search/';

/**
 * Finds what was deleted or overwritten in a versioned bucket since an instant. With `carryOut` it copies the version of that
 * instant over the current one: history is kept, so you can undo it. Files that were first stored after the instant stay; files
 * that were already brought back are not found again.
 *
 * S3 copies objects of up to 5 GB in one call; documents are far smaller.
 */
export async function bringBackVersions(
  client: Pick<S3Client, 'send'>,
  request: {
    readonly bucket: string;
    readonly since: Date;
    readonly prefix?: string | undefined;
    readonly carryOut: boolean;
  },
): Promise<readonly ChangedObject[]> {
  const { bucket, since, prefix = '', carryOut } = request;
  const changed: ChangedObject[] = [];
  for (const [key, versions] of await versionsOf(client, bucket, prefix)) {
    if (key.startsWith(leftAside)) continue;
    const [newest] = versions;
    const then = versions.find(({ at }) => at < since);
    // It did not exist, was already deleted, or is unchanged.
    if (newest === undefined || then === undefined || then.etag === null) continue;
    if (newest.etag === then.etag) continue;
    const { versionId } = then;
    changed.push({ key, what: newest.etag === null ? 'deleted' : 'overwritten', versionId });
    if (!carryOut) continue;
    const source = `${bucket}/${encodeURIComponent(key)}?versionId=${encodeURIComponent(versionId)}`;
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: source }));
  }
  return changed;
}

/** All versions and delete markers, by key, newest first. */
async function versionsOf(client: Pick<S3Client, 'send'>, Bucket: string, Prefix: string) {
  const found = new Map<string, Version[]>();
  let after: { KeyMarker?: string; VersionIdMarker?: string } = {};
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...after }),
    );
    const marks = (page.DeleteMarkers ?? []).map((mark) => ({ ...mark, ETag: null }));
    for (const each of [...(page.Versions ?? []), ...marks]) {
      const { Key = '', LastModified = new Date(0), VersionId = 'null', ETag = null } = each;
      const { IsLatest: isLatest = false } = each;
      const known = found.get(Key) ?? [];
      known.push({ at: LastModified, versionId: VersionId, etag: ETag, isLatest });
      found.set(Key, known);
    }
    if (!page.IsTruncated) break;
    after = {
      ...(page.NextKeyMarker !== undefined && { KeyMarker: page.NextKeyMarker }),
      ...(page.NextVersionIdMarker !== undefined && { VersionIdMarker: page.NextVersionIdMarker }),
    };
  }
  for (const versions of found.values()) {
    // S3's instants have a resolution of one second, and delete markers are in a separate list. If two have the same
    // second, S3's `IsLatest` decides.
    versions.sort(
      (one, other) =>
        other.at.getTime() - one.at.getTime() || Number(other.isLatest) - Number(one.isLatest),
    );
  }
  return found;
}
