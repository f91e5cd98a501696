import { CfnOutput } from 'aws-cdk-lib';
import { Dashboard, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { registryDashboard } from './dashboards/registry-dashboard.ts';
import { reviewsDashboard } from './dashboards/reviews-dashboard.ts';
import { type ServiceDashboardProps, serviceDashboard } from './dashboards/service-dashboard.ts';

const contents = {
  Service: 'whether the service works',
  Registry: 'what the registry does',
  Reviews: 'what waits for reviewers',
} as const;

/** Three CloudWatch dashboards; an account has three for free. */
export class Dashboards extends Construct {
  constructor(scope: Construct, props: ServiceDashboardProps) {
    super(scope, 'Dashboards');
    this.page(scope, 'Service', `registry-${props.stage}-service`, serviceDashboard(props));
    this.page(
      scope,
      'Registry',
      `registry-${props.stage}-registry`,
      registryDashboard(props.stage),
    );
    this.page(scope, 'Reviews', `registry-${props.stage}-reviews`, reviewsDashboard(props.stage));
  }

  private page(
    scope: Construct,
    id: keyof typeof contents,
    dashboardName: string,
    widgets: readonly (readonly IWidget[])[],
  ): void {
    new Dashboard(this, id, { dashboardName, widgets: widgets.map((row) => [...row]) });
    // In the stack's scope, so that the outputs have these names.
    new CfnOutput(scope, `${id}Dashboard`, {
      value: dashboardName,
      description: `Dashboard in CloudWatch: ${contents[id]}`,
    });
  }
}
