import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
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
