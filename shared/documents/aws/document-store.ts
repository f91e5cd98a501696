import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { ObjectError, type ObjectSettings, openObjects } from '../../kernel/aws/object-client.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

interface StoredFile {
  readonly key: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  /** Does not overwrite an existing object. */
  readonly onlyNew?: boolean;
}

/** The bucket of documents. */
export interface DocumentStore {
  put(file: StoredFile): Promise<void>;
  /** Deletes the file. The bucket keeps previous versions for a while, which no function reads. */
  remove(key: string): Promise<void>;
  /** The size of the file in bytes; null if it does not exist. */
  size(key: string): Promise<number | null>;
  /**
   * A URL to upload exactly the file with this SHA-256 (hexadecimal), with these header fields. Valid for `seconds`,
   * for anyone who has it.
   */
  uploadUrl(
    file: { key: string; contentType: string; sha256: string },
    seconds: number,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** The file's bytes, for files that the service returns itself. Throws if the file does not exist. */
  read(key: string): Promise<Uint8Array>;
  /**
   * A URL that opens the file in a browser, needs no credential and expires after `seconds`. `fileName` is the name for
   * downloads.
   */
  url(
    file: { key: string; contentType: string; fileName: string },
    seconds: number,
  ): Promise<string>;
}

/** Documents in an S3 bucket. Signing a URL needs no call to S3. Throws an `ObjectError` if S3 refuses. */
export function openDocumentStore(
  bucket: string,
  settings: ObjectSettings = timeLimits({ attempts: 3, requestTimeout: 2_500 }),
): DocumentStore {
  const objects = openObjects(bucket, settings);
  return {
    async put({ key, content, contentType, onlyNew }) {
      const headers = { 'content-type': contentType, ...(onlyNew && { 'if-none-match': '*' }) };
      try {
        await objects.send({ method: 'PUT', key, headers, body: content });
      } catch (error) {
        // It exists (412), or another process is writing it (409): "PutObject", S3's API Reference.
        if (onlyNew && [409, 412].includes(statusOf(error) ?? 0)) return;
        throw error;
      }
    },
    async remove(key) {
      await objects.send({ method: 'DELETE', key });
    },
    async size(key) {
      try {
        const { headers } = await objects.send({ method: 'HEAD', key });
        return Number(headers['content-length']);
      } catch (error) {
        // S3 answers 403 for an object that does not exist if the caller may not list the bucket ("HeadObject", S3's API
        // Reference).
        const status = statusOf(error);
        if (status === 403 || status === 404) return null;
        throw error;
      }
    },
    async uploadUrl({ key, contentType, sha256 }, seconds) {
      const headers = {
        'content-type': contentType,
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
      };
      // As signed header fields, so that S3 compares the checksum with the received bytes and rejects anything else.
      const put = { method: 'PUT', key, query: { 'x-id': 'PutObject' }, headers } as const;
      return { url: await objects.link(put, seconds, Object.keys(headers)), headers };
    },
    async read(key) {
      return (await objects.send({ method: 'GET', key })).content;
    },
    url({ key, contentType, fileName }, seconds) {
      const query = {
        'response-content-type': contentType,
        'response-content-disposition': `${dispositionOf(contentType)}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        'x-id': 'GetObject',
      };
      const headers = { 'x-amz-checksum-mode': 'ENABLED' };
      return objects.link({ method: 'GET', key, query, headers }, seconds);
    },
  };
}

/** Types that browsers display without running code; all others are downloaded. */
function dispositionOf(contentType: string): 'inline' | 'attachment' {
  const isInert = /^(application\/pdf|image\/(jpeg|png)|text\/plain)(;|$)/i.test(contentType);
  return isInert ? 'inline' : 'attachment';
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ObjectError ? error.$metadata.httpStatusCode : undefined;
}

/** Deletes files permanently. */
export interface FileEraser {
  /** Deletes every version and delete marker of the file, and returns their number. Safe to repeat. */
  erase(key: string): Promise<number>;
}

/**
 * Deletes from an S3 bucket. In a versioned bucket, a deletion only hides the file, so each version is deleted by its
 * id ("Deleting object versions from a versioning-enabled bucket", Amazon S3 User Guide). In an unversioned bucket the
 * only version is `null`.
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
        // Other keys can have this key as a prefix.
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
