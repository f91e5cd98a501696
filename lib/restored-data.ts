import { type Stack, Validations } from 'aws-cdk-lib';
import { type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct, Node } from 'constructs';
import { tableSchema } from '../shared/kernel/db/schema.ts';
import { documentFolders } from '../shared/kernel/http/data-needs.ts';

/** Restored replacements of the stack's table or bucket of documents; each absent: the original is in use. */
export interface RestoredData {
  readonly table?:
    | { readonly arn: string; readonly name: string; readonly stream: string }
    | undefined;
  readonly documents?: string | undefined;
}

const streamArn =
  /^(arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/([A-Za-z0-9_.-]{3,255}))\/stream\/[0-9T:.-]+$/;
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * Context: `restoredTable` is the stream ARN of a restored table (`LatestStreamArn`), which contains the table's name
 * and Region; `restoredDocuments` is the name of a restored bucket. Throws for invalid values.
 */
export function restoredData(node: Node): RestoredData {
  const stream: unknown = node.tryGetContext('restoredTable');
  const bucket: unknown = node.tryGetContext('restoredDocuments');
  const [, arn, name] = streamArn.exec(String(stream ?? '')) ?? [];
  if (stream !== undefined && (arn === undefined || name === undefined)) {
    throw new Error(
      'restoredTable: the ARN of the table’s stream (LatestStreamArn in aws dynamodb describe-table)',
    );
  }
  if (bucket !== undefined && !bucketName.test(String(bucket))) {
    throw new Error('restoredDocuments: the name of a bucket');
  }
  return {
    ...(arn !== undefined &&
      name !== undefined && { table: { arn, name, stream: String(stream) } }),
    ...(bucket !== undefined && { documents: String(bucket) }),
  };
}

/**
 * The restored table as other stacks use it, by its literal name. CloudFormation refuses to change the value of an
 * export that another stack imports, so the exports still name the original table.
 */
export function restoredTable(
  scope: Construct,
  { arn, stream }: NonNullable<RestoredData['table']>,
): ITableV2 {
  return TableV2.fromTableAttributes(scope, 'RestoredTable', {
    tableArn: arn,
    tableStreamArn: stream,
    globalIndexes: tableSchema.indexes.map(({ name }) => name),
  });
}

/** The restored bucket of documents. */
export function restoredDocuments(stack: Stack, name: string): IBucket {
  const bucket = Bucket.fromBucketName(stack, 'RestoredDocuments', name);
  Validations.of(stack.node.root).acknowledge(
    ...documentFolders.map((folder) => ({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${name}/${folder}/*]`,
      reason: 'Keys of documents are not known in advance; the folder holds one kind of them.',
    })),
  );
  return bucket;
}
