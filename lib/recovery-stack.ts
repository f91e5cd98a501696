import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { BackupSettings } from './backup-settings.ts';
import { backupVault } from './backup-vault.ts';

export interface RecoveryStackProps extends StackProps {
  readonly stage: string;
  readonly backups: BackupSettings;
}

/**
 * Resources in the Region where the service is rebuilt after a loss of its own Region: the vault with backup copies.
 */
export class RecoveryStack extends Stack {
  constructor(scope: Construct, id: string, { stage, backups, ...props }: RecoveryStackProps) {
    super(scope, id, props);
    backupVault(this, { ...backups, stage });
  }
}
