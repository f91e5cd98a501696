import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Domain } from './hosted-zone.ts';

/** What a synthesized deployment needs from its account. */
export interface Deployment {
  readonly stage: string;
  readonly functions: number;
  /** Names of functions that reserve executions. */
  readonly reserving: readonly string[];
  /** Concurrent executions that functions reserve for themselves. */
  readonly reserved: number;
  /** Sender of emails. */
  readonly mailFrom: string;
  /** Whether the stacks create the sender's SES identity. */
  readonly makesIdentity: boolean;
  /** The zone of the stage's name; absent if it creates no records. */
  readonly domain?: Domain;
  /** Whether the service stack creates a certificate and waits for it. */
  readonly makesCertificate: boolean;
  /** The definition of each API, as CloudFormation gets it, and its paths. */
  readonly apis: readonly { readonly body: unknown; readonly paths: readonly string[] }[];
  /** Requests a second that all their stages together accept. */
  readonly requestsPerSecond: number;
  /** Names of the alarm topics. */
  readonly topics: readonly string[];
  /** Whether the service stack sets the account's role for API Gateway's logs. */
  readonly makesLogRole: boolean;
  /** The table that replaces the stage's own, and the properties that it needs. Absent: the stage's own is in use. */
  readonly restoredTable?: RestoredTable;
  /** The bucket that replaces the stage's own. */
  readonly restoredDocuments?: string;
  /** The settings that the next deployment will be compared with. */
  readonly settings: StoredSettings;
  /** The minimum version of the CDK's bootstrap stack, and the parameter with the installed version. */
  readonly bootstrap: { readonly version: number; readonly parameter: string };
}

/** The settings of a deployment, and the SSM parameter that stores them. */
interface StoredSettings {
  readonly parameter: string;
  readonly values: Settings;
}

/** By name, as texts or JSON. */
export const Settings = z.record(z.string(), z.unknown());
export type Settings = Readonly<Record<string, unknown>>;

/** A restored table, and what the template says about the table that it replaces. */
export interface RestoredTable {
  readonly name: string;
  readonly streams: readonly string[];
  /** Sorted attribute names: keys of the table and of its indexes. */
  readonly keys: readonly string[];
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  readonly timeToLive: string;
  readonly streamView: string;
}

const KeySchema = z.array(z.looseObject({ AttributeName: z.string() }));
const TableProperties = z.looseObject({
  KeySchema,
  GlobalSecondaryIndexes: z.array(z.looseObject({ IndexName: z.string(), KeySchema })),
  StreamSpecification: z.looseObject({ StreamViewType: z.string() }),
  TimeToLiveSpecification: z.looseObject({ AttributeName: z.string() }),
});

const Stage = z.looseObject({
  MethodSettings: z.array(z.looseObject({ ThrottlingRateLimit: z.number() })),
});

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      properties: z.optional(
        z.looseObject({
          templateFile: z.optional(z.string()),
          requiresBootstrapStackVersion: z.optional(z.number()),
          bootstrapStackVersionSsmParameter: z.optional(z.string()),
        }),
      ),
    }),
  ),
});
const Template = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.optional(
        z.looseObject({
          ReservedConcurrentExecutions: z.optional(z.unknown()),
          Environment: z.optional(
            z.looseObject({ Variables: z.optional(z.record(z.string(), z.unknown())) }),
          ),
        }),
      ),
    }),
  ),
});

