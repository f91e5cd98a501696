import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

/** Takes files away for good. */
export interface FileEraser {
  /** Every version of the file, and every mark of a deletion; done again, it does nothing. Answers how many there were. */
  erase(key: string): Promise<number>;
}

/**
 * Erases from one S3 bucket. A deletion in a bucket with versions only hides the file: its versions go one by one, by their ids
 * ("Deleting object versions from a versioning-enabled bucket", Amazon S3 User Guide). In a bucket without versions there is one, `null`.
 */
export function openFileEraser(
  bucket: string,
  client: Pick<S3Client, 'send'> = new S3Client(timeLimits({ attempts: 3, requestTimeout: 2_500 })),
): FileEraser {
  return {
    async erase(key) {
      const versions: string[] = [];
      let after: { KeyMarker?: string; VersionIdMarker?: string } = {};
      for (;;) {
        const page: ListObjectVersionsCommandOutput = await client.send(
          new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key, ...after }),
        );
        // Other keys can begin like this one.
        for (const each of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
          if (each.Key === key) versions.push(each.VersionId ?? 'null');
        if (!page.IsTruncated) break;
        after = {
          ...(page.NextKeyMarker !== undefined && { KeyMarker: page.NextKeyMarker }),
          ...(page.NextVersionIdMarker !== undefined && {
            VersionIdMarker: page.NextVersionIdMarker,
          }),
        };
      }
      for (const VersionId of versions)
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId }));
      return versions.length;
    },
  };
}
