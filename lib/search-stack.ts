import { RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  AuroraPostgresEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
} from 'aws-cdk-lib/aws-rds';
import type { Construct } from 'constructs';
import { searchDatabase } from '../shared/registry/domain/search-settings.ts';

/** Where the registry is searched; `filling`: still in memory, while the database is filled. */
export type SearchEngine = 'memory' | 'filling' | 'postgresql';

/** The environment and rights of a function that queries the database. */
export interface SearchAccess {
  /** Whether searches use it. Otherwise it is only filled. */
  readonly isSearched: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
}

/**
 * PostgreSQL for searching a registry that is too large for memory: an Aurora Serverless v2 cluster that is reached
 * only through the Data API (decision 56). It holds only data that is also in the table.
 */
export class SearchStack extends Stack {
  readonly access: SearchAccess;

  constructor(
    scope: Construct,
    id: string,
    { engine, ...props }: StackProps & { readonly engine: SearchEngine },
  ) {
    super(scope, id, props);
    // A cluster must be in a network. This one contains nothing else and has no way in or out.
    const network = new Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'database', subnetType: SubnetType.PRIVATE_ISOLATED }],
      restrictDefaultSecurityGroup: false,
    });
    const cluster = new DatabaseCluster(this, 'Cluster', {
      // The Data API supports 16.1 and later; the tests run on 15, with the same pg_trgm 1.6.
      engine: DatabaseClusterEngine.auroraPostgres({
        version: AuroraPostgresEngineVersion.VER_16_9,
      }),
      writer: ClusterInstance.serverlessV2('Writer'),
      // In ACU of 2 GiB. Half of one costs 44 USD a month in most regions; with 0 it would sleep and take 15 s to wake.
      serverlessV2MinCapacity: 0.5,
      serverlessV2MaxCapacity: 16,
      vpc: network,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      enableDataApi: true,
      iamAuthentication: true,
      storageEncrypted: true,
      defaultDatabaseName: searchDatabase,
      credentials: Credentials.fromGeneratedSecret('registry'),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { secret } = cluster;
    if (secret === undefined) throw new Error('the cluster has made no secret');
    this.access = {
      isSearched: engine === 'postgresql',
      environment: { SEARCH_CLUSTER: cluster.clusterArn, SEARCH_SECRET: secret.secretArn },
      statements: [
        new PolicyStatement({
          actions: ['rds-data:ExecuteStatement'],
          resources: [cluster.clusterArn],
        }),
        // The Data API reads the secret with the caller's rights.
        new PolicyStatement({
          actions: ['secretsmanager:GetSecretValue'],
          resources: [secret.secretArn],
        }),
      ],
    };

    const acknowledge = (rule: string, reason: string) =>
      Validations.of(this).acknowledge({ id: `AwsSolutions-${rule}`, reason });
    acknowledge(
      'VPC7',
      'Nothing flows in it: it has no way out, and its security group lets nobody in.',
    );
    acknowledge('RDS10', 'What it holds is built again from the table: it goes with its stack.');
    acknowledge('RDS11', 'Nobody reaches its port.');
    acknowledge(
      'SMG4',
      'Nobody reaches the database by its password but by the Data API, whose callers IAM names.',
    );
  }
}

/** The context `searchEngine`: where the registry is searched. Throws for an unknown engine. */
export function searchEngine({ node }: Construct): SearchEngine {
  const engine: unknown = node.tryGetContext('searchEngine') ?? 'memory';
  if (engine !== 'memory' && engine !== 'filling' && engine !== 'postgresql') {
    throw new Error('searchEngine: memory, filling or postgresql');
  }
  return engine;
}
