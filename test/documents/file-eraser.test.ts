import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { openFileEraser } from '../../shared/documents/aws/document-store.ts';

/** A bucket with versions, as S3 lists it: two per page, including keys that start with the requested one. */
function bucketOf(versions: readonly { Key: string; VersionId: string; marker?: true }[]) {
  const left = [...versions];
  const pages = (from: number) => left.slice(from, from + 2);
  const send = async (command: unknown) => {
    if (command instanceof DeleteObjectCommand) {
      const { Key, VersionId } = command.input;
      // Without a version, a deletion would only hide the file.
      if (VersionId === undefined) throw new Error('hidden only');
      const at = left.findIndex((each) => each.Key === Key && each.VersionId === VersionId);
      if (at >= 0) left.splice(at, 1);
      return {};
    }
    if (!(command instanceof ListObjectVersionsCommand)) throw new Error('what is this?');
    const from = Number(command.input.VersionIdMarker ?? 0);
    const page = pages(from);
    const next = from + page.length;
    return {
      Versions: page.filter(({ marker }) => !marker),
      DeleteMarkers: page.filter(({ marker }) => marker),
      IsTruncated: next < left.length,
      NextKeyMarker: page.at(-1)?.Key,
      NextVersionIdMarker: String(next),
    };
  };
  // The only two commands that it sends.
  return { left, client: { send } as unknown as Pick<S3Client, 'send'> };
}

it('a file is erased with all its versions and delete markers, and no other file', async () => {
  const { left, client } = bucketOf([
    { Key: 'tax-proofs/a', VersionId: '3', marker: true },
    { Key: 'tax-proofs/a', VersionId: '2' },
    { Key: 'tax-proofs/a', VersionId: '1' },
    { Key: 'tax-proofs/ab', VersionId: '1' },
  ]);
  const files = openFileEraser('documents', client);
  expect(await files.erase('tax-proofs/a')).toBe(3);
  expect(left).toEqual([{ Key: 'tax-proofs/ab', VersionId: '1' }]);
  expect(await files.erase('tax-proofs/a')).toBe(0);
});
