import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { BackupSettings } from './backup-settings.ts';
import { backupVault, vaultName } from './backup-vault.ts';

export interface BackupsProps {
  readonly stage: string;
  readonly settings: BackupSettings;
  /** ARNs of the table and the buckets, which are all versioned. */
  readonly table: string;
  readonly buckets: readonly string[];
}

/**
 * Backups of table and buckets, which AWS Backup takes and copies to another Region.
 *
 * AWS Backup copies DynamoDB backups to other Regions only with its advanced features; a backup by a plan enables them
 * for the account (AWS Backup, "Advanced DynamoDB backup"). It backs up versioned S3 buckets; each backup after the
 * first has only the changes. It turns on the buckets' EventBridge notifications itself, outside of CloudFormation.
 */
export class Backups extends Construct {
  /** The role that reads the data. */
  readonly roleArn: string;

  constructor(scope: Construct, { stage, settings, table, buckets }: BackupsProps) {
    super(scope, 'Backups');
    const { region, everyHours, keepDays } = settings;
    const { account, partition } = Stack.of(this);
    const rules = `arn:${partition}:events:*:*:rule/AwsBackupManagedRule*`;
    const vault = backupVault(this, { ...settings, stage });
    const copies = `arn:${partition}:backup:${region}:${account}:backup-vault:${vaultName(stage)}`;
    const deleteAfter = Duration.days(keepDays);
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: vaultName(stage),
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'copied',
          scheduleExpression: Schedule.cron({
            minute: '0',
            hour: everyHours === 24 ? '0' : `*/${everyHours}`,
          }),
          // The shortest that AWS allows. A backup that has not started by then fails, and the next one follows.
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(24),
          deleteAfter,
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', copies),
              deleteAfter,
            },
          ],
        }),
      ],
    });
    const role = new Role(this, 'Role', {
      description: 'Lets AWS Backup read the table and buckets, and copy backups',
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    });
    this.roleArn = role.roleArn;
    for (const statement of statements({
      table,
      buckets,
      rules,
      vaults: [vault.backupVaultArn, copies],
    })) {
      role.addToPolicy(statement);
    }
    const unnamed = [`${table}/backup/*`, ...buckets.map((bucket) => `${bucket}/*`), rules, '*'];
    Validations.of(role).acknowledge(
      ...unnamed.map((resource) => ({
        id: `AwsSolutions-IAM5[Resource::${inWords(Stack.of(this).resolve(resource))}]`,
        reason:
          'Backups, objects and the rule that AWS Backup makes have no names in advance; metrics and rules are listed of all.',
      })),
    );
    plan.addSelection('Data', {
      backupSelectionName: 'data',
      role,
      disableDefaultBackupPolicy: true,
      resources: [table, ...buckets].map((arn) => BackupResource.fromArn(arn)),
    });
  }
}

/** A resolved ARN in the notation of cdk-nag. */
function inWords(resolved: unknown): string {
  if (typeof resolved === 'string') return resolved;
  const { 'Fn::Join': join, 'Fn::GetAtt': attribute, Ref } = Object(resolved);
  if (join) return join[1].map(inWords).join('');
  return `<${attribute ? attribute.join('.') : Ref}>`;
}

/**
 * The rights in AWS's own policies for DynamoDB and S3 backups, limited to our table, buckets and vaults, without
 * restores.
 */
function statements({
  table,
  buckets,
  rules,
  vaults,
}: {
  readonly table: string;
  readonly buckets: readonly string[];
  /** ARN pattern of the EventBridge rules that AWS Backup creates itself. */
  readonly rules: string;
  readonly vaults: readonly string[];
}): readonly PolicyStatement[] {
  const allow = (actions: readonly string[], resources: readonly string[]) =>
    new PolicyStatement({ actions: [...actions], resources: [...resources] });
  return [
    allow(
      [
        'dynamodb:CreateBackup',
        'dynamodb:DescribeTable',
        'dynamodb:ListTagsOfResource',
        'dynamodb:StartAwsBackupJob',
      ],
      [table],
    ),
    allow(['dynamodb:DeleteBackup', 'dynamodb:DescribeBackup'], [`${table}/backup/*`]),
    allow(
      [
        's3:GetBucketAcl',
        's3:GetBucketLocation',
        's3:GetBucketNotification',
        's3:GetBucketTagging',
        's3:GetBucketVersioning',
        's3:GetInventoryConfiguration',
        's3:ListBucket',
        's3:ListBucketVersions',
        's3:PutBucketNotification',
        's3:PutInventoryConfiguration',
      ],
      buckets,
    ),
    allow(
      [
        's3:GetObject',
        's3:GetObjectAcl',
        's3:GetObjectTagging',
        's3:GetObjectVersion',
        's3:GetObjectVersionAcl',
        's3:GetObjectVersionTagging',
      ],
      buckets.map((bucket) => `${bucket}/*`),
    ),
    allow(
      [
        'events:DeleteRule',
        'events:DescribeRule',
        'events:DisableRule',
        'events:EnableRule',
        'events:ListTargetsByRule',
        'events:PutRule',
        'events:PutTargets',
        'events:RemoveTargets',
      ],
      [rules],
    ),
    // These actions don't support resources.
    allow(
      ['cloudwatch:GetMetricData', 'events:ListRules', 's3:ListAllMyBuckets', 'tag:GetResources'],
      ['*'],
    ),
    allow(
      ['backup:CopyFromBackupVault', 'backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
      vaults,
    ),
  ];
}
