import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { WorkflowName } from '../shared/kernel/domain/outbox-queue.ts';
import { taskNeeds } from '../shared/service/routes/background.ts';
import { readWorkflow } from './bundle/workflow-file.ts';
import { documentSigningStatements } from './document-signing.ts';
import { accessStatements } from './function-access.ts';
import { type FunctionSettings, inSandbox, ServiceFunction } from './service-function.ts';

export interface WorkflowProps {
  readonly name: WorkflowName;
  readonly settings: FunctionSettings;
  readonly documentsBucket: string;
  /** The service's address, which documents link to. */
  readonly baseUrl: string;
}

/** The name in the account of a workflow's state machine. */
export function machineName(stage: string, name: WorkflowName): string {
  return `registry-${stage}-${name}`;
}

/** A state machine from its file, with a function of its own for each task. */
export class Workflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, props: WorkflowProps) {
    const { name, settings, documentsBucket, baseUrl } = props;
    super(scope, `workflow-${name}`);
    const { text, tasks } = readWorkflow(name);
    const functionArns = Object.entries(tasks).map(([task, entry]): [string, string] => {
      const needs = taskNeeds[entry];
      if (needs === undefined) throw new Error(`${entry} declares nothing in background.ts`);
      const issues = needs.documents !== undefined;
      const { function: taskFunction } = new ServiceFunction(this, {
        entry,
        description: `The task ${task} of ${name}`,
        settings,
        statements: [
          ...accessStatements(needs, settings.arns, ...inSandbox(entry, settings)),
          ...(issues ? documentSigningStatements(this, settings.issuerFacts) : []),
        ],
        environment: issues
          ? { DOCUMENTS_BUCKET: documentsBucket, BASE_URL: baseUrl, ...settings.issuerFacts }
          : {},
        typesets: issues,
        // Below the state's own timeout.
        timeout: Duration.seconds(issues ? 50 : 20),
      });
      return [task, taskFunction.functionArn];
    });

    const logGroup = settings.logs.ofWorkflow(this, name);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        workflow: new PolicyDocument({
          statements: [
            allow(
              ['lambda:InvokeFunction'],
              functionArns.map(([, arn]) => arn),
            ),
            allow(logDelivery, ['*']),
          ],
        }),
      },
    });
    this.stateMachine = new StateMachine(this, 'Machine', {
      stateMachineName: machineName(settings.stage, name),
      // The files use AWS's own partition, as the local engine needs it; GovCloud has another.
      definitionBody: DefinitionBody.fromString(
        text.replaceAll('arn:aws:states:::lambda:invoke', `\${LambdaInvoke}`),
      ),
      definitionSubstitutions: {
        ...Object.fromEntries(functionArns),
        LambdaInvoke: `arn:${Aws.PARTITION}:states:::lambda:invoke`,
      },
      // Every step without its data: ids and failures are in the functions' own logs.
      logs: { destination: logGroup, level: LogLevel.ALL, includeExecutionData: false },
      // The policy above is complete.
      role: role.withoutPolicyUpdates(),
    });
    Validations.of(this.stateMachine).acknowledge({
      id: 'AwsSolutions-SF2',
      reason:
        'Its log has every step with its times; a trace would show one box for each function.',
    });
  }
}

const logDelivery = [
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
];

function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [...resources] });
}
