import { runSimulation } from '@cloud-copilot/iam-simulate';
import { describe, expect, it } from 'vitest';
import {
  alarmsOf,
  functionOf,
  ofType,
  only,
  type Resource,
  synthesize,
  synthesizedStacks,
} from '../support/synthesized.ts';

const domain = { mailDomain: 'registry.example' };
const stacks = synthesize([], domain);
const { data, service } = stacks;
const { Environment, Role } = functionOf(service, 'functions/outbox/send-mail.ts')[1].Properties;
const { Variables } = Environment;

describe('the email sender', () => {
  it('of a domain is created in the data stack, with DKIM and its own MAIL FROM domain', () => {
    const identity = only(data, 'AWS::SES::EmailIdentity');
    expect(identity).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        EmailIdentity: 'registry.example',
        FeedbackAttributes: { EmailForwardingEnabled: false },
        MailFromAttributes: {
          MailFromDomain: 'bounces.registry.example',
          BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
        },
      },
    });
    expect(Variables.MAIL_FROM).toBe('no-reply@registry.example');
    expect(ofType(service, 'AWS::SES::EmailIdentity')).toEqual({});
  });

  it('of a domain needs DNS records, which are outputs', () => {
    const { values } = synthesizedStacks([], domain).data;
    const records = Object.entries(values).filter(([name]) => name.startsWith('Mail'));
    expect(records.map(([name]) => name)).toEqual([
      'MailDkim1',
      'MailDkim2',
      'MailDkim3',
      'MailFromMx',
      'MailFromSpf',
    ]);
    const [identity] = Object.keys(ofType(data, 'AWS::SES::EmailIdentity'));
    expect(values['MailDkim2']).toEqual({
      'Fn::Join': [
        '',
        [
          { 'Fn::GetAtt': [identity, 'DkimDNSTokenName2'] },
          ' CNAME ',
          { 'Fn::GetAtt': [identity, 'DkimDNSTokenValue2'] },
        ],
      ],
    });
    expect(values['MailFromSpf']).toBe(
      'bounces.registry.example TXT "v=spf1 include:amazonses.com ~all"',
    );
  });

  it('can be another address of the domain or a subdomain, but no other', () => {
    const with_ = (mailFrom: string) => synthesizedStacks([], { ...domain, mailFrom });
    expect(with_('hello@registry.example').service.values['MailSender']).toBe(
      'hello@registry.example',
    );
    expect(() => with_('hello@post.registry.example')).not.toThrow();
    expect(() => with_('hello@other.example')).toThrow('mailFrom: an address of mailDomain');
    expect(() => with_('hello@otherregistry.example')).toThrow('mailFrom:');
    expect(() => synthesize([], { mailDomain: 'https://registry.example' })).toThrow('mailDomain:');
  });

  it.each([
    ['no warning with a domain', domain, 'no-reply@registry.example', []],
    [
      'a warning with an address only: SES must verify it',
      { mailFrom: 'a@x.example' },
      'a@x.example',
      [expect.stringMatching(/only if SES has verified mailFrom/)],
    ],
    [
      'a warning without both: no email can be sent',
      {},
      'none: no emails are sent, set mailDomain',
      [expect.stringMatching(/This deployment has no sender, so it sends no email/)],
    ],
  ])('is an output of the stack, with %s', (_, context, output, warnings) => {
    const found = synthesizedStacks([], context).service;
    expect(found.values['MailSender']).toBe(output);
    expect(found.warnings).toEqual(warnings);
  });
});

describe('the SES configuration sets', () => {
  const sets = Object.values(ofType(service, 'AWS::SES::ConfigurationSet'));

  it('are one for requested and one for unrequested email, without SES suppression', () => {
    expect(sets.map(({ Properties }) => Properties)).toEqual(
      ['registry-dev', 'registry-dev-unrequested'].map((Name) => ({
        Name,
        DeliveryOptions: { TlsPolicy: 'REQUIRE' },
        ReputationOptions: { ReputationMetricsEnabled: true },
        SuppressionOptions: { SuppressedReasons: [] },
      })),
    );
  });

  it('each have an alarm for bounces and one for complaints', () => {
    const looked = alarmsOf(stacks).flatMap(
      ({ Properties: { AlarmName, Namespace, MetricName, Dimensions, Threshold } }: Resource) =>
        Namespace === 'AWS/SES'
          ? [[AlarmName, MetricName, Dimensions[0].Name, Dimensions[0].Value, Threshold]]
          : [],
    );
    const dimension = 'ses:configuration-set';
    expect(looked.toSorted()).toEqual([
      ...['requested', 'unrequested'].map((kind) => [
        `registry-dev-mail-bounces-${kind}`,
        'Reputation.BounceRate',
        dimension,
        kind === 'requested' ? 'registry-dev' : 'registry-dev-unrequested',
        0.05,
      ]),
      ...['requested', 'unrequested'].map((kind) => [
        `registry-dev-mail-complaints-${kind}`,
        'Reputation.ComplaintRate',
        dimension,
        kind === 'requested' ? 'registry-dev' : 'registry-dev-unrequested',
        0.001,
      ]),
    ]);
  });
});

