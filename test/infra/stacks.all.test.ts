import { describe, expect, it } from 'vitest';
import { planNames } from '../../shared/access/domain/usage-plan.ts';
import { publishedChanges } from '../../shared/events/domain/published-changes.ts';
import { consumers, router } from '../../shared/service/routes/background.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  entryNamed,
  entryOf,
  functionOf,
  ofType,
  only,
  schedulesOf,
  synthesize,
} from '../support/synthesized.ts';

const { data, service } = synthesize(routes);

describe('the data stack', () => {
  it('keeps the logical ids of its table, buckets and secrets', () => {
    const lasting = Object.keys(data).filter((id) => !id.startsWith('OutboxQueues'));
    expect(lasting.toSorted()).toEqual([
      'Documents7E5B2978',
      'DocumentsPolicy2E972B69',
      'EvidenceVaultBucket169DC8BF',
      'EvidenceVaultBucketPolicy9C11A810',
      'EvidenceVaultKeyD497FB00',
      'EvidenceVaultLost5286A2A9',
      'EvidenceVaultLostPolicy348B5941',
      'SealC01A1568',
      'Settings1CCB6159',
      'SigningKeysA56F0358',
      'TableCD117FA1',
    ]);
    const kept = Object.values(data).filter(
      ({ Type }) =>
        !/^AWS::(S3::BucketPolicy|SQS::Queue|SQS::QueuePolicy|SSM::Parameter)$/.test(Type),
    );
    expect(kept.map((resource) => [resource.DeletionPolicy, resource.UpdateReplacePolicy])).toEqual(
      [
        ['RetainExceptOnCreate', 'Retain'],
        ['RetainExceptOnCreate', 'Retain'],
        ['RetainExceptOnCreate', 'Retain'],
        ['RetainExceptOnCreate', 'Retain'],
        ['RetainExceptOnCreate', 'Retain'],
        ['RetainExceptOnCreate', 'Retain'],
      ],
    );
  });

  it('has no change that would replace its data or refill a secret', () => {
    // A change of these properties makes CloudFormation create a new table, bucket or secret (the resource reference says
    // "Update requires: Replacement"), rebuild an index, or generate a new secret value.
    const decisive: Readonly<Record<string, readonly string[]>> = {
      'AWS::DynamoDB::GlobalTable': [
        'TableName',
        'KeySchema',
        'AttributeDefinitions',
        'GlobalSecondaryIndexes',
        'LocalSecondaryIndexes',
      ],
      'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'ObjectLockEnabled'],
      'AWS::SecretsManager::Secret': ['Name', 'SecretString', 'GenerateSecretString'],
    };
    const found = Object.entries(data).flatMap(([id, { Type, Properties }]) => {
      const names = decisive[Type];
      if (!names) return [];
      const set = names.flatMap((name) => (name in Properties ? [[name, Properties[name]]] : []));
      return [[id, { Type, ...Object.fromEntries(set) }]];
    });
    const keys = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    const index = (name: string) => ({
      IndexName: name,
      KeySchema: keys(`${name}pk`, `${name}sk`),
      Projection: { ProjectionType: 'ALL' },
    });
    expect(Object.fromEntries(found)).toEqual({
      TableCD117FA1: {
        Type: 'AWS::DynamoDB::GlobalTable',
        KeySchema: keys('pk', 'sk'),
        AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map((name) => ({
          AttributeName: name,
          AttributeType: 'S',
        })),
        GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
      },
      Documents7E5B2978: { Type: 'AWS::S3::Bucket' },
      EvidenceVaultBucket169DC8BF: { Type: 'AWS::S3::Bucket', ObjectLockEnabled: true },
      SigningKeysA56F0358: {
        Type: 'AWS::SecretsManager::Secret',
        GenerateSecretString: {
          SecretStringTemplate: '{"keys":"none"}',
          GenerateStringKey: 'seed',
        },
      },
      SealC01A1568: {
        Type: 'AWS::SecretsManager::Secret',
        GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
      },
    });
  });

  it('protects the table against deletion and mistakes, and streams every change', () => {
    const { Properties } = only(data, 'AWS::DynamoDB::GlobalTable');
    const [replica, ...others] = Properties.Replicas;
    expect(others).toEqual([]);
    expect({
      billing: Properties.BillingMode,
      stream: Properties.StreamSpecification,
      ttl: Properties.TimeToLiveSpecification,
      deletionProtection: replica.DeletionProtectionEnabled,
      recovery: replica.PointInTimeRecoverySpecification,
      indexes: Properties.GlobalSecondaryIndexes.map(
        ({ IndexName }: { IndexName: string }) => IndexName,
      ),
    }).toEqual({
      billing: 'PAY_PER_REQUEST',
      stream: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      ttl: { AttributeName: 'ttl', Enabled: true },
      deletionProtection: true,
      recovery: { PointInTimeRecoveryEnabled: true },
      indexes: ['gsi1', 'gsi2'],
    });
  });

  it('keeps documents private, encrypted and versioned', () => {
    expect(data['Documents7E5B2978']?.Properties).toEqual({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          {
            Id: 'leftovers',
            Status: 'Enabled',
            NoncurrentVersionExpiration: { NoncurrentDays: 90 },
            ExpiredObjectDeleteMarker: true,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
          },
          {
            Id: 'snapshots',
            Status: 'Enabled',
            Prefix: 'search/',
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
          },
          {
            Id: 'refused',
            Status: 'Enabled',
            Prefix: 'refused/',
            ExpirationInDays: 30,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
          },
        ],
      },
    });
  });
});

