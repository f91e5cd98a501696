import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countResources } from '../../admin/preflight/judge-account.ts';
import { judgeSettings } from '../../admin/preflight/judge-settings.ts';
import { regionsWithoutMail } from '../../admin/preflight/regions.ts';
import { runPreflight } from '../../admin/preflight/run-preflight.ts';
import { registryApp } from '../../lib/registry-app.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { allNo, inlineCode } from '../support/synthesized.ts';

/** The deployments to check, synthesized as `npm run synth` does. */
const contexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prod: {
    ...allNo,
    stage: 'prod',
    domainName: 'registry.example',
    hostedZoneId: 'Z1',
    hostedZoneName: 'registry.example',
    mailFrom: 'no-reply@registry.example',
  },
  dev: {},
  restored: {
    ...allNo,
    stage: 'prod',
    baseUrl: 'https://registry.example',
    mailFrom: 'no-reply@registry.example',
    restoredTable:
      'arn:aws:dynamodb:eu-central-1:111122223333:table/again/stream/2026-11-23T01:00:00.000',
    restoredDocuments: 'documents-again',
  },
};
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  for (const [name, context] of Object.entries(contexts)) {
    const outdir = join(folder, name);
    registryApp({ routes, code: inlineCode, outdir, context }).app.synth();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** AWS's answers by command; an Error is thrown. */
type Answers = Readonly<Record<string, object | Error>>;

const named = (name: string) => Object.assign(new Error(`${name}: no`), { name });
const pages: Readonly<Record<string, object>> = {
  first: { items: Array.from({ length: 500 }, () => ({})), position: 'second' },
  second: { items: [{}, {}] },
};
/** An account that is ready for a deployment. */
const good: Answers = {
  GetCallerIdentityCommand: {
    Account: '111122223333',
    Arn: 'arn:aws:sts::111122223333:assumed-role/a/b',
  },
  GetAccountSettingsCommand: {
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
  },
  'APIGateway GetAccountCommand': { throttleSettings: { rateLimit: 10_000 } },
  'SESv2 GetAccountCommand': {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14 },
    EnforcementStatus: 'HEALTHY',
  },
  GetEmailIdentityCommand: { VerifiedForSendingStatus: true },
  GetParameterCommand: { Parameter: { Value: '29' } },
  GetHostedZoneCommand: {
    HostedZone: { Name: 'registry.example.' },
    DelegationSet: { NameServers: ['ns-1.example', 'ns-2.example'] },
  },
  names: ['NS-2.example.'],
  ListSubscriptionsByTopicCommand: { Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:a:b:c:d' }] },
  GetFunctionConcurrencyCommand: named('ResourceNotFoundException'),
};

async function preflight(
  changed: Answers = {},
  { stage = 'prod', args = [] }: { stage?: string; args?: readonly string[] } = {},
) {
  const answers = { ...good, ...changed };
  const asked: object[] = [];
  const client = (service: string) => ({
    // Clients have one overload for each command; only the requests matter here.
    send: (async (command: {
      readonly input: { readonly position?: string; readonly Name?: string };
    }) => {
      const { name } = command.constructor;
      asked.push({ [name]: command.input });
      if (name === 'GetApiKeysCommand' && answers[name] === undefined) {
        return pages[command.input.position ?? 'first'];
      }
      const answer = answers[`${service} ${name}`] ?? answers[name];
      if (command.input.Name?.endsWith('/settings')) {
        if (answers['settings'] instanceof Error) throw answers['settings'];
        return {
          Parameter: {
            Value: JSON.stringify({ domainName: 'registry.example', ...answers['settings'] }),
          },
        };
      }
      if (answer === undefined || answer instanceof Error) throw answer ?? named(name);
      return answer;
    }) as never,
  });
  let output = '';
  const code = await runPreflight({
    args: ['--region', 'eu-central-1', '--templates', join(folder, stage), ...args],
    env: {},
    wait: async () => {},
    write: (text) => {
      output += text;
    },
    open: () => ({
      apiGateway: client('APIGateway'),
      lambda: client('Lambda'),
      mail: client('SESv2'),
      parameters: client('SSM'),
      identity: client('STS'),
      tables: client('DynamoDB'),
      buckets: client('S3'),
      roles: client('IAM'),
      topics: client('SNS'),
      zones: client('Route53'),
      resolveNs: async () => {
        const { names } = answers;
        if (Array.isArray(names)) return names;
        throw names;
      },
      as: () => client('as'),
    }),
  });
  return { code, output, asked };
}

const key = (...names: string[]) => names.map((AttributeName) => ({ AttributeName }));
const stream = contexts['restored']?.['restoredTable'];
const table = {
  TableStatus: 'ACTIVE',
  KeySchema: key('pk', 'sk'),
  GlobalSecondaryIndexes: [
    { IndexName: 'gsi1', KeySchema: key('gsi1pk', 'gsi1sk') },
    { IndexName: 'gsi2', KeySchema: key('gsi2pk', 'gsi2sk') },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  LatestStreamArn: stream,
  DeletionProtectionEnabled: true,
};
/** A restored table and bucket with all settings enabled. */
const restored: Answers = {
  DescribeTableCommand: { Table: table },
  DescribeTimeToLiveCommand: {
    TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
  },
  DescribeContinuousBackupsCommand: {
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  },
  GetBucketVersioningCommand: { Status: 'Enabled' },
  GetPublicAccessBlockCommand: {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  },
};

describe('preflight for a restored table and bucket', () => {
  const look = (changed: Answers = {}) =>
    preflight({ ...restored, ...changed }, { stage: 'restored' });

  it('passes if both have everything that their predecessors had', async () => {
    const { code, output, asked } = await look();
    expect(output).toContain('again has the keys, indexes, stream and settings');
    expect(output).toContain('documents-again is versioned and not public');
    expect(asked).toContainEqual({ DescribeTableCommand: { TableName: 'again' } });
    expect(code).toBe(0);
  });

  const other = (changed: object): Answers => ({
    DescribeTableCommand: { Table: { ...table, ...changed } },
  });
  it.each<[string, Answers, string]>([
    [
      'does not exist',
      { DescribeTableCommand: named('ResourceNotFoundException') },
      'this table does not exist',
    ],
    ['is being restored', other({ TableStatus: 'CREATING' }), 'is CREATING'],
    ['has other keys', other({ KeySchema: key('id') }), 'its keys differ'],
    ['lacks an index', other({ GlobalSecondaryIndexes: [] }), 'lacks the index gsi2'],
    [
      'has no stream',
      other({ StreamSpecification: {} }),
      '--stream-specification StreamEnabled=true',
    ],
    ['has a newer stream', other({ LatestStreamArn: `${stream}1` }), `restoredTable=${stream}1`],
    [
      'is not protected against deletion',
      other({ DeletionProtectionEnabled: false }),
      '--deletion-protection-enabled',
    ],
    [
      'has no time to live',
      { DescribeTimeToLiveCommand: { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } } },
      'update-time-to-live --table-name again',
    ],
    [
      'has no point-in-time recovery',
      { DescribeContinuousBackupsCommand: {} },
      'update-continuous-backups --table-name again',
    ],
    [
      'has no bucket',
      { GetBucketVersioningCommand: named('NoSuchBucket') },
      'this bucket does not exist',
    ],
    ['has no versions', { GetBucketVersioningCommand: {} }, 'put-bucket-versioning'],
    [
      'has an open bucket',
      { GetPublicAccessBlockCommand: named('NoSuchPublicAccessBlockConfiguration') },
      'put-public-access-block',
    ],
  ])('fails with advice if the restored data %s', async (_, changed, advice) => {
    const { code, output } = await look(changed);
    expect([code, output]).toEqual([1, expect.stringMatching(/^BLOCKER /m)]);
    expect(output).toContain(advice);
  });

  it('notes that nothing is known if access is denied', async () => {
    const { code, output } = await look({ DescribeTableCommand: named('AccessDeniedException') });
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('not known: AccessDeniedException'),
    ]);
  });
});

