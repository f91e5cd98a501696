import { heartbeatPartition } from '../../../shared/platform/domain/heartbeat.ts';
import type { Fault, Stacks } from '../../support/faults.ts';
import type { Resource } from '../../support/synthesized.ts';

/** Changes each resource of a type, in all stacks. */
const each =
  (type: string, change: (properties: Resource['Properties'], id: string) => void) =>
  (stacks: Stacks) => {
    for (const stack of Object.values(stacks)) {
      for (const [id, { Type, Properties }] of Object.entries(stack)) {
        if (Type === `AWS::${type}`) change(Properties, id);
      }
    }
  };

/** Removes the first resource of a type whose id fits, from the first stack that has one. */
const without =
  (type: string, id = /./) =>
  (stacks: Stacks) => {
    for (const stack of Object.values(stacks)) {
      const found = Object.keys(stack).find(
        (name) => stack[name]?.Type === `AWS::${type}` && id.test(name),
      );
      if (found === undefined) continue;
      delete stack[found];
      return;
    }
  };

const alarm = (name: RegExp, changes: object) =>
  each('CloudWatch::Alarm', (alarmProperties) => {
    if (name.test(alarmProperties.AlarmName)) Object.assign(alarmProperties, changes);
  });

const inDeploy =
  (from: string | RegExp, to: string): NonNullable<Fault['inWorkflow']> =>
  (text, file) =>
    file === 'deploy.yml' ? text.replace(from, to) : text;

const data: readonly Fault[] = [
  {
    name: 'the table can be deleted',
    noticedBy: 'infra/stacks',
    inTemplates: each('DynamoDB::GlobalTable', ({ Replicas: [own] }) => {
      own.DeletionProtectionEnabled = false;
    }),
  },
  {
    name: 'the table cannot be restored to a second',
    noticedBy: 'infra/stacks',
    inTemplates: each('DynamoDB::GlobalTable', ({ Replicas: [own] }) => {
      own.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled = false;
    }),
  },
  {
    name: 'an index has another key',
    noticedBy: 'infra/upgrade',
    inTemplates: each('DynamoDB::GlobalTable', (table) => {
      table.KeySchema[1].AttributeName = 'gsi1sk';
    }),
  },
  {
    name: 'the stream has only keys',
    noticedBy: 'infra/stacks',
    inTemplates: each('DynamoDB::GlobalTable', (table) => {
      table.StreamSpecification.StreamViewType = 'KEYS_ONLY';
    }),
  },
  {
    name: 'a bucket of documents can be public',
    noticedBy: 'infra/stacks',
    inTemplates: each('S3::Bucket', (bucket) => {
      bucket.PublicAccessBlockConfiguration.BlockPublicPolicy = false;
    }),
  },
  {
    name: 'copies of evidence can be removed in prod',
    noticedBy: 'infra/evidence',
    inTemplates: each('S3::Bucket', ({ ObjectLockConfiguration: lock }) => {
      if (lock) lock.Rule.DefaultRetention.Mode = 'GOVERNANCE';
    }),
  },
  {
    name: 'a copy of evidence can be overwritten',
    noticedBy: 'infra/evidence',
    inTemplates: each('S3::BucketPolicy', ({ PolicyDocument }, id) => {
      if (!id.startsWith('EvidenceVault')) return;
      PolicyDocument.Statement = PolicyDocument.Statement.filter(
        ({ Sid }: { Sid?: string }) => Sid !== 'NothingIsLaidOverAnything',
      );
    }),
  },
  {
    name: 'data is not encrypted with the key of the stage',
    noticedBy: 'infra/encryption',
    inTemplates: each('S3::Bucket', ({ BucketEncryption }) => {
      BucketEncryption.ServerSideEncryptionConfiguration = [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
      ];
    }),
  },
  {
    name: 'uploads are opened before they are scanned',
    noticedBy: 'infra/malware-scan',
    inTemplates: each('S3::BucketPolicy', ({ PolicyDocument }) => {
      PolicyDocument.Statement = PolicyDocument.Statement.filter(
        ({ Sid }: { Sid?: string }) => Sid !== 'NothingIsOpenedBeforeItsVerdict',
      );
    }),
  },
];

