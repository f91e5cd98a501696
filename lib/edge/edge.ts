import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { LogsStack } from '../logs-stack.ts';
import { monthlyBudget } from './budget.ts';
import { CustomDomain } from './custom-domain.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { WebAcl } from './web-acl.ts';

interface EdgeProps {
  readonly stage: string;
  readonly logs: LogsStack;
  readonly api: SpecRestApi;
  readonly settings: EdgeSettings;
}

/** What stands between callers and the stage, as far as the settings have it. */
export function edge(scope: Construct, { stage, logs, api, settings }: EdgeProps): void {
  const { domain, webAcl, budget } = settings;
  if (domain) new CustomDomain(scope, api, domain);
  if (webAcl !== undefined) {
    const association = new CfnWebACLAssociation(scope, 'WebAclAssociation', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: webAcl === 'own' ? new WebAcl(scope, stage, logs).arn : webAcl,
    });
    // The ARN is spelled out by the CDK, and names no resource that CloudFormation would wait for.
    association.node.addDependency(api.deploymentStage);
  }
  if (budget) monthlyBudget(scope, budget);
}
