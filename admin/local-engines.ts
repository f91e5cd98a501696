import { readFile } from 'node:fs/promises';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { Failure } from './failure.ts';
import { enginesFileOf } from './target.ts';

const Engines = z.object({
  region: z.string(),
  table: z.string(),
  bucket: z.optional(z.string()),
  documents: z.optional(z.string()),
  tableEndpoint: z.string(),
  bucketEndpoint: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

/** How to reach the table and a bucket of the local service. */
export interface LocalEngines {
  readonly table: string;
  readonly bucket: string;
  /** For the table's client. */
  readonly settings: {
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly endpoint: string;
  };
  readonly s3: S3Client;
}

/**
 * The engines of the running service, with its evidence (`bucket`) or its documents. Throws a Failure if none is
 * running.
 */
export async function localEngines(
  which: 'bucket' | 'documents',
  env: Readonly<Record<string, string | undefined>>,
): Promise<LocalEngines> {
  const file = enginesFileOf(env);
  const engines = await readFile(file, 'utf8')
    .then((text) => Engines.parse(JSON.parse(text)))
    .catch(() => null);
  const bucket = engines?.[which];
  if (!engines || bucket === undefined) {
    throw new Failure('unreachable', `${file} names no running service. Start one with npm start.`);
  }
  const { region, table, accessKeyId, secretAccessKey, tableEndpoint, bucketEndpoint } = engines;
  const common = { region, credentials: { accessKeyId, secretAccessKey } };
  return {
    table,
    bucket,
    settings: { ...common, endpoint: tableEndpoint },
    s3: new S3Client({ ...common, endpoint: bucketEndpoint, forcePathStyle: true }),
  };
}
