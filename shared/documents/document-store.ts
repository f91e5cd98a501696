import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { timeLimits } from '../kernel/time-limits.ts';

export interface StoredFile {
  readonly key: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** Where the bytes of documents are. */
export interface DocumentStore {
  put(file: StoredFile): Promise<void>;
  /** How many bytes the file has; null where there is none. */
  size(key: string): Promise<number | null>;
  /**
   * A URL under which whoever has it may put the file with this SHA-256 (hexadecimal), and no other, for so many seconds, with
   * these header fields.
   */
  uploadUrl(
    file: { key: string; contentType: string; sha256: string },
    seconds: number,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** The file's bytes, for files that are handed out by us and not by a URL. Throws where there is none. */
  read(key: string): Promise<Uint8Array>;
  /**
   * A URL that shows the file in a browser, needs no credential and expires after `seconds`.
   * `fileName` is what a download is called.
   */
  url(
    file: { key: string; contentType: string; fileName: string },
    seconds: number,
  ): Promise<string>;
}

/** Documents in one S3 bucket. Signing a URL needs no call to S3. */
export function openDocumentStore(
  bucket: string,
  client = new S3Client(timeLimits({ attempts: 3, requestTimeout: 2_500 })),
): DocumentStore {
  return {
    async put({ key, content, contentType }) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ContentType: contentType }),
      );
    },
    async size(key) {
      try {
        const { ContentLength } = await client.send(
          new HeadObjectCommand({ Bucket: bucket, Key: key }),
        );
        return ContentLength ?? null;
      } catch (error) {
        // 403 is what S3 says of an object that is not there to whoever may not list the bucket ("HeadObject", S3's API Reference).
        const status =
          error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (status === 403 || status === 404) return null;
        throw error;
      }
    },
    async uploadUrl({ key, contentType, sha256 }, seconds) {
      const checksum = Buffer.from(sha256, 'hex').toString('base64');
      const url = await getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          ContentType: contentType,
          ChecksumSHA256: checksum,
        }),
        {
          expiresIn: seconds,
          // As header fields that are signed: S3 compares the checksum with what it gets, and refuses anything else.
          signableHeaders: new Set(['content-type', 'host', 'x-amz-checksum-sha256']),
          unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
        },
      );
      return { url, headers: { 'content-type': contentType, 'x-amz-checksum-sha256': checksum } };
    },
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (Body === undefined) throw new Error('the store answered without the file');
      return Body.transformToByteArray();
    },
    url({ key, contentType, fileName }, seconds) {
      return getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ResponseContentType: contentType,
          ResponseContentDisposition: `inline; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        }),
        { expiresIn: seconds },
      );
    },
  };
}
