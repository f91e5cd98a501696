import { readFile } from 'node:fs/promises';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { type EvidenceStore, openEvidenceStore } from '../../shared/evidence/evidence-store.ts';
import { openTable, type Table } from '../../shared/kernel/db/table.ts';
import { Failure } from '../failure.ts';
import type { Target } from '../target.ts';

const Engines = z.object({
  region: z.string(),
  table: z.string(),
  bucket: z.string(),
  tableEndpoint: z.string(),
  bucketEndpoint: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

/** Where `npm start` says how its engines are reached, for whoever may read the file: the one who started it. */
export const enginesFile = new URL('../../.local/engines.json', import.meta.url).pathname;

export const dataOptions = [
  ['--table <name>', 'the table (REGISTRY_TABLE; output TableName of the data stack)'],
  ['--bucket <name>', 'the copies (REGISTRY_EVIDENCE_BUCKET; output EvidenceBucket)'],
] as const;

/** Table and copies, as the operator may read and write them. Throws a Failure where they are not named. */
export async function openData(
  options: Readonly<Record<string, unknown>>,
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly table: Table; readonly store: EvidenceStore }> {
  if (target.local) {
    const engines = await localEngines(env['REGISTRY_ENGINES'] ?? enginesFile);
    const { region, accessKeyId, secretAccessKey } = engines;
    const common = { region, credentials: { accessKeyId, secretAccessKey } };
    const s3 = new S3Client({ ...common, endpoint: engines.bucketEndpoint, forcePathStyle: true });
    return {
      table: openTable(engines.table, { ...common, endpoint: engines.tableEndpoint }),
      store: openEvidenceStore(engines.bucket, s3),
    };
  }
  const table = options['table'] ?? env['REGISTRY_TABLE'];
  const bucket = options['bucket'] ?? env['REGISTRY_EVIDENCE_BUCKET'];
  if (typeof table !== 'string' || typeof bucket !== 'string') {
    throw new Failure('usage', 'Which ones? --table and --bucket: outputs of the data stack.');
  }
  const { region, credentials } = target;
  return {
    table: openTable(table, { region, credentials }),
    store: openEvidenceStore(bucket, new S3Client({ region, credentials })),
  };
}

async function localEngines(file: string): Promise<z.output<typeof Engines>> {
  try {
    return Engines.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new Failure('unreachable', `${file} says nothing of a running service: npm start.`);
  }
}
