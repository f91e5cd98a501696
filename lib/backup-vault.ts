import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Construct } from 'constructs';
import type { BackupSettings } from './backup-settings.ts';

/** The name of both vaults: metrics of copies are of one name, whichever of the two they mean. */
export function vaultName(stage: string): string {
  return `registry-${stage}`;
}

/**
 * A vault for backups, kept even if its stack is deleted. Its key is `aws/backup`, which AWS manages: nobody can delete
 * it, and the backups with it.
 */
export function backupVault(
  scope: Construct,
  { stage, lock, keepDays }: BackupSettings & { readonly stage: string },
): BackupVault {
  return new BackupVault(scope, 'BackupVault', {
    backupVaultName: vaultName(stage),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    ...(lock !== 'none' && {
      lockConfiguration: {
        minRetention: Duration.days(keepDays),
        // Without these days the lock can be taken off again; three of them are the fewest that AWS takes.
        ...(lock === 'compliance' && { changeableFor: Duration.days(3) }),
      },
    }),
  });
}