const service: readonly Fault[] = [
  {
    name: 'a queue takes messages without TLS',
    noticedBy: 'infra/stacks',
    inTemplates: each('SQS::QueuePolicy', ({ PolicyDocument }) => {
      PolicyDocument.Statement[0].Effect = 'Allow';
    }),
  },
  {
    name: 'a message is tried once',
    noticedBy: 'infra/stacks',
    inTemplates: each('SQS::Queue', ({ RedrivePolicy }) => {
      if (RedrivePolicy) RedrivePolicy.maxReceiveCount = 1;
    }),
  },
  {
    name: 'a batch fails as a whole',
    noticedBy: 'infra/stacks',
    inTemplates: each('Lambda::EventSourceMapping', (mapping) => {
      delete mapping.FunctionResponseTypes;
    }),
  },
  {
    name: 'a route calls the function of another one',
    noticedBy: 'infra/stacks',
    inTemplates: each('ApiGateway::RestApi', ({ Body: { paths } }) => {
      const [verify] = Object.values(Object(paths['/api/v1/verify_rpn'])).slice(0, 1);
      const integration = Object(verify)['x-amazon-apigateway-integration'];
      const other = Object(paths['/health']).get;
      if (integration && other) {
        integration.uri = other['x-amazon-apigateway-integration'].uri;
      }
    }),
  },
  {
    name: 'an operators’ path needs no signature',
    noticedBy: 'infra/edge',
    inTemplates: each('ApiGateway::RestApi', ({ Body: { paths } }) => {
      for (const operation of Object.values(Object(paths['/admin/v1/persons']))) {
        delete Object(operation).security;
      }
    }),
  },
  {
    name: 'API Gateway may call every function',
    noticedBy: 'infra/stacks',
    inTemplates: each('IAM::ManagedPolicy', ({ PolicyDocument }) => {
      PolicyDocument.Statement[0].Resource = '*';
    }),
  },
  {
    name: 'a function may write to the whole table',
    noticedBy: 'infra/functions',
    inTemplates: each('IAM::Role', ({ Policies = [] }) => {
      for (const { PolicyDocument } of Policies) {
        for (const statement of PolicyDocument.Statement) {
          if ([statement.Action].flat().includes('dynamodb:PutItem')) delete statement.Condition;
        }
      }
    }),
  },
  {
    name: 'a workflow may not call its functions',
    noticedBy: 'infra/workflows',
    inTemplates: each('IAM::Role', ({ Policies = [], AssumeRolePolicyDocument }) => {
      if (!JSON.stringify(AssumeRolePolicyDocument).includes('states')) return;
      for (const { PolicyDocument } of Policies) {
        PolicyDocument.Statement = PolicyDocument.Statement.filter(
          ({ Action }: { Action: unknown }) => Action !== 'lambda:InvokeFunction',
        );
      }
    }),
  },
  {
    name: 'the access log names addresses',
    noticedBy: 'infra/stacks',
    inTemplates: each('ApiGateway::Stage', ({ AccessLogSetting }) => {
      AccessLogSetting.Format = AccessLogSetting.Format.replace(
        '}',
        ',"ip":"$context.identity.sourceIp"}',
      );
    }),
  },
  {
    name: 'logs are kept forever',
    noticedBy: 'infra/deployments',
    inTemplates: each('Logs::LogGroup', (group) => {
      delete group.RetentionInDays;
    }),
  },
  {
    name: 'old versions of TLS are taken',
    noticedBy: 'infra/edge',
    inTemplates: each('ApiGateway::DomainName', (domain) => {
      domain.SecurityPolicy = 'TLS_1_0';
    }),
  },
  {
    name: 'an API has no firewall',
    noticedBy: 'infra/edge',
    inTemplates: without('WAFv2::WebACLAssociation'),
  },
  {
    name: 'operators reach their API from every network',
    noticedBy: 'infra/edge',
    inTemplates: each('ApiGateway::RestApi', ({ Body }) => {
      delete Body['x-amazon-apigateway-policy'];
    }),
  },
];

