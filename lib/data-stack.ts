import {
  CfnOutput,
  CfnResource,
  Duration,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type ITableV2,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { tableSchema } from '../shared/kernel/db/schema.ts';
import { documentFolders } from '../shared/kernel/http/data-needs.ts';
import { emptySigningKeys } from '../shared/oauth/auth/signing-keys.ts';
import type { BackupSettings } from './backup-settings.ts';
import { Backups } from './backups.ts';
import { bucketEncryption, encryptionKey } from './encryption-key.ts';
import { type EvidenceSettings, EvidenceVault } from './evidence-vault.ts';
import { mailIdentity } from './mail-identity.ts';
import { MalwareProtection } from './malware-protection.ts';
import { OutboxQueues } from './outbox-queues.ts';
import { exportOf, type PasskeySettings } from './passkey-settings.ts';
import { type RestoredData, restoredDocuments, restoredTable } from './restored-data.ts';

/** Data that was in use outlives the stack. Resources of a failed first deployment are deleted. */
const kept = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

export interface DataStackProps extends StackProps {
  /** The domain that email is sent from; absent: its SES identity is managed elsewhere. */
  readonly mailDomain?: string | undefined;
  /** How the evidence copies are locked. */
  readonly evidence: EvidenceSettings;
  /** Restored replacements of the table or the bucket. */
  readonly restored: RestoredData;
  readonly stage: string;
  /** Backup copies in another Region; absent: none. */
  readonly backups: BackupSettings | undefined;
  /** For how many days deleted versions of files are kept. */
  readonly oldVersionDays: number;
  /** Whether GuardDuty scans uploads. */
  readonly malwareScan: boolean;
  readonly isSandbox: boolean;
  /** The setting `encryptionKey`: `true`, the ARN of a key, or undefined. */
  readonly encryption: string | undefined;
  /** The host that passkeys belong to; absent if the service has no address of its own. */
  readonly passkeys?: PasskeySettings | undefined;
}

/** Resource types that may exist already, or that some accounts can't create. */
const refusable: readonly string[] = [
  'AWS::SES::EmailIdentity',
  'AWS::Backup::BackupVault',
  'AWS::GuardDuty::MalwareProtectionPlan',
];

/**
 * Everything that must outlive every deployment: the table, the documents, the signing secrets and the email sender.
 */
export class DataStack extends Stack {
  /** The table in use, which may be a restored one; so may the bucket. */
  readonly table: ITableV2;
  readonly documents: IBucket;
  /** The private token-signing keys; empty until the first rotation. */
  readonly signingKeys: ISecret;
  /** The secret that seals browser tokens. */
  readonly seal: ISecret;
  /** The queues between the table's stream and its consumers. */
  readonly outbox: OutboxQueues;
  /** The immutable copies. */
  readonly vault: EvidenceVault;
  /** ARN of the vault's bucket, also exported under a fixed name. */
  readonly vaultArn: string;
  /** ARN of the bucket, exported under a fixed name because acknowledgements must quote it. */
  readonly documentsArn: string;
  /** ARN and name of the table, exported under short names: the service's template uses them four hundred times. */
  readonly tableArn: string;
  readonly tableName: string;
  /** The key that encrypts the data, instead of AWS's own keys. */
  readonly keyArn: string | undefined;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    if (props.mailDomain !== undefined) mailIdentity(this, props.mailDomain);
    const key = (name: string) => ({ name, type: AttributeType.STRING });
    const { partitionKey, sortKey, indexes, timeToLive, streamView } = tableSchema;

    const encrypting = encryptionKey(this, props.encryption);

    this.keyArn = encrypting?.keyArn;
    const table = new TableV2(this, 'Table', {
      partitionKey: key(partitionKey),
      sortKey: key(sortKey),
      globalSecondaryIndexes: indexes.map((index) => ({
        indexName: index.name,
        partitionKey: key(index.partitionKey),
        sortKey: key(index.sortKey),
      })),
      timeToLiveAttribute: timeToLive,
      dynamoStream: StreamViewType[streamView],
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: kept,
    });

    if (encrypting) encryptTable(table, encrypting.keyArn);

    const documents = new Bucket(this, 'Documents', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...bucketEncryption(encrypting),
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      lifecycleRules: [
        {
          id: 'leftovers',
          // Files are never overwritten, so an old version is a deleted file, perhaps deleted by mistake.
          noncurrentVersionExpiration: Duration.days(props.oldVersionDays),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
        {
          id: 'snapshots',
          // Written every hour, from data that the table holds anyway.
          prefix: 'search/',
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          id: 'refused',
          // Files with malware, which the service never reads again.
          prefix: 'refused/',
          expiration: Duration.days(30),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      removalPolicy: kept,
    });
    Validations.of(documents).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'CloudTrail records who reads, writes and deletes documents (documentReads), with a link that was passed on as well.',
    });

    this.signingKeys = new Secret(this, 'SigningKeys', {
      description: 'Private keys that sign tokens: the current one and the next',
      // Secrets Manager can't make such keys itself: the first rotation does, and drops the seed.
      generateSecretString: { secretStringTemplate: emptySigningKeys, generateStringKey: 'seed' },
      removalPolicy: kept,
    });
    Validations.of(this.signingKeys).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Its rotation belongs to the service stack, where the function is that does it.',
    });

    this.seal = new Secret(this, 'Seal', {
      description:
        'What seals the tokens that browsers keep; the first word signs, all are accepted',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: kept,
    });
    Validations.of(this.seal).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The runbook says how it is replaced: otherwise every known browser becomes unknown.',
    });

    this.outbox = new OutboxQueues(this, { isSandbox: props.isSandbox, key: encrypting });
    this.vault = new EvidenceVault(this, props.evidence, encrypting);

    const arnExport = `${this.stackName}-DocumentsArn`;
    const ownDocumentsArn = this.exportValue(documents.bucketArn, { name: arnExport });
    Validations.of(scope).acknowledge(
      ...documentFolders.map((folder) => ({
        id: `AwsSolutions-IAM5[Resource::${arnExport}/${folder}/*]`,
        reason: 'Keys of documents are not known in advance; the folder holds one kind of them.',
      })),
    );

    const vaultExport = `${this.stackName}-EvidenceArn`;
    this.vaultArn = this.exportValue(this.vault.bucket.bucketArn, { name: vaultExport });
    Validations.of(scope).acknowledge(
      ...['copies', 'chain'].map((folder) => ({
        id: `AwsSolutions-IAM5[Resource::${vaultExport}/${folder}/*]`,
        reason: 'Copies are named after what is in them.',
      })),
    );

    const { tableArn, tableName } = table;
    const ownArn = this.exportValue(tableArn, { name: `${this.stackName}-Table` });
    const ownName = this.exportValue(tableName, { name: `${this.stackName}-TableName` });
    // Under the names that other stacks import unless data is restored; an imported export can't be removed.
    this.exportValue(tableName);
    this.exportValue(table.tableStreamArn);
    this.exportValue(documents.bucketName);

    for (const rpId of props.passkeys ? [props.passkeys.rpId, props.passkeys.former] : []) {
      if (rpId === undefined) continue;
      const { id, name } = exportOf(this.stackName, rpId);
      new CfnOutput(this, id, { value: rpId, exportName: name });
    }

    const { restored } = props;
    this.table = restored.table ? restoredTable(this, restored.table) : table;
    this.tableArn = restored.table?.arn ?? ownArn;
    this.tableName = restored.table?.name ?? ownName;
    this.documents =
      restored.documents === undefined ? documents : restoredDocuments(this, restored.documents);
    this.documentsArn =
      restored.documents === undefined ? ownDocumentsArn : this.documents.bucketArn;

    const backups =
      props.backups &&
      new Backups(this, {
        stage: props.stage,
        settings: props.backups,
        table: this.table.tableArn,
        buckets: [this.documents.bucketArn, this.vault.bucket.bucketArn],
      });
    if (props.malwareScan) {
      const readers = backups ? [backups.roleArn] : [];
      new MalwareProtection(this, { documents: this.documents, readers });
    }

    // A protected table can't be rolled back, so resources that an account may refuse are created first.
    for (const each of this.node.findAll()) {
      if (CfnResource.isCfnResource(each) && refusable.includes(each.cfnResourceType)) {
        table.node.addDependency(each);
      }
    }

    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'DocumentsBucket', { value: this.documents.bucketName });
    new CfnOutput(this, 'SealSecret', { value: this.seal.secretArn });
    new CfnOutput(this, 'SigningKeysSecret', { value: this.signingKeys.secretArn });
  }
}

/** The CDK's own property requires a known Region, which these templates leave open. */
function encryptTable(table: TableV2, keyArn: string): void {
  const { defaultChild } = table.node;
  if (!CfnResource.isCfnResource(defaultChild)) throw new Error('the table has no resource');
  defaultChild.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
  defaultChild.addPropertyOverride('Replicas.0.SSESpecification.KMSMasterKeyId', keyArn);
}
