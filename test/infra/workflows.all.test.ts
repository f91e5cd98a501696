import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../lib/bundle/workflow-file.ts';
import { type WorkflowName, workflowNames } from '../../shared/kernel/domain/outbox-queue.ts';
import {
  alarmsOf,
  allowed,
  entryOf,
  functionOf,
  logGroupNamed,
  ofType,
  synthesize,
} from '../support/synthesized.ts';

const stacks = synthesize([], { mailFrom: 'registry@example.com', reviewers: 'a@x.example' });
const { logs, service } = stacks;
const machines = Object.entries(ofType(service, 'AWS::StepFunctions::StateMachine'));

function machineOf(name: WorkflowName) {
  const found = machines.find(
    ([, { Properties }]) => Properties.StateMachineName === `registry-dev-${name}`,
  );
  if (!found) throw new Error(`no state machine ${name}`);
  return { id: found[0], ...found[1].Properties };
}

describe.each(workflowNames)('%s', (name) => {
  const { text, tasks } = readWorkflow(name);
  const machine = machineOf(name);

  it('runs its own definition file, with the function of each task', () => {
    expect(machine.DefinitionString).toBe(
      text.replaceAll('arn:aws:states:::lambda:invoke', `\${LambdaInvoke}`),
    );
    const { LambdaInvoke, ...functions } = machine.DefinitionSubstitutions;
    expect(LambdaInvoke).toEqual({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':states:::lambda:invoke']],
    });
    const substituted = Object.entries<{ 'Fn::GetAtt': [string] }>(functions).map(
      ([
        task,
        {
          'Fn::GetAtt': [id],
        },
      ]) => [task, entryOf(service, id)],
    );
    expect(Object.fromEntries(substituted)).toEqual(tasks);
  });

  it('may invoke only these functions, and log', () => {
    const role = service[machine.RoleArn['Fn::GetAtt'][0]];
    const invoked = allowed(role).filter(({ action }) => action === 'lambda:InvokeFunction');
    const arns = Object.values(tasks).map((entry) => `<${functionOf(service, entry)[0]}>`);
    expect(invoked.map(({ resource }) => resource).toSorted()).toEqual(arns.toSorted());
    const others = allowed(role).filter(({ action }) => !/^(lambda|logs):/.test(action));
    expect(others).toEqual([]);
  });

  it('is logged step by step, without execution data', () => {
    expect(machine).not.toHaveProperty('TracingConfiguration');
    const { Destinations, ...logging } = machine.LoggingConfiguration;
    expect(logging).toEqual({ Level: 'ALL', IncludeExecutionData: false });
    const { LogGroupArn } = Destinations[0].CloudWatchLogsLogGroup;
    const [, group = ''] = /:log-group:([^:]+):\*"/.exec(JSON.stringify(LogGroupArn)) ?? [];
    expect(logGroupNamed(logs, group)?.Properties.RetentionInDays).toBe(30);
  });

  it('gives each function less time than its state', () => {
    for (const [task, entry] of Object.entries(tasks)) {
      const [, { Properties }] = functionOf(service, entry);
      const limits = text
        .split('"Type": "Task"')
        .slice(1)
        .filter((state) => state.includes(`"\${${task}}"`))
        .map((state) => Number(/"TimeoutSeconds": (\d+)/.exec(state)?.[1]));
      expect(limits).not.toEqual([]);
      for (const limit of limits) expect(Properties.Timeout).toBeLessThan(limit);
    }
  });
});

/** The end of the ARN in a metric's dimension. */
function arnOf({ Metric }: { Metric: { Dimensions: [{ Value: unknown }] } }): string {
  return /:stateMachine:[\w-]+/.exec(JSON.stringify(Metric.Dimensions[0].Value))?.[0] ?? '';
}

it.each(workflowNames)(
  'an alarm counts every execution of %s that fails, times out or is aborted',
  (name) => {
    const alarm = alarmsOf(stacks).find(
      ({ Properties }) => Properties.AlarmName === `registry-dev-stuck-workflow-${name}`,
    );
    const counted = (alarm?.Properties.Metrics ?? []).flatMap(
      ({
        MetricStat,
      }: {
        MetricStat?: { Metric: { MetricName: string; Dimensions: [{ Value: unknown }] } };
      }) => (MetricStat ? [`${arnOf(MetricStat)} ${MetricStat.Metric.MetricName}`] : []),
    );
    const id = `:stateMachine:registry-dev-${name}`;
    expect(service[machineOf(name).id]?.Properties.StateMachineName).toBe(`registry-dev-${name}`);
    expect(counted.toSorted()).toEqual([
      `${id} ExecutionsAborted`,
      `${id} ExecutionsFailed`,
      `${id} ExecutionsTimedOut`,
    ]);
  },
);

it('the function that starts workflows knows their ARNs', () => {
  const { Environment } = functionOf(service, 'functions/outbox/start-workflows.ts')[1].Properties;
  expect(Environment.Variables).toMatchObject({
    MIGRATION_ARN: { Ref: machineOf('migration').id },
    REVIEW_DISPATCH_ARN: { Ref: machineOf('review-dispatch').id },
    REVIEW_DECISION_ARN: { Ref: machineOf('review-decision').id },
    CERTIFICATE_ISSUANCE_ARN: { Ref: machineOf('certificate-issuance').id },
  });
});

it('the function that sends emails knows the sender and the reviewers', () => {
  const { Variables } = functionOf(service, 'functions/outbox/send-mail.ts')[1].Properties
    .Environment;
  const { MAIL_CONFIGURATION_SET: settings, ...told } = Variables;
  expect(told).toMatchObject({
    MAIL_FROM: 'registry@example.com',
    REVIEWERS: 'a@x.example',
  });
  expect(service[settings.Ref]?.Properties).toMatchObject({
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
    SuppressionOptions: { SuppressedReasons: [] },
  });
});

it('the sender has the configured name', () => {
  const { service: named } = synthesize([], { mailFromName: 'The Registry' });
  const { Variables } = functionOf(named, 'functions/outbox/send-mail.ts')[1].Properties
    .Environment;
  expect(Variables).toMatchObject({ MAIL_FROM_NAME: 'The Registry' });
  const { Environment } = functionOf(service, 'functions/outbox/send-mail.ts')[1].Properties;
  expect(Environment.Variables).not.toHaveProperty('MAIL_FROM_NAME');
  expect(() => synthesize([], { mailFromName: ' ' })).toThrow('mailFromName:');
});

it('an invalid sender or reviewer address is refused', () => {
  expect(() => synthesize([], { mailFrom: 'registry.example.com' })).toThrow('mailFrom:');
  expect(() => synthesize([], { reviewers: 'a@x.example, b@x.example' })).toThrow('reviewers:');
});
