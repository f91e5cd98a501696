import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** Function ARNs in one policy: at most 120 characters each; a policy can have 6144. */
const functionsPerPolicy = 45;

/**
 * The role with which API Gateway invokes exactly these functions. It replaces a permission on each function, which
 * would be one more resource for each route.
 */
export class InvokerRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, functionArns: readonly string[]) {
    super(scope, 'Invoker');
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    });
    for (let start = 0; start < functionArns.length; start += functionsPerPolicy) {
      new ManagedPolicy(this, `Policy${start / functionsPerPolicy}`, {
        roles: [this.role],
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: functionArns.slice(start, start + functionsPerPolicy),
          }),
        ],
      });
    }
  }
}
