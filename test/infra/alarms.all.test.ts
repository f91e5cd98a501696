import { globSync, readFileSync } from 'node:fs';
import { runSimulation } from '@cloud-copilot/iam-simulate';
import { describe, expect, it } from 'vitest';
import { routeClasses } from '../../lib/alarms/api-alarms.ts';
import { articles } from '../../lib/alarms/articles.ts';
import { deadLetterQueues, outboxQueues } from '../../shared/kernel/domain/outbox-queue.ts';
import { heartbeatPartition } from '../../shared/platform/domain/heartbeat.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  alarmsOf,
  entryNamed,
  entryOf,
  ofType,
  only,
  type Resource,
  synthesize,
} from '../support/synthesized.ts';

// With every setting that adds an alarm.
const stacks = synthesize(routes, {
  canary: 'true',
  probe: 'true',
  malwareScan: 'true',
  baseUrl: 'https://registry.example',
  backupCopyRegion: 'eu-central-1',
});
const { data, service, monitoring } = stacks;
const alarms = alarmsOf(stacks);
const account = '111122223333';
const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
};
/** A joined text, resolved as CloudFormation does in this Region. */
const inRegion = ({
  'Fn::Join': [, parts],
}: {
  'Fn::Join': [string, (string | { Ref: string })[]];
}) => parts.map((part) => (typeof part === 'string' ? part : pseudo[part.Ref])).join('');
const named = (name: string): Resource['Properties'] =>
  alarms.find(({ Properties }) => Properties.AlarmName === `registry-dev-${name}`)?.Properties;

