import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ExportedItem } from '../../shared/kernel/domain/item-rules.ts';
import { Failure } from '../failure.ts';
import type { RegistryData } from './registry-data.ts';

type Documents = NonNullable<RegistryData['documents']>;

/** A file that a line names. */
export interface NamedFile {
  readonly key: string;
  /** In bytes; null if the line does not include it. */
  readonly size: number | null;
  readonly contentType: string;
}

/**
 * The file that a line names, in itself or in its `file`; null if it names none. A key that leads out of the folder is
 * invalid.
 */
export function fileOfLine(line: ExportedItem): NamedFile | null {
  const place = typeof line['objectKey'] === 'string' ? line : Object(line['file']);
  const key: unknown = place['objectKey'];
  if (typeof key !== 'string' || !/^(?:[A-Za-z0-9_-]+\/)+[A-Za-z0-9_-]+$/.test(key)) return null;
  const { size, contentType } = place;
  return {
    key,
    size: typeof size === 'number' ? size : null,
    contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
  };
}

/** Fetches a file into the export. If its name ends in a SHA-256, its bytes are compared with it. */
export async function fetchFile(
  { bucket, s3 }: Documents,
  directory: string,
  { key }: NamedFile,
): Promise<void> {
  const path = join(directory, 'files', key);
  if (await stat(path).catch(() => null)) return;
  await mkdir(dirname(path), { recursive: true });
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!(Body instanceof Readable)) throw new Failure('refused', `${key} is not in the bucket.`);
  const hash = createHash('sha256');
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(Body, counted, createWriteStream(path, { mode: 0o600 }));
  const name = key.slice(key.lastIndexOf('/') + 1);
  if (/^[0-9a-f]{64}$/.test(name) && name !== hash.digest('hex')) {
    throw new Failure('refused', `${key} has changed: its SHA-256 differs.`);
  }
}

/** Uploads a file of the export to its place, unless it already exists. */
export async function putBack(
  { bucket, s3 }: Documents,
  directory: string,
  { key, contentType }: NamedFile,
): Promise<void> {
  const there = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).then(
    () => true,
    (error: unknown) => {
      const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
      if (status === 403 || status === 404) return false;
      throw error;
    },
  );
  if (there) return;
  const path = join(directory, 'files', key);
  const { size } = await stat(path).catch(() => {
    throw new Failure('usage', `${path} is missing.`);
  });
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: createReadStream(path),
      ContentLength: size,
      ContentType: contentType,
    }),
  );
}