describe('npm run preflight', () => {
  it('reports no problem for an account that is ready', async () => {
    const { code, output, asked } = await preflight();
    expect(output).not.toMatch(/BLOCKER|^note/m);
    expect(output).toContain('111122223333, eu-central-1');
    expect(output).toContain('502 of 10000');
    expect(output).toMatch(
      /Nothing blocks the deployment of the stage prod \(\d{2,3} functions\)\.\n$/,
    );
    expect(code).toBe(0);
    expect(asked).toContainEqual({ GetApiKeysCommand: { limit: 500, includeValues: false } });
    expect(asked).toContainEqual({
      GetParameterCommand: { Name: '/cdk-bootstrap/hnb659fds/version' },
    });
  });

  it.each<[string, Answers, string]>([
    [
      'ten concurrent executions',
      {
        GetAccountSettingsCommand: {
          AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
        },
      },
      'Request 1,000 in Service Quotas',
    ],
    [
      'no bootstrap',
      { GetParameterCommand: named('ParameterNotFound') },
      'Run npm run cdk -- bootstrap aws://111122223333/eu-central-1',
    ],
    ['an old bootstrap', { GetParameterCommand: { Parameter: { Value: '5' } } }, 'version 5, but'],
    [
      'the SES sandbox',
      {
        'SESv2 GetAccountCommand': {
          SendingEnabled: true,
          SendQuota: { Max24HourSend: 200, MaxSendRate: 1 },
        },
      },
      'Request production access',
    ],
    [
      'email sending that was stopped',
      { 'SESv2 GetAccountCommand': { ProductionAccessEnabled: true, SendingEnabled: false } },
      'SES sends no email',
    ],
    [
      'a sender that is not verified',
      { GetEmailIdentityCommand: named('NotFoundException') },
      'create-email-identity --email-identity registry.example',
    ],
    [
      'an account full of gateway keys',
      { GetApiKeysCommand: { items: Array.from({ length: 9_999 }, () => ({})) } },
      '9999 of 10000',
    ],
    [
      'a zone that does not exist',
      { GetHostedZoneCommand: named('NoSuchHostedZone') },
      'Z1 does not exist in this account',
    ],
    [
      'a zone with another name',
      { GetHostedZoneCommand: { HostedZone: { Name: 'other.example.' } } },
      'Z1 belongs to other.example',
    ],
    [
      'a private zone',
      {
        GetHostedZoneCommand: {
          HostedZone: { Name: 'registry.example.', Config: { PrivateZone: true } },
        },
      },
      'Z1 is private',
    ],
    [
      'a zone that is delegated to other name servers',
      { names: ['ns.elsewhere.example'] },
      'Have the domain above delegate it to ns-1.example, ns-2.example',
    ],
    [
      'a zone that is not delegated',
      { names: Object.assign(new Error('no'), { code: 'ENOTFOUND' }) },
      'registry.example is delegated to no name server',
    ],
  ])('fails with advice on %s', async (_, changed, advice) => {
    const { code, output } = await preflight(changed);
    expect(output).toMatch(/^BLOCKER /m);
    expect(output).toContain(advice);
    expect(output).toMatch(/1 of these block the deployment of the stage prod\.\n$/);
    expect(code).toBe(1);
  });

  it('lets dev begin in a new account, and notes what is missing', async () => {
    const { code, output } = await preflight(
      {
        GetAccountSettingsCommand: {
          AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
        },
        'SESv2 GetAccountCommand': {
          SendingEnabled: true,
          SendQuota: { Max24HourSend: 200, MaxSendRate: 1 },
        },
      },
      { stage: 'dev' },
    );
    expect(code).toBe(0);
    expect(output.match(/^note /gm)).toHaveLength(3); // executions, sandbox, no sender
  });

  it.each<[string, object | Error, RegExp]>([
    ['nobody', { Subscriptions: [] }, /^note .*-alarms-page +0 subscribers, 0 not confirmed$/m],
    [
      'nobody who has confirmed',
      { Subscriptions: [{ SubscriptionArn: 'PendingConfirmation' }] },
      /^note .*-alarms-ticket +0 subscribers, 1 not confirmed\n.*No one receives these alarms. Set alarmTicket/m,
    ],
    [
      'a topic of this deployment',
      named('NotFoundException'),
      /^ok .*-alarms-page +created by this deploy/m,
    ],
  ])('reports who gets alarms: %s', async (_, ListSubscriptionsByTopicCommand, words) => {
    const { code, output, asked } = await preflight({ ListSubscriptionsByTopicCommand });
    expect(output).toMatch(words);
    expect(asked).toContainEqual({
      ListSubscriptionsByTopicCommand: {
        TopicArn: 'arn:aws:sns:eu-central-1:111122223333:registry-prod-alarms-ticket',
      },
    });
    expect(code).toBe(0);
  });

  it('compares the resources of each API with the limit of a new one', async () => {
    expect(countResources(['/', '/a', '/a/{id}/b', '/c/d'])).toBe(6);
    expect((await preflight()).output).toMatch(
      /^ok +resources of the APIs +\d+, \d+, \d+ of 300$/m,
    );
  });

  it('imports the definition into a temporary API, and deletes it', async () => {
    const run = (changed: Answers) => preflight(changed, { args: ['--try-import'] });
    const imported = { ImportRestApiCommand: { id: 'trial' }, DeleteRestApiCommand: {} };
    const { code, output, asked } = await run(imported);
    expect(output).toMatch(/^ok +import of the API +API Gateway takes the definition/m);
    expect(code).toBe(0);
    const [command, ...others] = asked.flatMap((each) => Object(each).ImportRestApiCommand ?? []);
    // The APIs of pages and of operators.
    expect(others).toHaveLength(2);
    expect(command.failOnWarnings).toBe(true);
    const text = Buffer.from(command.body).toString('utf8');
    expect(text).toContain('arn:aws:lambda:eu-central-1:111122223333:function:registry-prod-');
    expect(text).not.toMatch(/"Fn::|"Ref":|\$\{AWS|"none"/);
    expect(asked).toContainEqual({ DeleteRestApiCommand: { restApiId: 'trial' } });

    const refused = await run({ ImportRestApiCommand: new Error('Warnings found during import') });
    expect(refused.output).toMatch(/^BLOCKER +import of the API +Warnings found during import/m);
    expect([refused.code, JSON.stringify(refused.asked)]).toEqual([
      1,
      expect.not.stringContaining('DeleteRestApiCommand'),
    ]);
    const left = await run({ ...imported, DeleteRestApiCommand: named('TooManyRequests') });
    expect(left.output).toContain('aws apigateway delete-rest-api --rest-api-id trial');
  });

  it("warns of another stage's log role, and recognizes its own", async () => {
    const role = (stack: string) => ({
      'APIGateway GetAccountCommand': {
        throttleSettings: { rateLimit: 10_000 },
        cloudwatchRoleArn: `arn:aws:iam::111122223333:role/${stack}-ApiRestApiCloudWatchRole-a`,
      },
    });
    expect((await preflight(role('RegistryService-test'))).output).toContain('-c apiLogRole=false');
    expect((await preflight(role('RegistryService-prod'))).output).toContain(
      'created by this stage',
    );
  });

  it('fails if functions reserve so much that less than 100 executions remain', async () => {
    const outdir = join(folder, 'reserving');
    cpSync(join(folder, 'prod'), outdir, { recursive: true });
    const file = join(outdir, 'RegistryService.template.json');
    const template = JSON.parse(readFileSync(file, 'utf8'));
    const functions = Object.values<{ Type: string; Properties: Record<string, unknown> }>(
      template.Resources,
    ).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    for (const each of functions) delete each.Properties['ReservedConcurrentExecutions'];
    for (const each of functions.slice(0, 2)) each.Properties['ReservedConcurrentExecutions'] = 460;
    writeFileSync(file, JSON.stringify(template));
    const { code, output } = await preflight({}, { stage: 'reserving' });
    expect(output).toContain('this stage reserves 920, and Lambda keeps 100 unreserved');
    expect(code).toBe(1);
    // Another stage has reserved 1,500 of 2,000; or 580, plus 920 from an earlier deployment of this stage.
    const GetAccountSettingsCommand = {
      AccountLimit: { ConcurrentExecutions: 2000, UnreservedConcurrentExecutions: 500 },
    };
    const beside = await preflight({ GetAccountSettingsCommand }, { stage: 'reserving' });
    expect(beside.output).toContain('reserves 920, other functions of the account 1500, and');
    expect(beside.code).toBe(1);
    const GetFunctionConcurrencyCommand = { ReservedConcurrentExecutions: 460 };
    const again = { GetAccountSettingsCommand, GetFunctionConcurrencyCommand };
    expect((await preflight(again, { stage: 'reserving' })).code).toBe(0);
  });

  it.each<[string, object, string]>([
    ['a restored table', { restoredTable: stream }, 'uses another table'],
    ['a shorter lock', { evidenceDays: '9999' }, 'locked for a different time'],
    ['copies of backups', { backupCopyRegion: 'eu-west-1' }, 'no longer copied there'],
    ['the passkeys’ host', { passkeyRpId: 'example' }, 'no passkey works any longer'],
    ['scans', { malwareScan: 'true' }, 'opened without a scan'],
    ['the firewall', { webAcl: 'true' }, 'the firewall is removed'],
  ])('refuses to drop or change %s, unless it is confirmed by name', async (_, settings, words) => {
    const [[name = '', was] = []] = Object.entries(settings);
    const { code, output } = await preflight({ settings });
    expect(output).toMatch(new RegExp(`^BLOCKER +settings +${name}: ${was}, now `, 'm'));
    expect(output).toContain(words);
    expect(output).toContain(`. Restore the setting, or add --confirm ${name}.`);
    expect(code).toBe(1);
    const confirmed = await preflight({ settings }, { args: ['--confirm', `webAcl,${name}`] });
    expect(confirmed).toMatchObject({ code: 0, output: expect.stringContaining(', confirmed') });
    const other = name === 'webAcl' ? 'malwareScan' : 'webAcl';
    expect(await preflight({ settings }, { args: ['--confirm', other] })).toMatchObject({
      code: 1,
    });
  });

  it.each<[string, object, string]>([
    [
      'a new domain of a running stage',
      { domainName: undefined },
      ' -c disableExecuteApiEndpoint=false',
    ],
    ['another domain', { domainName: 'old.example' }, ''],
  ])('names the two deployments that are needed for %s', async (_, settings, own) => {
    const { code, output } = await preflight({ settings });
    const was = Object(settings).domainName ?? 'none';
    expect(output).toContain(`domainName: ${was}, now registry.example\n`);
    expect(output).toMatch(
      new RegExp(`^ +npm run deploy -- prod -c oneApi=true${own}\n +npm run deploy -- prod$`, 'm'),
    );
    expect(code).toBe(1);
    const confirmed = await preflight({ settings }, { args: ['--confirm', 'domainName'] });
    expect(confirmed.code).toBe(0);
    // The first of the two deployments passes, and so does the second, as the domain exists then.
    const next = { domainName: 'registry.example', oneApi: 'true' };
    const stored = { stage: 'prod' as const, settings: { parameter: '', values: next } };
    expect(judgeSettings({ settings: { said: Object(settings) } }, stored, [])).toMatchObject([
      { weight: 'ok' },
    ]);
    expect((await preflight({ settings: next })).code).toBe(0);
  });

  it('needs no confirmation for an unchanged, new or harmless setting', async () => {
    const settings = { webAcl: 'false', evidenceDays: '3653', currency: 'EUR' };
    const { code, output } = await preflight({ settings });
    expect(output).not.toMatch(/BLOCKER/);
    expect(code).toBe(0);
    const none = await preflight({ settings: named('ParameterNotFound') });
    expect(none).toMatchObject({ code: 0, output: expect.stringContaining('does not exist yet') });
  });

  it("fails if the previous settings can't be read, or if another setting is confirmed", async () => {
    const { code, output } = await preflight({ settings: named('AccessDeniedException') });
    expect([code, output]).toEqual([1, expect.stringContaining('ssm:GetParameter on /registry/')]);
    expect(await preflight({}, { args: ['--confirm', 'currency'] })).toMatchObject({ code: 2 });
  });

  it('does not block if a check is denied', async () => {
    const { code, output } = await preflight({
      GetAccountSettingsCommand: named('AccessDeniedException'),
    });
    expect(output).toMatch(/^note {5}concurrent executions {7}not known: AccessDeniedException$/m);
    expect(code).toBe(0);
  });

  it('ends immediately without templates, valid options or credentials', async () => {
    expect(await preflight({}, { stage: 'none' })).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run synth'),
    });
    expect(await preflight({}, { args: ['--nonsense'] })).toMatchObject({ code: 2 });
    expect(await preflight({ GetCallerIdentityCommand: named('ExpiredToken') })).toMatchObject({
      code: 4,
      output: 'AWS does not accept the credentials: ExpiredToken: no\n',
    });
  });

  it('reports a region without SES, and docs/operators/deploy.md lists all of them', async () => {
    const page = readFileSync('docs/operators/deploy.md', 'utf8');
    for (const region of regionsWithoutMail) expect(page).toContain(`\`${region}\``);
    const { output } = await preflight({}, { args: ['--region', 'eu-south-2'] });
    expect(output).toContain('CloudFormation does not support SES in eu-south-2');
  });
});