describe('alarms', () => {
  it('each name who is affected and the urgency, notify operators and have a runbook page', () => {
    const pages = alarms.map(({ Properties }) => {
      const { AlarmName, AlarmDescription, AlarmActions, OKActions } = Properties;
      const [, act, page = '?'] =
        /^.+\. Act (now|today|this week)\. Runbook: docs\/runbook\/([a-z-]+)\.md$/.exec(
          AlarmDescription,
        ) ?? [];
      expect(`${AlarmName}-`).toContain(`registry-dev-${page}-`);
      expect(AlarmActions).toEqual(OKActions);
      // Only alarms that can't wait page the person on call.
      const topic = `:registry-dev-alarms-${act === 'now' ? 'page' : 'ticket'}`;
      expect(AlarmActions.map(inRegion), AlarmName).toEqual([
        `arn:aws:sns:eu-west-1:111122223333${topic}`,
      ]);
      return page;
    });
    expect([...new Set(pages)].toSorted()).toEqual(Object.keys(articles).toSorted());
  });

  it('page nobody for a problem that does not affect anyone yet', () => {
    const called = alarms.filter(({ Properties }) =>
      JSON.stringify(Properties.AlarmActions).includes('-alarms-page'),
    );
    expect(called.length).toBeGreaterThan(10);
    expect(called.length).toBeLessThan(alarms.length / 2);
    const idle = called.filter(({ Properties }) => /^Nobody/.test(Properties.AlarmDescription));
    expect(idle.map(({ Properties }) => Properties.AlarmName)).toEqual([]);
  });

  it('have runbook pages that name only log groups of existing functions', () => {
    const groups = Object.values(ofType(stacks.logs, 'AWS::Logs::LogGroup')).map(
      ({ Properties }) => Properties.LogGroupName,
    );
    const named = globSync('docs/{runbook,operators}/*.md').flatMap((page) =>
      Array.from(
        readFileSync(page, 'utf8').matchAll(
          /\/registry\/<stage>\/functions\/([a-z-]*[a-z])\b(?!-<)/g,
        ),
        ([, name]) => `/registry/dev/functions/${name}`,
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !groups.includes(name))).toEqual([]);
  });

  it('are not needed for a rule or mapping that the templates switch off: there is none', () => {
    const of = (type: string) =>
      Object.values(ofType(service, type)).map(({ Properties }) => Properties);
    expect(new Set(of('AWS::Events::Rule').map(({ State }) => State))).toEqual(
      new Set(['ENABLED']),
    );
    const mappings = of('AWS::Lambda::EventSourceMapping').map(({ Enabled = true }) => Enabled);
    expect(new Set(mappings)).toEqual(new Set([true]));
  });

  it('go off if the clock or the stream no longer starts a function', () => {
    const functions = ofType(service, 'AWS::Lambda::Function');
    const nameOf = (target: unknown) => {
      const [id] = /[A-Z]\w+/.exec(JSON.stringify(target)) ?? [];
      const found = Object.entries(functions).filter(([name]) => id?.startsWith(name));
      return found.map(([, { Properties }]) => Properties.FunctionName);
    };
    const started = Object.values(ofType(service, 'AWS::Events::Rule'))
      .filter(({ Properties }) => Properties.ScheduleExpression !== undefined)
      .flatMap(({ Properties }) =>
        Properties.Targets.flatMap(({ Arn }: { Arn: { 'Fn::GetAtt'?: string[]; Ref?: string } }) =>
          nameOf(Arn['Fn::GetAtt']?.[0] ?? Arn.Ref),
        ),
      );
    expect(started).toHaveLength(9);
    const ringing = alarms.filter(({ Properties }) => Properties.TreatMissingData === 'breaching');
    const watched = ringing.flatMap(({ Properties }) =>
      (Properties.Dimensions ?? []).map(({ Value }: { Value: string }) => Value),
    );
    expect(watched).toEqual(expect.arrayContaining(started));
    // The stream has two readers, and both measure the clock's writes.
    const readers = Object.values(ofType(service, 'AWS::Lambda::EventSourceMapping'))
      .filter(({ Properties }) => JSON.stringify(Properties.FilterCriteria ?? '').includes('pk'))
      .map(({ Properties }) => JSON.stringify(Properties.FilterCriteria));
    expect(readers).toHaveLength(2);
    for (const filters of readers) expect(filters).toContain(`"${heartbeatPartition}\\"`);
    expect(named('stream-stopped-outbox').TreatMissingData).toBe('breaching');
    expect(named('stream-stopped-evidence').TreatMissingData).toBe('breaching');
  });

  it("use at most ten metrics, which is CloudWatch's limit", () => {
    for (const { Properties } of alarms) {
      const metrics = (Properties.Metrics ?? []).filter(
        ({ MetricStat }: { MetricStat?: unknown }) => MetricStat !== undefined,
      );
      expect(metrics.length, Properties.AlarmName).toBeLessThanOrEqual(10);
    }
  });

  it('each have their own name', () => {
    const names = alarms.map(({ Properties }) => Properties.AlarmName);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(['page', 'ticket'])('the alarm topic: %s', (urgency) => {
  const topics = Object.entries(ofType(stacks.logs, 'AWS::SNS::Topic'));
  const [id = ''] =
    topics.find(
      ([, { Properties }]) => Properties.TopicName === `registry-dev-alarms-${urgency}`,
    ) ?? [];
  const [{ PolicyDocument }] = Object.values(ofType(stacks.logs, 'AWS::SNS::TopicPolicy')).flatMap(
    ({ Properties }) => (Properties.Topics[0].Ref === id ? [Properties] : []),
  ) as [Resource['Properties']];
  const topic = `arn:aws:sns:eu-west-1:${account}:alarms`;
  const policy = JSON.parse(
    JSON.stringify(PolicyDocument)
      .replaceAll(/\{"Fn::Join":\["",\[[^\]]*\]\]\}/g, (join) =>
        JSON.stringify(inRegion(JSON.parse(join))),
      )
      .replaceAll(/\{"Ref":"([^"]*)"\}/g, (_, name: string) =>
        JSON.stringify(pseudo[name] ?? topic),
      ),
  );

  const publish = async (context: Readonly<Record<string, string>>, service = 'cloudwatch') => {
    const result = await runSimulation(
      {
        request: {
          principal: `${service}.amazonaws.com`,
          action: 'sns:Publish',
          resource: { resource: topic, accountId: account },
          contextVariables: { 'aws:SecureTransport': 'true', ...context },
        },
        identityPolicies: [],
        serviceControlPolicies: [],
        resourceControlPolicies: [],
        resourcePolicy: policy,
      },
      {},
    );
    if (result.resultType === 'error') throw new Error(JSON.stringify(result.errors));
    return result.overallResult;
  };
  const alarm = (name: string, of = account) => ({
    'aws:SourceAccount': of,
    'aws:SourceArn': `arn:aws:cloudwatch:eu-west-1:${of}:alarm:${name}`,
  });

  it('accepts messages from every alarm of the stage', async () => {
    for (const { Properties } of alarms) {
      expect(await publish(alarm(Properties.AlarmName)), Properties.AlarmName).toBe('Allowed');
    }
  });

  it('refuses messages without TLS, or from another account, stage or service', async () => {
    const ours = alarm('registry-dev-api-errors');
    expect(await publish({ ...ours, 'aws:SecureTransport': 'false' })).toBe('ExplicitlyDenied');
    expect(await publish(alarm('registry-dev-api-errors', '999988887777'))).toBe(
      'ImplicitlyDenied',
    );
    expect(await publish(alarm('registry-other-api-errors'))).toBe('ImplicitlyDenied');
    expect(await publish(ours, 'events')).toBe('ImplicitlyDenied');
  });
});

describe('log lines that are counted', () => {
  const filters = Object.values(ofType(monitoring, 'AWS::Logs::MetricFilter'));
  const filterOf = (metric: string) =>
    filters.find(({ Properties }) => Properties.MetricTransformations[0].MetricName === metric)
      ?.Properties;

  const { Format } = only(service, 'AWS::ApiGateway::Stage').Properties.AccessLogSetting;
  /** The access log line that API Gateway writes for this call. */
  const line = (method: string, route: string, status = '200') =>
    JSON.parse(
      Format.replace('$context.httpMethod', method)
        .replace('$context.resourcePath', route)
        .replace('$context.status', status)
        .replace('$context.responseLatency', '12'),
    );

  it('include the latency as a number, which CloudWatch can measure', () => {
    expect(line('GET', '/').latencyMs).toBe(12);
  });

  it.each(routeClasses(routes))(
    'of $name have a latency alarm that ignores too few calls',
    ({ name }) => {
      const { FilterPattern, MetricTransformations } = filterOf(`Latency-${name}`);
      expect(FilterPattern).toMatch(/^\{ \(\$\.latencyMs = \*\) && .+ \}$/);
      expect(FilterPattern.length).toBeLessThanOrEqual(1024);
      expect(MetricTransformations[0].MetricValue).toBe('$.latencyMs');
      expect(named(`slow-answers-${name}`)).toMatchObject({
        ExtendedStatistic: 'p99',
        EvaluateLowSampleCountPercentile: 'ignore',
        EvaluationPeriods: 3,
      });
    },
  );

  it('assign every route except those of operators to exactly one class', () => {
    const placed = routes.map(({ method, path }) => {
      const classes = routeClasses(routes)
        .filter(({ lines }) => isLine(lines, line(method, path)))
        .map(({ name }) => name);
      return [path.startsWith('/admin/') ? 0 : 1, classes.length];
    });
    for (const [expected, found] of placed) expect(found).toBe(expected);
    const classOf = (method: string, path: string) =>
      routeClasses(routes).find(({ lines }) => isLine(lines, line(method, path)))?.name;
    expect([
      classOf('POST', '/api/v1/verify_rpn'),
      classOf('GET', '/api/v1/registries/legal_entities/search'),
      classOf('GET', '/api/v1/whoami'),
      classOf('PATCH', '/api/v1/residency_applications/{id}'),
      classOf('GET', '/portal'),
      classOf('GET', '/{proxy+}'),
      classOf('GET', '/admin/v1/people'),
    ]).toEqual(['lookups', 'lookups', 'reads', 'writes', 'pages', undefined, undefined]);
  });

  it('include every answer 429', () => {
    const { FilterPattern, LogGroupName } = filterOf('RefusedCalls');
    expect(LogGroupName).toBe('/registry/dev/calls');
    const { DestinationArn } = only(service, 'AWS::ApiGateway::Stage').Properties.AccessLogSetting;
    expect(JSON.stringify(DestinationArn)).toContain(':log-group:/registry/dev/calls"');
    const lines = FilterPattern.slice(2, -2);
    expect(isLine(lines, line('GET', '/', '429'))).toBe(true);
    expect(isLine(lines, line('GET', '/', '200'))).toBe(false);
  });
});

/** Evaluates a CloudWatch Logs filter pattern, as far as we use its language. */
function isLine(pattern: string, line: Readonly<Record<string, string>>): boolean {
  const judged = pattern.replaceAll(
    /\$\.(\w+) (!?=) "([^"]*)"/g,
    (_, field: string, operator: string, text: string) => {
      const value = line[field] ?? '';
      const is = text.endsWith('*') ? value.startsWith(text.slice(0, -1)) : value === text;
      return String(is === (operator === '='));
    },
  );
  if (!/^[\s()&|truefals]*$/.test(judged)) throw new Error(`not understood: ${judged}`);
  // The check above leaves only words and logical operators.
  return new Function(`return ${judged}`)() === true;
}

