import { CfnOutput } from 'aws-cdk-lib';
import { Dashboard, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { registryDashboard } from './dashboards/registry-dashboard.ts';
import { type ServiceDashboardProps, serviceDashboard } from './dashboards/service-dashboard.ts';

/** Two pages in CloudWatch: whether the service works, and what the registry does. */
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
  }

  private page(
    scope: Construct,
    id: string,
    dashboardName: string,
    widgets: readonly (readonly IWidget[])[],
  ): void {
    new Dashboard(this, id, { dashboardName, widgets: widgets.map((row) => [...row]) });
    // In the stack's scope, so that the outputs have these names.
    new CfnOutput(scope, `${id}Dashboard`, {
      value: dashboardName,
      description: `Dashboard in CloudWatch: ${id === 'Service' ? 'whether the service works' : 'what the registry does'}`,
    });
  }
}
