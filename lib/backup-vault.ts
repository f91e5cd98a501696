import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Construct } from 'constructs';
import type { BackupSettings } from './backup-settings.ts';

/** The name of both vaults, because metrics of copies use one name for either. */
export function vaultName(stage: string): string {
  return `registry-${stage}`;
}

/**
 * A backup vault that is kept if its stack is deleted. Its key is `aws/backup`, which AWS manages, so nobody can
 * destroy the backups by deleting it.
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
        // Without these days the lock can be removed again; AWS requires at least three.
        ...(lock === 'compliance' && { changeableFor: Duration.days(3) }),
      },
    }),
  });
}
