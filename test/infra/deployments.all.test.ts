import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { ofType, only, synthesize, synthesizedStacks } from '../support/synthesized.ts';

const ownName = {
  domainName: 'registry.example',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0f2d9a52-6b0e-4d58',
};
const prodContext = { stage: 'prod', baseUrl: 'https://registry.example' };
const dev = synthesize(routes);
const prod = synthesize(routes, prodContext);

describe('a stage', () => {
  it('other than dev requires its own address, as links on documents outlive the API', () => {
    expect(() => synthesize([], { stage: 'prod' })).toThrow('baseUrl:');
    expect(() => synthesize([], { stage: 'test', baseUrl: 'http://x.example' })).toThrow(
      'baseUrl:',
    );
    expect(() => synthesize([], { stage: 'dev' })).not.toThrow();
  });

  it('passes shardRegistry to every function, and refuses anything but true or false', () => {
    const settings = (context: Readonly<Record<string, string>>) => {
      const functions = Object.values(
        ofType(synthesize([], context).service, 'AWS::Lambda::Function'),
      );
      const environments = functions.map(({ Properties }) => Properties.Environment.Variables);
      return new Set(environments.map(({ SHARD_REGISTRY: told }) => told));
    };
    expect(settings({})).toEqual(new Set([undefined]));
    expect(settings({ shardRegistry: 'true' })).toEqual(new Set(['true']));
    expect(() => synthesize([], { shardRegistry: 'yes' })).toThrow('shardRegistry:');
    expect(() => synthesize([], { confirmationsFrom: 'soon' })).toThrow('confirmationsFrom:');
  });

  it('stores its settings for the next deployment, with those that are dangerous to change', () => {
    const { Name, Value } = only(prod.data, 'AWS::SSM::Parameter').Properties;
    expect(Name).toBe('/registry/prod/settings');
    expect(JSON.parse(Value)).toMatchObject({
      stage: 'prod',
      baseUrl: 'https://registry.example',
      evidenceDays: '3653',
      evidenceMode: 'compliance',
      malwareScan: 'false',
      passkeyRpId: 'registry.example',
      webAcl: 'false',
    });
    const copied = synthesize([], { ...prodContext, backupCopyRegion: 'eu-central-1' });
    const backed = JSON.parse(only(copied.data, 'AWS::SSM::Parameter').Properties.Value);
    expect(backed).toMatchObject({
      backupCopyRegion: 'eu-central-1',
      backupEveryHours: '6',
      backupKeepDays: '35',
      backupLock: 'governance',
    });
  });

  it('other than dev has all its stacks protected against deletion', () => {
    const protectedOf = (context: Readonly<Record<string, string>>) => {
      const { data, logs, service, monitoring } = synthesizedStacks([], context);
      return [data, logs, service, monitoring].map((stack) => stack.protected);
    };
    expect(protectedOf({})).toEqual([false, false, false, false]);
    expect(protectedOf({ ...prodContext, stage: 'test' })).toEqual([true, true, true, true]);
    expect(protectedOf(prodContext)).toEqual([true, true, true, true]);
  });

  it('has outputs with the names used in the docs', () => {
    const { data, logs, domain, service, monitoring } = synthesizedStacks(routes, {
      ...prodContext,
      ...ownName,
    });
    const namedOf = ({ outputs }: typeof data) =>
      outputs.filter((name) => !name.startsWith('Export')).toSorted();
    expect(namedOf(service)).toEqual(['ApiId', 'ApiUrl', 'DocsUrl', 'MailSender']);
    expect(domain.outputs).toEqual(['DomainTarget']);
    expect(namedOf(monitoring)).toEqual([
      'RegistryDashboard',
      'ReviewsDashboard',
      'ServiceDashboard',
    ]);
    expect(logs.outputs).toEqual(['AlarmPage', 'AlarmTicket']);
    const named = namedOf(data);
    expect(named).toEqual([
      'DocumentsBucket',
      'EvidenceBucket',
      'EvidenceKey',
      'SealSecret',
      'SigningKeysSecret',
      'TableName',
    ]);
    const pages = ['docs/runbook.md', 'docs/{runbook,operators}/*.md', 'docs/architecture.md'];
    const docs = globSync(pages).map((page) => readFileSync(page, 'utf8'));
    const said = docs.flatMap((page) =>
      [...page.matchAll(/outputs?\s+`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(new Set(said).size).toBeGreaterThan(3);
    for (const name of said) {
      expect([...namedOf(service), ...namedOf(monitoring), ...named]).toContain(name);
    }
  });
});

describe('logs', () => {
  const groups = (of: typeof dev) =>
    [of.logs, of.service].flatMap((each) => Object.values(ofType(each, 'AWS::Logs::LogGroup')));

  it('are kept for a year in prod and outlive the stack, and for a month elsewhere', () => {
    const kept = (of: typeof dev) =>
      new Set(
        groups(of).map(
          ({ Properties, DeletionPolicy }) => `${Properties.RetentionInDays} ${DeletionPolicy}`,
        ),
      );
    expect(kept(prod)).toEqual(new Set(['365 RetainExceptOnCreate']));
    expect(kept(dev)).toEqual(new Set(['30 Delete']));
  });

  it('include those of API Gateway itself, created before the stage that writes them', () => {
    const found = Object.entries(ofType(prod.service, 'AWS::Logs::LogGroup')).filter(
      ([, { Properties }]) => JSON.stringify(Properties.LogGroupName).includes('Execution'),
    );
    const [api] = Object.keys(ofType(prod.service, 'AWS::ApiGateway::RestApi'));
    expect(found.map(([, { Properties }]) => Properties.LogGroupName)).toEqual([
      { 'Fn::Join': ['', ['API-Gateway-Execution-Logs_', { Ref: api }, '/prod']] },
    ]);
    const stage = only(prod.service, 'AWS::ApiGateway::Stage');
    expect(stage.DependsOn).toContain(found[0]?.[0]);
  });

  it('need an account role, which one stack creates', () => {
    const other = synthesize([], { ...prodContext, apiLogRole: 'false' }).service;
    expect(ofType(other, 'AWS::ApiGateway::Account')).toEqual({});
    expect(Object.keys(ofType(dev.service, 'AWS::ApiGateway::Account'))).toHaveLength(1);
    expect(() => synthesize([], { apiLogRole: 'no' })).toThrow('apiLogRole:');
  });
});

describe('the templates', () => {
  it('contain no fixed partition, as AWS has several', () => {
    const most = { ...prodContext, backupCopyRegion: 'eu-central-1', malwareScan: 'true' };
    const all = [dev, prod, synthesize([], { ...most, webAcl: 'true' })];
    for (const resources of all.flatMap((each) => Object.values(each))) {
      expect(JSON.stringify(resources)).not.toMatch(/arn:aws[:-]/);
    }
  });

  it('record in prod who reads documents, in a locked bucket', () => {
    expect(ofType(dev.logs, 'AWS::CloudTrail::Trail')).toEqual({});
    const { EventSelectors, S3BucketName, ...trail } = only(
      prod.logs,
      'AWS::CloudTrail::Trail',
    ).Properties;
    expect(trail).toMatchObject({ IsLogging: true, EnableLogFileValidation: true });
    expect(EventSelectors).toEqual([
      {
        DataResources: [
          {
            Type: 'AWS::S3::Object',
            Values: [
              {
                'Fn::Join': ['', [{ 'Fn::ImportValue': 'RegistryData-prod-DocumentsArn' }, '/']],
              },
            ],
          },
        ],
        IncludeManagementEvents: false,
        ReadWriteType: 'All',
      },
    ]);
    expect(prod.logs[S3BucketName.Ref]?.Properties.ObjectLockConfiguration).toMatchObject({
      Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 365 } },
    });
    expect(() => synthesize([], { documentReads: 'yes' })).toThrow('documentReads: true or false');
  });

  it("create the table after resources that may fail, as a protected table can't be rolled back", () => {
    const most = { ...prodContext, backupCopyRegion: 'eu-central-1', malwareScan: 'true' };
    const { data } = synthesize([], { ...most, mailDomain: 'registry.example' });
    const before = only(data, 'AWS::DynamoDB::GlobalTable').DependsOn ?? [];
    expect(before.map((id) => data[id]?.Type).toSorted()).toEqual([
      'AWS::Backup::BackupVault',
      'AWS::GuardDuty::MalwareProtectionPlan',
      'AWS::SES::EmailIdentity',
    ]);
  });

  it('make a deployment fail if API Gateway does not understand the definition', () => {
    expect(only(prod.service, 'AWS::ApiGateway::RestApi').Properties.FailOnWarnings).toBe(true);
  });

  it("stay below 80% of CloudFormation's limit of one megabyte", () => {
    expect(JSON.stringify(prod.service).length).toBeLessThan(800_000);
  });
});
