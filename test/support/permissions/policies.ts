import { localAws } from '../../../local/engines/engine.ts';

/** A statement of a policy whose references have been resolved. */
export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<
    Record<string, Readonly<Record<string, string | readonly string[]>>>
  >;
}

export interface Policy {
  readonly Version: string;
  readonly Statement: readonly Statement[];
}

/** The policies of each function, by its entry; everything else is denied. */
export type Policies = Readonly<Record<string, readonly Policy[]>>;

/** The table and the bucket of the tests' worlds, which stand for the deployed ones. */
export const tableName = 'registry';
export const bucketName = 'documents';
export const tableArn = `arn:aws:dynamodb:${localAws.region}:${localAws.account}:table/${tableName}`;
export const bucketArn = `arn:aws:s3:::${bucketName}`;