describe('the API', () => {
  const { Body } = only(service, 'AWS::ApiGateway::RestApi').Properties;
  // By name, not by reference: otherwise the API would depend on functions that depend on its address.
  const invoked = (uri: unknown): string => {
    const [, name] = /:function:([\w-]+)/.exec(JSON.stringify(uri)) ?? [];
    return entryNamed(service, name ?? '');
  };

  it('invokes the function of each row', () => {
    const found = routes.map(({ path, method }) => {
      // The longest matching path, as API Gateway finds it.
      const above = path.split('/').map((_, length, all) => all.slice(0, length).join('/'));
      const wholes = above.map((place) => `${place}/{proxy+}`).toReversed();
      const resource = [path, ...wholes].find((each) => each in Body.paths) ?? '';
      const { [method.toLowerCase()]: own, 'x-amazon-apigateway-any-method': any } =
        Body.paths[resource];
      const operation = own ?? any;
      return invoked(operation['x-amazon-apigateway-integration'].uri);
    });
    expect(found).toEqual(routes.map(({ entry }) => entry));
    const { usagePlan } = Body.components.securitySchemes;
    expect(invoked(usagePlan['x-amazon-apigateway-authorizer'].authorizerUri)).toBe(
      'functions/gateway/authorize.ts',
    );
  });

  it('may invoke exactly these functions, with one role', () => {
    const policies = Object.values(ofType(service, 'AWS::IAM::ManagedPolicy'));
    const statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(new Set(statements.map(({ Action }) => Action))).toEqual(
      new Set(['lambda:InvokeFunction']),
    );
    const targets = statements.flatMap(({ Resource }) => Resource).map(invoked);
    expect(targets.toSorted()).toEqual(
      [...new Set(routes.map(({ entry }) => entry)), 'functions/gateway/authorize.ts'].toSorted(),
    );
    // API Gateway needs no other permission; the clock has eight, Secrets Manager one.
    const permissions = Object.values(ofType(service, 'AWS::Lambda::Permission'));
    expect(permissions.map(({ Properties: { Principal } }) => Principal).toSorted()).toEqual([
      ...Array.from({ length: 8 }, () => 'events.amazonaws.com'),
      'secretsmanager.amazonaws.com',
    ]);
  });

  it('has its keys reconciled every five minutes if needed, by a function with enough time', () => {
    const entry = 'functions/gateway/reconcile.ts';
    expect(schedulesOf(service, entry)).toMatchObject([
      {
        ScheduleExpression: 'rate(5 minutes)',
        State: 'ENABLED',
        Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0 } }],
      },
    ]);
    const [, { Properties }] = functionOf(service, entry);
    expect(Properties.Timeout).toBe(900);
    const [, outbox] = functionOf(service, 'functions/outbox/keep-gateway-keys.ts');
    expect(outbox.Properties.Environment.Variables).toMatchObject(
      Object.fromEntries(
        Object.entries(Properties.Environment.Variables).filter(([name]) =>
          name.startsWith('USAGE_PLAN_'),
        ),
      ),
    );
  });

  it('is measured and logged without headers, bodies, addresses or links', () => {
    const { Properties } = only(service, 'AWS::ApiGateway::Stage');
    // Stage traces contain whole URLs, including secret links.
    expect(Properties.TracingEnabled).toBe(false);
    expect(Properties.MethodSettings).toEqual([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        DataTraceEnabled: false,
        LoggingLevel: 'ERROR',
        MetricsEnabled: false,
        ThrottlingBurstLimit: 1000,
        ThrottlingRateLimit: 500,
      },
    ]);
    const { Format } = Properties.AccessLogSetting;
    expect(Format).toContain('"requestId":"$context.requestId"');
    expect(Format).not.toMatch(/header|sourceIp|userAgent|\.path"/i);
  });

  it('has looser limits in its usage plans than the exact count', () => {
    const plans = Object.values(ofType(service, 'AWS::ApiGateway::UsagePlan'));
    expect(
      plans.map(({ Properties: { UsagePlanName, Throttle, Quota } }) => ({
        UsagePlanName,
        Throttle,
        Quota,
      })),
    ).toEqual([
      {
        UsagePlanName: 'registry-dev-standard',
        Throttle: { RateLimit: 100 / 60, BurstLimit: 200 },
        Quota: { Limit: 50_000, Period: 'DAY' },
      },
      {
        UsagePlanName: 'registry-dev-large',
        Throttle: { RateLimit: 500 / 60, BurstLimit: 1000 },
        Quota: undefined,
      },
      {
        UsagePlanName: 'registry-dev-wide',
        Throttle: { RateLimit: 500, BurstLimit: 1000 },
        Quota: undefined,
      },
      {
        UsagePlanName: 'registry-dev-anonymous',
        Throttle: { RateLimit: 20, BurstLimit: 100 },
        Quota: undefined,
      },
      {
        UsagePlanName: 'registry-dev-overflow',
        Throttle: { RateLimit: 500, BurstLimit: 1000 },
        Quota: undefined,
      },
    ]);
  });

  it('has the shared keys that the authorizer names, each in its own plan', () => {
    const { Variables } = functionOf(service, 'functions/gateway/authorize.ts')[1].Properties
      .Environment;
    const { ANONYMOUS_GATEWAY_KEY: anonymous, OVERFLOW_GATEWAY_KEY: overflow } = Variables;
    const pairs = Object.values(ofType(service, 'AWS::ApiGateway::UsagePlanKey')).map(
      ({ Properties: { KeyId, UsagePlanId } }) => ({
        plan: service[UsagePlanId.Ref]?.Properties.UsagePlanName,
        value: service[KeyId.Ref]?.Properties.Value,
      }),
    );
    expect(pairs).toEqual([
      { plan: 'registry-dev-anonymous', value: anonymous },
      { plan: 'registry-dev-overflow', value: overflow },
    ]);
    expect(anonymous).not.toBe(overflow);
    expect([anonymous.length, overflow.length]).toEqual([40, 40]); // API Gateway wants at least 20
  });
});

