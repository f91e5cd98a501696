import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/**
 * For how long a stage keeps its logs, and whether they outlive the stack: `prod` a year, and they do; others
 * a month, and they don't.
 */
export function logKeeping(stage: string, key: IKey | undefined) {
  const encryption = key && { encryptionKey: key };
  return stage === 'prod'
    ? {
        ...encryption,
        retention: RetentionDays.ONE_YEAR,
        // But not those of a first deployment that failed: the next one could not make them.
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      }
    : { ...encryption, retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY };
}
