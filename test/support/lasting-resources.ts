import { routes } from '../../shared/service/routes/route-table.ts';
import prod from '../../stages/prod.example.json' with { type: 'json' };
import { type Resource, type Resources, synthesizedStacks, synthesizeEach } from './synthesized.ts';

/** The settings of the example of a production stage. */
export const exampleOfProd = Object.fromEntries(
  Object.entries(prod).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]),
);

/** The example with every setting that adds resources to a production stage, except the search in PostgreSQL. */
export const fullProduction = {
  ...exampleOfProd,
  sandbox: 'false',
  malwareScan: 'true',
  encryptionKey: 'true',
  documentReads: 'true',
  publicRegister: 'true',
  clientRegistration: 'true',
  operatorNetworks: '192.0.2.0/24',
  probeSecret: 'registry/probe',
  documentCertificate: 'registry/document-certificate',
  documentKey: 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-4000-8000-000000000001',
  paymentProviders: '{"stripe":{"adapter":"bridge","secretId":"registry/stripe"}}',
};

/**
 * Properties whose change makes CloudFormation replace the resource ("Update requires: Replacement"
 * in the resource reference), or generate a secret's value again. For resource types that hold
 * data, have an address, or would repeat an action.
 */
const decisive: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::ApiKey': ['GenerateDistinctId', 'Name', 'Value'],
  'AWS::ApiGateway::BasePathMapping': ['BasePath', 'DomainName'],
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::ApiGateway::UsagePlan': [],
  'AWS::ApiGateway::UsagePlanKey': ['KeyId', 'KeyType', 'UsagePlanId'],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::Lambda::EventSourceMapping': [
    'EventSourceArn',
    'StartingPosition',
    'StartingPositionTimestamp',
  ],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'ObjectLockEnabled'],
  'AWS::SES::ConfigurationSet': ['Name'],
  'AWS::SES::EmailIdentity': ['EmailIdentity'],
  'AWS::SNS::Topic': ['FifoTopic', 'TopicName'],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
  'AWS::SecretsManager::RotationSchedule': ['SecretId'],
  'AWS::SecretsManager::Secret': ['GenerateSecretString', 'Name', 'SecretString'],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 'StateMachineType'],
  'AWS::WAFv2::WebACL': ['Name', 'Scope'],
};

/** The parts of a stack that an update must not change, by logical id: the type, and the properties that cause a replacement. */
export function lastingResources(resources: Resources): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
      const names = decisive[Type];
      if (names === undefined) return [];
      const set = names.flatMap((name) => (name in Properties ? [[name, Properties[name]]] : []));
      return [[id, { Type, ...Object.fromEntries(set) }]];
    }),
  );
}

/** The parts of the example that must exist after an update. test/golden/README.md explains when to record them. */
export function lastingParts() {
  const { data, domain, service } = synthesizeEach(routes, exampleOfProd);
  return {
    data: lastingResources(data),
    domain: lastingResources(domain),
    service: lastingResources(service),
    exportsOfData: synthesizedStacks(routes, exampleOfProd).data.exports.toSorted(),
  };
}

/** The fixed names of resources in the account: two of one type with the same name can't exist at the same time. */
export function fixedNames(resources: Resources): readonly string[] {
  return Object.values(resources).flatMap((resource) => {
    const name = fixedName(resource);
    return name === undefined ? [] : [`${resource.Type} ${name}`];
  });
}

function fixedName({ Type, Properties }: Resource): string | undefined {
  const kind = Type.split('::').at(-1);
  const name: unknown = Properties?.[`${kind}Name`] ?? Properties?.Name;
  return typeof name === 'string' ? name : undefined;
}