describe('the outbox', () => {
  const mappings = Object.entries(ofType(service, 'AWS::Lambda::EventSourceMapping'));
  const queueOf = (value: Record<string, string>) =>
    /OutboxQueues([a-z]+)[0-9A-F]{8}/.exec(value['Fn::ImportValue'] ?? '')?.[1];

  it('receives new events and feed changes from one mapping', () => {
    const [[, mapping] = [], ...others] = mappings.filter(
      ([, { Properties }]) =>
        Properties.StartingPosition !== undefined &&
        entryOf(service, Properties.FunctionName.Ref) !== 'functions/evidence/copy.ts',
    );
    expect(others).toEqual([]);
    const { FilterCriteria, DestinationConfig, EventSourceArn, FunctionName, ...settings } =
      mapping?.Properties ?? {};
    expect(settings).toEqual({
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 10_000,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(
      FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
    ).toEqual([
      { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } } },
      ...publishedChanges,
    ]);
    // The maximum of a mapping.
    expect(FilterCriteria.Filters.length).toBeLessThanOrEqual(5);
    expect(entryOf(service, FunctionName.Ref)).toBe('functions/outbox/route.ts');
    expect(queueOf(DestinationConfig.OnFailure.Destination)).toBe('unrouteddead');
  });

  it('has one function for each queue, which reports failed messages, with limited concurrency', () => {
    const consumed = mappings
      .filter(([, { Properties }]) => Properties.StartingPosition === undefined)
      .filter(([, { Properties }]) => queueOf(Properties.EventSourceArn) !== undefined)
      .map(([, { Properties }]) => {
        const { EventSourceArn, FunctionName, ...settings } = Properties;
        const entry = entryOf(service, FunctionName.Ref);
        return { queue: queueOf(EventSourceArn), entry, ...settings };
      });
    expect(consumed).toEqual(
      Object.entries({ detour: router, ...consumers }).map(([name, { entry, concurrency }]) => ({
        queue: name.replace('-', ''),
        entry,
        BatchSize: 10,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: concurrency },
      })),
    );
  });

  it('hides messages for six times the timeout of their function, and gives up after twelve attempts', () => {
    const queues = Object.entries(ofType(data, 'AWS::SQS::Queue'));
    const named = (name: string) =>
      queues.find(([id]) => new RegExp(`^OutboxQueues${name}[0-9A-F]{8}$`).test(id));
    for (const [name, { entry, timeout }] of Object.entries({ ...consumers, detour: router })) {
      expect(functionOf(service, entry)[1].Properties.Timeout).toBe(timeout);
      const plain = name.replace('-', '');
      const dead = named(name === 'detour' ? 'unrouteddead' : `${plain}dead`);
      expect(named(plain)?.[1].Properties).toEqual({
        MessageRetentionPeriod: 345_600,
        RedrivePolicy: {
          deadLetterTargetArn: { 'Fn::GetAtt': [dead?.[0], 'Arn'] },
          maxReceiveCount: 12,
        },
        SqsManagedSseEnabled: true,
        VisibilityTimeout: 6 * timeout,
      });
      expect(dead?.[1].Properties).toEqual({
        MessageRetentionPeriod: 1_209_600,
        SqsManagedSseEnabled: true,
      });
    }
    expect(queues).toHaveLength(15);
  });

  it('accepts only TLS for its queues', () => {
    const policies = Object.values(ofType(data, 'AWS::SQS::QueuePolicy'));
    expect(policies).toHaveLength(15);
    for (const { Properties } of policies) {
      expect(Properties.PolicyDocument.Statement).toEqual([
        expect.objectContaining({
          Action: 'sqs:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          Effect: 'Deny',
        }),
      ]);
    }
  });

  it('knows the usage plans of gateway keys, and the authorizer knows the stack that created them', () => {
    const [, outbox] = functionOf(service, 'functions/outbox/keep-gateway-keys.ts');
    const { Variables } = outbox.Properties.Environment;
    for (const plan of planNames) {
      const { Ref } = Variables[`USAGE_PLAN_${plan.toUpperCase()}`];
      expect(service[Ref]?.Properties.UsagePlanName).toBe(`registry-dev-${plan}`);
    }
    const [, authorizer] = functionOf(service, 'functions/gateway/authorize.ts');
    const stack = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(Variables.USAGE_PLAN_STACK).toEqual(stack);
    expect(authorizer.Properties.Environment.Variables.USAGE_PLAN_STACK).toEqual(stack);
  });
});
