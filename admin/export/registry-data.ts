import { S3Client } from '@aws-sdk/client-s3';
import { openTable, type Table } from '../../shared/kernel/db/table.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { Failure } from '../failure.ts';
import { localEngines } from '../local-engines.ts';
import type { Target } from '../target.ts';

export const registryOptions = [
  ['--table <name>', 'name of the table (REGISTRY_TABLE; output TableName of the data stack)'],
  [
    '--documents <bucket>',
    'bucket with the documents (REGISTRY_DOCUMENTS; output DocumentsBucket)',
  ],
] as const;

/** Table and documents with the caller's rights; documents only if they are named. */
export interface RegistryData {
  readonly table: Table;
  readonly documents: { readonly bucket: string; readonly s3: S3Client } | null;
}

/** A page is a megabyte and no caller waits, so the timeout is longer than for a function's calls. */
const limits = timeLimits({ attempts: 6, requestTimeout: 30_000 });

/** Opens table and documents. Throws a Failure if the table is not named. */
export async function openRegistry(
  options: Readonly<Record<string, unknown>>,
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RegistryData> {
  const bucket = textOf(options['documents'] ?? env['REGISTRY_DOCUMENTS']);
  if (target.local) {
    const { settings, s3, ...local } = await localEngines('documents', env);
    return {
      table: openTable(textOf(options['table']) ?? local.table, { ...settings, ...limits }),
      documents: { bucket: bucket ?? local.bucket, s3 },
    };
  }
  const table = textOf(options['table'] ?? env['REGISTRY_TABLE']);
  if (table === undefined) {
    throw new Failure('usage', 'Missing --table: the output TableName of the data stack.');
  }
  const { region, credentials } = target;
  return {
    table: openTable(table, { region, credentials, ...limits }),
    documents: bucket === undefined ? null : { bucket, s3: new S3Client({ region, credentials }) },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