/** The name of the configuration set that a template refers to. */
const nameOf = (value: { readonly Ref: string }) => service[value.Ref]?.Properties.Name;

describe('the function that sends email', () => {
  const account = '111122223333';
  const texts: Readonly<Record<string, string>> = {
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::Region': 'eu-west-1',
  };
  const [policy] = service[Role['Fn::GetAtt'][0]]?.Properties.Policies ?? [];
  const statements = policy.PolicyDocument.Statement.filter(({ Action }: { Action: string }) =>
    /^ses:/.test(Action),
  );
  const resolved = JSON.parse(
    JSON.stringify({ Version: '2012-10-17', Statement: statements })
      .replaceAll(/\{"Ref":"([^"]*)"\}/g, (_, name: string) =>
        JSON.stringify(texts[name] ?? service[name]?.Properties.Name),
      )
      .replaceAll(/\{"Fn::Join":\["",\[([^\]]*)\]\]\}/g, (_, parts: string) =>
        JSON.stringify((JSON.parse(`[${parts}]`) as string[]).join('')),
      ),
  );
  const send = async (resource: string, from: string) => {
    const result = await runSimulation(
      {
        request: {
          principal: `arn:aws:iam::${account}:role/sender`,
          action: 'ses:SendEmail',
          resource: {
            resource: `arn:aws:ses:eu-west-1:${account}:${resource}`,
            accountId: account,
          },
          contextVariables: { 'ses:FromAddress': from },
        },
        identityPolicies: [{ name: 'sender', policy: resolved }],
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === 'error') throw new Error(JSON.stringify(result.errors));
    return result.overallResult;
  };
  const from = 'no-reply@registry.example';

  it("may use any identity that SES checks, including the recipient's in the SES sandbox", async () => {
    for (const identity of ['registry.example', from, 'ada@residents.example']) {
      expect(await send(`identity/${identity}`, from), identity).toBe('Allowed');
    }
    expect(await send('configuration-set/registry-dev', from)).toBe('Allowed');
    expect(await send('configuration-set/registry-dev-unrequested', from)).toBe('Allowed');
  });

  it('may send only from the configured address, and with these configuration sets', async () => {
    expect(await send('identity/registry.example', 'boss@registry.example')).toBe(
      'ImplicitlyDenied',
    );
    expect(await send('configuration-set/other', from)).toBe('ImplicitlyDenied');
  });
});

describe('an SES report', () => {
  const queues = ofType(service, 'AWS::SQS::Queue');
  const [topicId, topicPolicy] = Object.values(ofType(service, 'AWS::SNS::TopicPolicy')).flatMap(
    ({ Properties }) => {
      const { Ref } = Properties.Topics[0];
      return Ref.startsWith('MailReports') ? [Ref as string, Properties.PolicyDocument] : [];
    },
  );
  const [subscription] = Object.values(ofType(service, 'AWS::SNS::Subscription'));
  const [queueId] = subscription?.Properties.Endpoint['Fn::GetAtt'] ?? [];

  it('is published for both configuration sets, and only SES may publish', () => {
    const destinations = Object.values(
      ofType(service, 'AWS::SES::ConfigurationSetEventDestination'),
    );
    const settings = destinations.map(({ Properties, DependsOn }) => ({
      set: nameOf(Properties.ConfigurationSetName),
      ...Properties.EventDestination,
      after: (DependsOn ?? []).filter((id) => id.includes('Policy')).length,
    }));
    expect(settings).toEqual(
      ['registry-dev', 'registry-dev-unrequested'].map((set) => ({
        set,
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint', 'reject', 'renderingFailure'],
        SnsDestination: { TopicARN: { Ref: topicId } },
        after: 1,
      })),
    );
    const [, ses] = topicPolicy.Statement;
    expect(ses).toMatchObject({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'ses.amazonaws.com' },
      Resource: { Ref: topicId },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    const sources = ses.Condition.StringEquals['aws:SourceArn'].map((arn: unknown) =>
      nameOf({ Ref: /"(Mail\w+)"/.exec(JSON.stringify(arn))?.[1] ?? '' }),
    );
    expect(sources).toEqual(['registry-dev', 'registry-dev-unrequested']);
  });

  it('is queued as SES wrote it, and becomes a dead letter after five attempts', () => {
    expect(subscription?.Properties).toMatchObject({
      Protocol: 'sqs',
      RawMessageDelivery: true,
      TopicArn: { Ref: topicId },
    });
    const { Properties } = queues[queueId] ?? {};
    expect(Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      VisibilityTimeout: 180,
      RedrivePolicy: { maxReceiveCount: 5 },
    });
    const [dead] = Properties?.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'] ?? [];
    expect(queues[dead]?.Properties).toMatchObject({ MessageRetentionPeriod: 14 * 86_400 });
    const mappings = Object.values(ofType(service, 'AWS::Lambda::EventSourceMapping'));
    const mapping = mappings.find(
      ({ Properties: { EventSourceArn } }) => EventSourceArn['Fn::GetAtt']?.[0] === queueId,
    );
    expect(mapping?.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });
});
