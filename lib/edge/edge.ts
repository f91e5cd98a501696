import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnBasePathMapping, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnRoutingRule } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { ApiPart, PartOfRoutes } from '../api-parts.ts';
import type { LogsStack } from '../logs-stack.ts';
import { monthlyBudget } from './budget.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { WebAcl } from './web-acl.ts';

interface EdgeProps {
  readonly stage: string;
  readonly logs: LogsStack;
  readonly api: SpecRestApi;
  readonly of: Pick<PartOfRoutes, 'part' | 'basePaths'>;
  readonly settings: EdgeSettings;
}

/**
 * The components between callers and an API's stage, according to the settings. The public API also gets the budget and
 * the remaining rules.
 */
export function edge(scope: Construct, { stage, logs, api, of, settings }: EdgeProps): void {
  const { domain, webAcl, budget } = settings;
  const { part } = of;
  if (domain) routingRule(scope, api, domain.name, of);
  if (domain && part === 'public') {
    // For paths without a rule, in the first minutes of a deployment before all rules exist.
    new CfnBasePathMapping(scope, 'Mapping', {
      domainName: domain.name,
      restApiId: api.restApiId,
      stage: api.deploymentStage.stageName,
    });
  }
  if (webAcl !== undefined) {
    const association = new CfnWebACLAssociation(scope, 'WebAclAssociation', {
      resourceArn: api.deploymentStage.stageArn,
      // One for each API. Stacks could not delete a shared ACL while another uses it, and reading many pages must not
      // use up an address's calls as an integrator.
      webAclArn: webAcl === 'own' ? new WebAcl(scope, nameOf(stage, part), logs).arn : webAcl,
    });
    // The CDK writes out the ARN, so CloudFormation sees no resource to wait for.
    association.node.addDependency(api.deploymentStage);
  }
  if (budget && part === 'public') monthlyBudget(scope, budget);
}

/** The priorities of rules, with gaps. The first match decides, and the rule of pages matches everything. */
const priorities: Readonly<Record<ApiPart, number>> = { operators: 10, public: 20, pages: 1_000 };

/**
 * Routes the part's paths to its API, with the whole path. Uses the domain's name, because its resource is in another
 * stack.
 */
function routingRule(
  scope: Construct,
  api: SpecRestApi,
  domainName: string,
  { part, basePaths }: EdgeProps['of'],
): CfnRoutingRule {
  return new CfnRoutingRule(scope, 'RoutingRule', {
    domainNameArn: Stack.of(scope).formatArn({
      service: 'apigateway',
      account: '',
      resource: '/domainnames',
      resourceName: domainName,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
    priority: priorities[part],
    conditions: basePaths.length === 0 ? [] : [{ matchBasePaths: { anyOf: [...basePaths] } }],
    actions: [
      {
        invokeApi: {
          apiId: api.restApiId,
          stage: api.deploymentStage.stageName,
          stripBasePath: false,
        },
      },
    ],
  });
}

function nameOf(stage: string, part: ApiPart): string {
  return part === 'public' ? `registry-${stage}` : `registry-${stage}-${part}`;
}