describe('an SES report about an email', () => {
  it('raises an alarm if it could not be stored', () => {
    const [mapping] = Object.values(ofType(service, 'AWS::Lambda::EventSourceMapping')).filter(
      ({ Properties }) =>
        entryOf(service, Properties.FunctionName.Ref) === 'functions/mail/note-reports.ts',
    );
    const queue = service[mapping?.Properties.EventSourceArn['Fn::GetAtt'][0]];
    const [deadLetters] = queue?.Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'] ?? [];
    expect(named('lost-mail-reports')).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [
        {
          Name: 'QueueName',
          Value: { 'Fn::ImportValue': expect.stringContaining(`FnGetAtt${deadLetters}QueueName`) },
        },
      ],
      Threshold: 1,
    });
  });
});

describe('alarms on metrics of functions', () => {
  const emitted = (MetricName: string, Value?: string) => ({
    Namespace: 'Registry/dev',
    MetricName,
    ...(Value !== undefined && { Dimensions: [{ Name: 'Outcome', Value }] }),
  });

  it.each([
    ['rejected-emails', emitted('Mails', 'rejected'), 1, 300],
    ['undeliverable-emails', emitted('Mails', 'bounced_requested'), 1, 300],
    ['gateway-keys-full', emitted('KeysWithoutGatewayKey'), 1, 300],
    ['gateway-keys-near-full', emitted('GatewayKeysInAccount'), 8_000, 10_800],
    ['waiting-reviews', emitted('OldestPendingReview'), 604_800, 900],
  ])('include %s', (name, metric, Threshold, Period) => {
    expect(named(name)).toMatchObject({
      ...metric,
      Threshold,
      Period,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  it('add up all unsettled payments, whatever the outcome', () => {
    const { Metrics, Threshold } = named('unsettled-payments');
    const stats = Metrics.flatMap(({ MetricStat }: Resource['Properties']) =>
      MetricStat === undefined ? [] : [MetricStat.Metric],
    );
    expect([Threshold, stats]).toEqual([
      1,
      ['duplicate', 'refused', 'unmatched'].map((outcome) => emitted('UnsettledPayments', outcome)),
    ]);
  });
});

describe('alarms on metrics of AWS', () => {
  it('use the resources of this stage', () => {
    const [authorizer] = named('authorizer-errors').Dimensions;
    expect(entryNamed(service, authorizer.Value)).toBe('functions/gateway/authorize.ts');
  });

  it('cover each outbox queue and its dead letters', () => {
    const looked = (name: string) => {
      const { MetricName, Dimensions, Threshold } = named(name);
      return [MetricName, Dimensions[0].Value['Fn::ImportValue'], Threshold];
    };
    const queue = (name: string) =>
      expect.stringMatching(
        new RegExp(
          `^RegistryData-dev:ExportsOutputFnGetAttOutboxQueues${name}[0-9A-F]{8}QueueName`,
        ),
      );
    for (const name of outboxQueues) {
      const age = ['ApproximateAgeOfOldestMessage', queue(name.replace('-', '')), 600];
      expect(looked(`queue-delay-${name}`)).toEqual(age);
    }
    for (const name of deadLetterQueues) {
      const dead = queue(`${name.replace('-', '')}dead`);
      expect(looked(`dead-letters-${name}`)).toEqual([
        'ApproximateNumberOfMessagesVisible',
        dead,
        1,
      ]);
      expect(looked(`old-dead-letters-${name}`)).toEqual([
        'ApproximateAgeOfOldestMessage',
        dead,
        172_800,
      ]);
    }
  });

  it('cover the table and each of its indexes', () => {
    const { GlobalSecondaryIndexes } = only(data, 'AWS::DynamoDB::GlobalTable').Properties;
    const indexes = GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => IndexName);
    const looked = named('table-throttles').Metrics.flatMap(
      ({ MetricStat }: Resource['Properties']) => {
        if (MetricStat === undefined) return [];
        const { MetricName, Dimensions } = MetricStat.Metric;
        const index = Dimensions.find(({ Name }: { Name: string }) => Name !== 'TableName');
        return [[index?.Value, MetricName]];
      },
    );
    expect(looked).toEqual(
      [undefined, ...indexes].flatMap((index) => [
        [index, 'ReadThrottleEvents'],
        [index, 'WriteThrottleEvents'],
      ]),
    );
  });
});