/** Nothing fails and no alarm starts. */
const silence: readonly Fault[] = [
  {
    name: 'an alarm of the clock is quiet when its function does not run',
    noticedBy: 'infra/alarms',
    inTemplates: alarm(/-unmeasured$/, { TreatMissingData: 'notBreaching' }),
  },
  {
    name: 'the alarm of the stopped stream is quiet without data',
    noticedBy: 'infra/alarms',
    inTemplates: alarm(/-stream-stopped-evidence$/, { TreatMissingData: 'notBreaching' }),
  },
  {
    name: 'a reader of the stream does not see the heartbeat',
    noticedBy: 'infra/alarms',
    inTemplates: each('Lambda::EventSourceMapping', ({ FilterCriteria }) => {
      if (FilterCriteria) {
        FilterCriteria.Filters = FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => ({
          Pattern: Pattern.replace(heartbeatPartition, 'NOTHING'),
        }));
      }
    }),
  },
  {
    name: 'an alarm tells nobody',
    noticedBy: 'infra/alarms',
    inTemplates: alarm(/-api-errors/, { AlarmActions: [], OKActions: [] }),
  },
  {
    name: 'the topic of the alarms takes none',
    noticedBy: 'infra/alarms',
    inTemplates: each('SNS::TopicPolicy', ({ PolicyDocument }) => {
      PolicyDocument.Statement = PolicyDocument.Statement.filter(
        ({ Effect }: { Effect: string }) => Effect === 'Deny',
      );
    }),
  },
  {
    name: 'a rule of the clock is switched off',
    noticedBy: 'infra/alarms',
    inTemplates: each('Events::Rule', (rule, id) => {
      if (rule.ScheduleExpression && /Terms/.test(id)) rule.State = 'DISABLED';
    }),
  },
  {
    name: 'the copier of evidence is switched off',
    noticedBy: 'infra/alarms',
    inTemplates: each('Lambda::EventSourceMapping', (mapping, id) => {
      if (mapping.StartingPosition && /Evidence/.test(id)) mapping.Enabled = false;
    }),
  },
];

const settings: readonly Fault[] = [
  {
    name: 'the settings of a deployment are not stored',
    noticedBy: 'infra/stacks',
    inTemplates: without('SSM::Parameter'),
  },
  {
    name: 'a dangerous setting is not stored',
    noticedBy: 'infra/deployments',
    inTemplates: each('SSM::Parameter', (parameter) => {
      parameter.Value = parameter.Value.replace(/"evidenceDays":"\d+",/, '');
    }),
  },
];

const workflows: readonly Fault[] = [
  {
    name: 'the job that may deploy runs install scripts',
    noticedBy: 'admin/workflows',
    inWorkflow: inDeploy(/npm ci --ignore-scripts --prefix tools/g, 'npm ci --prefix tools'),
  },
  {
    name: 'the job that tests may ask for a role',
    noticedBy: 'admin/workflows',
    inWorkflow: inDeploy('      contents: read\n', '      contents: read\n      id-token: write\n'),
  },
  {
    name: 'something else is deployed than what was tested',
    noticedBy: 'admin/workflows',
    inWorkflow: inDeploy('--import-existing-resources --app cdk.out', '--app bin/app.ts'),
  },
  {
    name: 'production is deployed without an approval',
    noticedBy: 'admin/workflows',
    inWorkflow: inDeploy(
      /environment: \$\{\{ inputs\.stage \}\}\n/,
      `environment: \${{ inputs.stage }}-look\n`,
    ),
  },
  {
    name: 'an action is not pinned',
    noticedBy: 'admin/workflows',
    inWorkflow: (text) => text.replace(/actions\/checkout@\w{40}/, 'actions/checkout@v4'),
  },
  {
    name: 'a pull request may write',
    noticedBy: 'admin/workflows',
    inWorkflow: (text, file) =>
      file === 'ci.yml' ? text.replace('contents: read', 'contents: write') : text,
  },
];

/** Mistakes that a review might miss. Each is detected by the test that it names. */
export const faults: readonly Fault[] = [
  ...data,
  ...service,
  ...silence,
  ...settings,
  ...workflows,
];
