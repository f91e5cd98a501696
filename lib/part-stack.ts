import { CfnOutput, Lazy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { startPageOf } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import type { PartOfRoutes } from './api-parts.ts';
import type { DataStack } from './data-stack.ts';
import { edge } from './edge/edge.ts';
import type { EdgeSettings } from './edge/edge-settings.ts';
import type { LogsStack } from './logs-stack.ts';
import { RegistryApi } from './registry-api.ts';
import { routeFunctions } from './route-functions.ts';
import { deployedNameOf } from './service-function.ts';
import { authorizerEntry, type ServiceStack } from './service-stack.ts';

export interface PartStackProps extends StackProps {
  readonly stage: string;
  readonly of: PartOfRoutes;
  /** All rows of the service. */
  readonly routes: readonly Route[];
  readonly data: DataStack;
  readonly logs: LogsStack;
  /** Deployed first: the domain, and the API that answers everything if there is no domain. */
  readonly service: ServiceStack;
  /** Stacks of other parts that are deployed first. */
  readonly before: readonly PartStack[];
  readonly edge: EdgeSettings;
  readonly isSandbox: boolean;
}

/** The functions of pages or of operators; with a domain also their API and its routing rule. */
export class PartStack extends Stack {
  /** Undefined if the API of the service stack answers for the part. */
  readonly api: SpecRestApi | undefined;

  constructor(scope: Construct, id: string, props: PartStackProps) {
    super(scope, id, props);
    const { stage, of, routes, data, logs, service, before } = props;
    const { part } = of;
    for (const stack of [data, logs, service, ...before]) this.addStackDependency(stack);
    const ownId = Lazy.string({ produce: () => this.api?.restApiId });
    const others = before.flatMap(({ api }) => (api ? [api.restApiId] : []));
    const functions = routeFunctions(
      this,
      of.functions,
      [service.api.restApiId, ...others, ...(props.edge.domain ? [ownId] : [])],
      service.functionProps,
    );
    functions.exportAddress(service.address);
    if (props.edge.domain && of.routes.length > 0) {
      const startPage = startPageOf(routes);
      const entries = [...of.routes, ...(startPage ? [startPage] : [])].map(({ entry }) => entry);
      this.api = new RegistryApi(this, {
        stage,
        logs,
        part,
        routes: of.routes,
        startPage,
        throttle: props.edge.throttle[part],
        networks: part === 'operators' ? props.edge.operatorNetworks : undefined,
        functionNames: new Map(entries.map((entry) => [entry, deployedNameOf(stage, entry)])),
        // Functions that read the API must know how it calls them.
        waitsFor: functions.finding,
        releases: [],
        authorizerEntry,
        apiLogRole: false,
        isSandbox: props.isSandbox,
        disableExecuteApiEndpoint: props.edge.disableExecuteApiEndpoint,
      }).api;
      edge(this, { stage, logs, api: this.api, of, settings: props.edge });
      new CfnOutput(this, 'ApiId', {
        value: this.api.restApiId,
        description: `The API of ${part}`,
      });
    }
    Validations.of(this).acknowledge(...reasons);
  }
}

const reasons = [
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'ListEventSourceMappings has no resources to name; a test allows the star for these actions only.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:event-source-mapping:*]',
    reason: 'Lambda chooses the ids of mappings; which functions they belong to is a condition.',
  },
];
