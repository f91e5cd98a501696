import type { LockedStore, Version } from './s3-locked-store.ts';
import { parameterOf, type Target } from './s3-request.ts';
import type { WireRequest } from './sigv4.ts';

export type LockedAnswer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string | number>>;
      readonly bytes?: Buffer;
    }
  /** S3's error: its status, code and message. */
  | { readonly refused: readonly [number, string, string] };

const pageSize = 1_000;

/** The answers of a bucket with versions and Object Lock: objects, versions, and the list of versions. */
export function answerLocked(
  store: LockedStore,
  { bucket, key }: Target,
  wire: WireRequest,
  upload: { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> } | null,
): LockedAnswer {
  const versionId = parameterOf(wire, 'versionid');
  if (key === '') {
    if (wire.method !== 'GET' || wire.query['versions'] === undefined)
      return { refused: [501, 'NotImplemented', 'The local S3 lists versions only.'] };
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      ...listed(store, bucket, wire),
    };
  }
  if (upload !== null) {
    const onlyNew = parameterOf(wire, 'if-none-match') === '*';
    const version = store.put({ bucket, key, ...upload, headers: { ...upload.headers } }, onlyNew);
    if (version === null) {
      const message = 'At least one of the pre-conditions you specified did not hold';
      return { refused: [412, 'PreconditionFailed', message] };
    }
    const { etag } = version;
    return { status: 200, headers: { etag, 'x-amz-version-id': version.versionId } };
  }
  if (wire.method === 'DELETE') {
    const bypass = parameterOf(wire, 'x-amz-bypass-governance-retention') === 'true';
    if (store.remove(bucket, key, versionId, bypass) === 'locked') {
      const message = 'Access Denied because object protected by object lock.';
      return { refused: [403, 'AccessDenied', message] };
    }
    return { status: 204, headers: {} };
  }
  const found = store.get(bucket, key, versionId);
  if (found === undefined) {
    return versionId === undefined
      ? { refused: [404, 'NoSuchKey', 'The specified key does not exist.'] }
      : { refused: [404, 'NoSuchVersion', 'The specified version does not exist.'] };
  }
  const { version, bytes } = found;
  const headers = { ...version.headers, etag: version.etag, 'x-amz-version-id': version.versionId };
  return { status: 200, headers, bytes };
}

function listed(store: LockedStore, bucket: string, wire: WireRequest) {
  const text = (name: string) => String(wire.query[name] ?? '');
  const all = store.list(bucket, text('prefix'));
  const marker = text('version-id-marker');
  const start = marker === '' ? 0 : all.findIndex(({ versionId }) => versionId === marker) + 1;
  const page = all.slice(start, start + pageSize);
  const last = page.at(-1);
  const isTruncated = start + pageSize < all.length;
  const next =
    isTruncated && last
      ? `<NextKeyMarker>${escaped(last.key)}</NextKeyMarker><NextVersionIdMarker>${last.versionId}</NextVersionIdMarker>`
      : '';
  const body = page.map((version) => versionXml(version, isLatest(all, version))).join('');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${body}</ListVersionsResult>`;
  return { bytes: Buffer.from(xml) };
}

function isLatest(all: readonly Version[], { key, versionId }: Version): boolean {
  return all.find((each) => each.key === key)?.versionId === versionId;
}

function versionXml({ key, versionId, modifiedAt, isMarker }: Version, latest: boolean): string {
  const tag = isMarker ? 'DeleteMarker' : 'Version';
  return `<${tag}><Key>${escaped(key)}</Key><VersionId>${versionId}</VersionId><IsLatest>${latest}</IsLatest><LastModified>${new Date(modifiedAt).toISOString()}</LastModified></${tag}>`;
}

function escaped(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
