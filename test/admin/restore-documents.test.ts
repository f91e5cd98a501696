import { beforeEach, describe, expect, it } from 'vitest';
import { bringBackVersions } from '../../admin/restore/bring-back-versions.ts';
import { runInShell } from './shell.ts';

interface Kept {
  readonly key: string;
  readonly at: number;
  readonly id: string;
  readonly etag: string | null;
}

/** A versioned bucket that lists as S3 does: by key, newest first, two to a page; timestamps in seconds. */
function bucketWith(kept: Kept[]) {
  const copies: string[] = [];
  let now = 100;
  const listed = () =>
    kept
      .map((each, order) => ({ ...each, order }))
      .toSorted((one, other) =>
        one.key === other.key
          ? other.at - one.at || other.order - one.order
          : one.key < other.key
            ? -1
            : 1,
      );
  const send = async (command: {
    readonly constructor: { readonly name: string };
    readonly input: Readonly<Record<string, string>>;
  }) => {
    const { input } = command;
    if (command.constructor.name === 'CopyObjectCommand') {
      const [, key = '', id = ''] =
        /^bucket\/(.*)\?versionId=(.*)$/.exec(input['CopySource'] ?? '') ?? [];
      const source = kept.find((each) => each.id === id && each.key === decodeURIComponent(key));
      if (!source || source.etag === null) throw new Error('NoSuchVersion');
      copies.push(source.key);
      now += 1;
      kept.push({ ...source, at: now, id: `copy-${now}` });
      return {};
    }
    const all = listed().filter(({ key }) => key.startsWith(input['Prefix'] ?? ''));
    const start =
      1 +
      all.findIndex(({ key, id }) => key === input['KeyMarker'] && id === input['VersionIdMarker']);
    const page = all.slice(start, start + 2);
    const last = page.at(-1);
    const shown = ({ key, at, id, etag }: Kept) => ({
      Key: key,
      IsLatest: listed().find((each) => each.key === key)?.id === id,
      LastModified: new Date(at * 1000),
      VersionId: id,
      ...(etag !== null && { ETag: etag }),
    });
    return {
      Versions: page.filter(({ etag }) => etag !== null).map(shown),
      DeleteMarkers: page.filter(({ etag }) => etag === null).map(shown),
      IsTruncated: start + 2 < all.length,
      NextKeyMarker: last?.key,
      NextVersionIdMarker: last?.id,
    };
  };
  // Clients have one overload for each command; the fake answers the two that are sent.
  return { client: { send: send as never }, kept, copies };
}

const since = new Date(50_000);
let bucket: ReturnType<typeof bucketWith>;
beforeEach(() => {
  bucket = bucketWith([
    { key: 'documents/a file/same', at: 10, id: '1', etag: 'x' },
    { key: 'documents/deleted', at: 10, id: '1', etag: 'x' },
    { key: 'documents/deleted', at: 60, id: '2', etag: null },
    { key: 'documents/gone before', at: 10, id: '1', etag: 'x' },
    { key: 'documents/gone before', at: 40, id: '2', etag: null },
    { key: 'documents/new', at: 70, id: '1', etag: 'x' },
    // Written and deleted within one second, on one page.
    { key: 'documents/once', at: 10, id: '1', etag: 'x' },
    { key: 'documents/once', at: 60, id: '2', etag: 'x' },
    { key: 'documents/once', at: 60, id: '3', etag: null },
    { key: 'documents/over written', at: 10, id: '1', etag: 'x' },
    { key: 'documents/over written', at: 60, id: '2', etag: 'y' },
    { key: 'documents/over written', at: 60, id: '3', etag: null },
    { key: 'documents/over written', at: 61, id: '4', etag: 'z' },
    { key: 'search/registry-1', at: 10, id: '1', etag: 'x' },
    { key: 'search/registry-1', at: 60, id: '2', etag: 'y' },
  ]);
});
const bring = (carryOut: boolean, more: { readonly prefix?: string } = {}) =>
  bringBackVersions(bucket.client, { bucket: 'bucket', since, carryOut, ...more });
const lost = [
  { key: 'documents/deleted', what: 'deleted', versionId: '1' },
  { key: 'documents/once', what: 'deleted', versionId: '1' },
  { key: 'documents/over written', what: 'overwritten', versionId: '1' },
];

describe('restore documents', () => {
  it('lists what was deleted or overwritten since, and changes nothing', async () => {
    expect(await bring(false)).toEqual(lost);
    expect(bucket.copies).toEqual([]);
  });

  it('restores the earlier versions, keeps the later ones, and has nothing to do the second time', async () => {
    const before = bucket.kept.length;
    expect(await bring(true)).toEqual(lost);
    expect(bucket.copies).toEqual(lost.map(({ key }) => key));
    // Versions are added, not removed.
    expect(bucket.kept).toHaveLength(before + lost.length);
    expect(await bring(true)).toEqual([]);
  });

  it('restores only keys with the given prefix', async () => {
    expect(await bring(true, { prefix: 'documents/o' })).toEqual(lost.slice(1));
  });

  it('names a missing option, and refuses a bucket without versions', async () => {
    const url = 'https://abc.execute-api.eu-west-1.amazonaws.com/test';
    const complaint = async (where: string, line: string) =>
      (await runInShell({ url: where }, line)).err;
    expect(await complaint(url, 'restore documents')).toContain('Missing --since');
    expect(await complaint(url, 'restore documents --since 2026-03-01')).toContain(
      'Missing --documents',
    );
    expect(await complaint('http://localhost:1', 'restore documents --since 2026-03-01')).toContain(
      'keeps no versions',
    );
  });
});
