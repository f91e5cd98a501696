import { S3Client } from '@aws-sdk/client-s3';
import { openTable, type Table } from '../../shared/kernel/db/table.ts';
import { type EvidenceStore, openEvidenceStore } from '../../shared/platform/aws/evidence-store.ts';
import { Failure } from '../failure.ts';
import { localEngines } from '../local-engines.ts';
import type { Target } from '../target.ts';

export const dataOptions = [
  ['--table <name>', 'name of the table (REGISTRY_TABLE; output TableName of the data stack)'],
  [
    '--bucket <name>',
    'bucket with the evidence copies (REGISTRY_EVIDENCE_BUCKET; output EvidenceBucket)',
  ],
] as const;

/** Opens the table and copies with the operator's rights. Throws a Failure if they are not named. */
export async function openData(
  options: Readonly<Record<string, unknown>>,
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly table: Table; readonly store: EvidenceStore }> {
  if (target.local) {
    const { table, bucket, settings, s3 } = await localEngines('bucket', env);
    return { table: openTable(table, settings), store: openEvidenceStore(bucket, s3) };
  }
  const table = options['table'] ?? env['REGISTRY_TABLE'];
  const bucket = options['bucket'] ?? env['REGISTRY_EVIDENCE_BUCKET'];
  if (typeof table !== 'string' || typeof bucket !== 'string') {
    throw new Failure(
      'usage',
      'Missing --table or --bucket: the outputs TableName and EvidenceBucket of the data stack.',
    );
  }
  const { region, credentials } = target;
  return {
    table: openTable(table, { region, credentials }),
    store: openEvidenceStore(bucket, new S3Client({ region, credentials })),
  };
}
