import { Fn, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, type IDependable } from 'constructs';
import type { Throttle } from '../shared/access/domain/usage-plan.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { apiDefinition } from './api-definition.ts';
import type { ApiPart } from './api-parts.ts';
import { endpointConfiguration, tlsPolicy } from './edge/custom-domain.ts';
import { encryptionKey } from './encryption-key.ts';
import { InvokerRole } from './invoker-role.ts';
import { logKeeping } from './log-keeping.ts';
import type { LogsStack } from './logs-stack.ts';
import { aliasName, type Release } from './release/releases.ts';

export interface RegistryApiProps {
  readonly stage: string;
  readonly logs: LogsStack;
  /** The part it serves; `public` can also answer everything. */
  readonly part: ApiPart;
  readonly routes: readonly Route[];
  /** The row whose function answers unknown paths. */
  readonly startPage: Route | undefined;
  /** The stage's limits. */
  readonly throttle: Throttle;
  /** The only networks that may call the API; undefined: all. */
  readonly networks?: readonly string[] | undefined;
  /** The account name of every function that the API invokes, by entry, including the authorizer. */
  readonly functionNames: ReadonlyMap<string, string>;
  /** Resources that must be updated before the stage uses the definition. */
  readonly waitsFor: readonly IDependable[];
  /** Functions that are called through an alias. */
  readonly releases: readonly Release[];
  readonly authorizerEntry: string;
  /** Whether the stack sets the account's role for API Gateway's logs; an account has only one. */
  readonly apiLogRole: boolean;
  /** Whether the API's own answers carry the sandbox mark. */
  readonly isSandbox: boolean;
  /** Whether the API Gateway address is disabled, because there is another. */
  readonly disableExecuteApiEndpoint: boolean;
}

/**
 * One line per request with ids and outcomes, without headers, body, address or query. The latency is a number so that
 * CloudWatch can measure it.
 */
const accessLog = {
  requestId: '$context.requestId',
  traceId: '$context.xrayTraceId',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  caller: '$context.authorizer.principalId',
  gatewayKeyId: '$context.identity.apiKeyId',
  gatewayAnswer: '$context.error.responseType',
  latencyMs: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
};
const accessLogFormat = JSON.stringify(accessLog).replace(
  '"$context.responseLatency"',
  '$context.responseLatency',
);

/** Ids in the templates. Don't change that of the public API: its id in API Gateway depends on it. */
const ids: Readonly<Record<ApiPart, string>> = {
  public: 'Api',
  pages: 'PagesApi',
  operators: 'OperatorsApi',
};

const descriptions: Readonly<Record<ApiPart, string>> = {
  public: 'For integrators, and for all where the stage has no domain',
  pages: 'For residents, reviewers and visitors',
  operators: 'For operators',
};

/**
 * API Gateway in front of the functions: one definition, one stage, one role that invokes.
 *
 * All APIs of a stage have one name, so CloudWatch adds up their calls and errors, and alarms and graphs cover the
 * service. The access log tells them apart by route.
 */
export class RegistryApi extends Construct {
  readonly api: SpecRestApi;

  constructor(scope: Construct, props: RegistryApiProps) {
    const { stage, logs, part, routes, functionNames, releases, authorizerEntry, apiLogRole } =
      props;
    super(scope, ids[part]);

    const aliases = new Map(
      releases.map(({ entry }) => [entry, `${functionNames.get(entry)}:${aliasName}`]),
    );
    // As one string each: three hundred of them are a large part of the template.
    const arn = (name: string) =>
      `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${name}`;
    // Both names of a function with an alias: roles change first, and the stage calls the name of its last deployment
    // until the new one is complete.
    const invoker = new InvokerRole(
      this,
      [...functionNames.values(), ...aliases.values()].map((name) => Fn.sub(arn(name))),
    );
    const definition = apiDefinition({
      title: `registry-${stage}`,
      description: descriptions[part],
      routes,
      startPage: props.startPage,
      networks: props.networks,
      isSandbox: props.isSandbox,
      authorizerEntry,
      invokerRole: invoker.role.roleArn,
      invocationUri: (entry) => {
        const target = aliases.get(entry) ?? functionNames.get(entry);
        if (!target) throw new Error(`no function is deployed for ${entry}`);
        return Fn.sub(
          `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${arn(target)}/invocations`,
        );
      },
    });

    this.api = new SpecRestApi(this, 'RestApi', {
      restApiName: `registry-${stage}`,
      apiDefinition: ApiDefinition.fromInline(definition),
      endpointTypes: [EndpointType.REGIONAL],
      disableExecuteApiEndpoint: props.disableExecuteApiEndpoint,
      // Without it, a stage with logs is refused in an account that never had an API.
      cloudWatchRole: apiLogRole,
      // The deployment fails if API Gateway does not understand part of the definition, instead of ignoring it.
      failOnWarnings: true,
      deployOptions: {
        stageName: stage,
        // A trace would hold whole URLs, including secret links.
        tracingEnabled: false,
        // Metrics of each method would cost up to 255 USD a month. Those of the API are free, and the access log has
        // the routes.
        metricsEnabled: false,
        throttlingRateLimit: props.throttle.rateLimit,
        throttlingBurstLimit: props.throttle.burstLimit,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false, // It would write bodies and credentials to the log.
        accessLogFormat: AccessLogFormat.custom(accessLogFormat),
        accessLogDestination: new LogGroupLogDestination(
          LogGroup.fromLogGroupName(this, 'Calls', logs.calls),
        ),
      },
    });
    // Also applies to the custom domain: API Gateway negotiates with the policy of the API that a name leads to.
    const { defaultChild } = this.api.node;
    if (defaultChild instanceof CfnRestApi) {
      Object.assign(defaultChild, { ...tlsPolicy, endpointConfiguration });
    }
    // API Gateway would create it itself and never expire it. Its name has the API's id, which the next API doesn't
    // have, so a group that a deleted stack leaves behind does no harm.
    const executionLogs = new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${this.api.restApiId}/${stage}`,
      ...logKeeping(stage, encryptionKey(this, logs.keyArn)),
    });
    this.api.deploymentStage.node.addDependency(
      invoker,
      executionLogs,
      // The API changes only after the functions it invokes exist and were tried.
      ...releases.map(({ alias }) => alias),
      ...props.waitsFor,
    );
    this.api.node.tryRemoveChild('Endpoint'); // Its name is generated; the stack has its own.

    Validations.of(this.api).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Functions validate requests with the schemas of the route table, which also know the exact answers.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'A web ACL is a choice of the account that runs the service, by the context `webAcl`.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason:
          "API Gateway's access to CloudWatch Logs is the account's, by the policy AWS keeps for it.",
      },
    );
  }
}
