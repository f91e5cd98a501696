import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/**
 * How long a stage keeps its logs, and whether they outlive the stack: `prod` keeps them for a year and if the stack is
 * deleted; others for a month.
 */
export function logKeeping(stage: string, key: IKey | undefined) {
  const encryption = key && { encryptionKey: key };
  return stage === 'prod'
    ? {
        ...encryption,
        retention: RetentionDays.ONE_YEAR,
        // Except those of a failed first deployment, because the next one could not create them.
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      }
    : { ...encryption, retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY };
}
