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
  /** Whose API it is; `public` is also the one that answers everything. */
  readonly part: ApiPart;
  readonly routes: readonly Route[];
  /** The row whose function answers where there is nothing. */
  readonly startPage: Route | undefined;
  /** The stage's limits. */
  readonly throttle: Throttle;
  /** The only networks that may call it; undefined: all may. */
  readonly networks?: readonly string[] | undefined;
  /** The name in the account of every function that the API invokes, by entry; the authorizer's too. */
  readonly functionNames: ReadonlyMap<string, string>;
  /** Resources that must be as new as the definition before the stage uses it. */
  readonly waitsFor: readonly IDependable[];
  /** Functions that are called by an alias. */
  readonly releases: readonly Release[];
  readonly authorizerEntry: string;
  /** Whether the stack gives the account the role under which API Gateway writes logs: an account has one. */
  readonly apiLogRole: boolean;
  /** Whether its own answers say that this is a sandbox. */
  readonly isSandbox: boolean;
  /** Whether its own address answers nobody: there is another one. */
  readonly disableExecuteApiEndpoint: boolean;
}

/**
 * One line per request: ids and outcomes. No header, body, address or query. The latency is a number, by
 * which CloudWatch measures.
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

/** Ids in the templates. That of the public API is as old as the service: its id in API Gateway depends on it. */
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
 * All APIs of a stage have one name, so that CloudWatch adds up their calls and errors: alarms and graphs are of the service. The
 * access log tells them apart by route.
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
    // In one text each: three hundred of them are a large part of the template.
    const arn = (name: string) =>
      `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${name}`;
    // Both names of a function that has an alias: the stage calls the one of its last deployment until the next
    // one is through, and roles change before that.
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
      // Without it, an account that never had an API refuses a stage with logs.
      cloudWatchRole: apiLogRole,
      // What API Gateway does not understand of the definition fails the deployment, and is not left out.
      failOnWarnings: true,
      deployOptions: {
        stageName: stage,
        // A trace would hold whole URLs, and with them links that are secrets.
        tracingEnabled: false,
        // Metrics of each method would cost up to 255 USD a month; those of the API come without, and the
        // access log has the routes.
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
    // It decides for the custom domain as well: API Gateway negotiates with the policy of the API that a name leads to.
    const { defaultChild } = this.api.node;
    if (defaultChild instanceof CfnRestApi) {
      Object.assign(defaultChild, { ...tlsPolicy, endpointConfiguration });
    }
    // API Gateway would create it by itself, with lines that are kept permanently. Its name has the API's id, which the next API
    // doesn't have, so a group that a deleted stack leaves behind does no harm.
    const executionLogs = new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${this.api.restApiId}/${stage}`,
      ...logKeeping(stage, encryptionKey(this, logs.keyArn)),
    });
    this.api.deploymentStage.node.addDependency(
      invoker,
      executionLogs,
      // The invoked functions exist and were tried before the API invokes them; otherwise the API does not change.
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