/** Reads what `npm run synth` wrote into `directory`. Throws if it is missing or invalid. */
export function readDeployment(directory: string): Deployment {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const artifacts = Object.values(Manifest.parse(read('manifest.json')).artifacts);
  const properties = artifacts.flatMap(({ properties: own }) => (own === undefined ? [] : [own]));
  const resources = properties.flatMap(({ templateFile }) =>
    templateFile === undefined ? [] : Object.values(Template.parse(read(templateFile)).Resources),
  );
  const functions = resources.filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const reserving = functions.filter(
    ({ Properties }) => Properties?.ReservedConcurrentExecutions !== undefined,
  );
  const settings = settingsOf(resources);
  const propertiesOf = (type: string) =>
    resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const logged = (name: string) =>
    functions
      .map(({ Properties }) => Properties?.Environment?.Variables?.[name])
      .find((value) => typeof value === 'string');
  const stage = logged('STAGE');
  const mailFrom = logged('MAIL_FROM');
  if (stage === undefined || mailFrom === undefined) {
    throw new Error(`the templates in ${directory} are not those of this service`);
  }
  const restoredDocuments = logged('DOCUMENTS_BUCKET');
  const has = (type: string) => resources.some(({ Type }) => Type === type);
  return {
    stage,
    mailFrom,
    functions: functions.length,
    reserved: reserving
      .map(({ Properties }) => Number(Properties?.ReservedConcurrentExecutions))
      .reduce((sum, each) => sum + each, 0),
    reserving: reserving.map(({ Properties }) => String(Properties?.['FunctionName'])),
    settings,
    ...domainOf(settings.values),
    makesCertificate: has('AWS::CertificateManager::Certificate'),
    apis: propertiesOf('AWS::ApiGateway::RestApi').map((api) => ({
      body: api?.['Body'],
      paths: Object.keys(Object(Object(api?.['Body']).paths)),
    })),
    requestsPerSecond: propertiesOf('AWS::ApiGateway::Stage')
      .flatMap((each) => Stage.parse(each).MethodSettings)
      .reduce((sum, { ThrottlingRateLimit }) => sum + ThrottlingRateLimit, 0),
    topics: resources.flatMap(({ Type, Properties }) =>
      Type === 'AWS::SNS::Topic' && /-alarms-\w+$/.test(String(Properties?.['TopicName']))
        ? [String(Properties?.['TopicName'])]
        : [],
    ),
    ...restoredTableOf(resources, logged('TABLE_NAME')),
    ...(restoredDocuments !== undefined && { restoredDocuments }),
    makesIdentity: has('AWS::SES::EmailIdentity'),
    makesLogRole: has('AWS::ApiGateway::Account'),
    bootstrap: {
      version: Math.max(
        ...properties.map(({ requiresBootstrapStackVersion = 0 }) => requiresBootstrapStackVersion),
      ),
      parameter:
        properties.find((each) => each.bootstrapStackVersionSsmParameter)
          ?.bootstrapStackVersionSsmParameter ?? '/cdk-bootstrap/hnb659fds/version',
    },
  };
}

function domainOf(settings: Settings): { readonly domain?: Domain } {
  const { hostedZoneId: zoneId, hostedZoneName: zoneName } = settings;
  if (typeof zoneId !== 'string' || typeof zoneName !== 'string') return {};
  return { domain: { zoneId, zoneName } };
}

type Resource = z.output<typeof Template>['Resources'][string];

const Parameter = z.looseObject({ Name: z.string(), Value: z.string() });

function settingsOf(resources: readonly Resource[]): StoredSettings {
  for (const { Type, Properties } of resources) {
    if (Type !== 'AWS::SSM::Parameter') continue;
    const { Name, Value } = Parameter.parse(Properties);
    if (Name.endsWith('/settings')) {
      return { parameter: Name, values: Settings.parse(JSON.parse(Value)) };
    }
  }
  throw new Error('the templates have no settings: they are of another version');
}

/** A literal name in the template does not belong to a table of the stack. */
function restoredTableOf(
  resources: readonly Resource[],
  name: string | undefined,
): { readonly restoredTable?: RestoredTable } {
  const own = resources.find(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
  if (name === undefined || own === undefined) return {};
  const requested = TableProperties.parse(own.Properties);
  const names = (keys: z.output<typeof KeySchema>) => keys.map((key) => key.AttributeName);
  const streams = resources
    .map(({ Properties }) => Properties?.['EventSourceArn'])
    .filter((arn) => typeof arn === 'string' && arn.includes(`:table/${name}/stream/`));
  return {
    restoredTable: {
      name,
      streams: [...new Set(streams.map(String))],
      keys: names(requested.KeySchema),
      indexes: Object.fromEntries(
        requested.GlobalSecondaryIndexes.map((index) => [index.IndexName, names(index.KeySchema)]),
      ),
      timeToLive: requested.TimeToLiveSpecification.AttributeName,
      streamView: requested.StreamSpecification.StreamViewType,
    },
  };
}
