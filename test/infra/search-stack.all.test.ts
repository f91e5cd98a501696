import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { registryApp } from '../../lib/registry-app.ts';
import { checkName, searchRegistry, verifyRpn } from '../../shared/registry/routes/registry.ts';
import {
  alarmsOf,
  functionOf,
  inlineCode,
  ofType,
  only,
  type Resources,
  synthesize,
} from '../support/synthesized.ts';

const outdir = mkdtempSync(join(tmpdir(), 'registry-search-stack-'));
afterAll(() => rmSync(outdir, { recursive: true }));

const routes = [searchRegistry, checkName, verifyRpn];
const { app, search, service, schedules, monitoring } = registryApp({
  routes,
  outdir,
  code: inlineCode,
  context: { searchEngine: 'postgresql' },
});
const of = (stack: Stack | undefined): Resources =>
  stack === undefined ? {} : Template.fromStack(stack).toJSON()['Resources'];
const [database, functions] = [of(search), { ...of(service), ...of(schedules) }];
const asking = [
  'functions/registry/check-name.ts',
  'functions/registry/search.ts',
  'functions/registry/write-snapshot.ts',
];

describe('a deployment that searches in PostgreSQL', () => {
  it('has an encrypted Aurora Serverless v2 cluster with the Data API, without network access', () => {
    expect(only(database, 'AWS::RDS::DBCluster').Properties).toMatchObject({
      Engine: 'aurora-postgresql',
      EnableHttpEndpoint: true,
      StorageEncrypted: true,
      DatabaseName: 'registry',
      ServerlessV2ScalingConfiguration: { MinCapacity: 0.5, MaxCapacity: 16 },
    });
    expect(only(database, 'AWS::RDS::DBInstance').Properties).toMatchObject({
      DBInstanceClass: 'db.serverless',
      PubliclyAccessible: false,
    });
    expect(only(database, 'AWS::EC2::SecurityGroup').Properties.SecurityGroupIngress).toBe(
      undefined,
    );
    const ways = ['InternetGateway', 'NatGateway', 'VPCEndpoint', 'SecurityGroupIngress'];
    expect(ways.flatMap((way) => Object.keys(ofType(database, `AWS::EC2::${way}`)))).toEqual([]);
    expect(ofType(database, 'AWS::Lambda::Function')).toEqual({});
  });

  it('lets only the functions that search and that fill the cluster query it', () => {
    const settings = Object.values(ofType(functions, 'AWS::Lambda::Function')).filter(
      ({ Properties }) => 'SEARCH_CLUSTER' in Properties.Environment.Variables,
    );
    expect(settings.map(({ Properties }) => Properties.Code.ZipFile).toSorted()).toEqual(asking);
    const allowed = Object.entries(ofType(functions, 'AWS::IAM::Role')).filter(([, role]) =>
      JSON.stringify(role).includes('rds-data:'),
    );
    const roles = asking.map((entry) => {
      const [, { Properties }] = functionOf(functions, entry);
      return Properties.Role['Fn::GetAtt'][0];
    });
    expect(allowed.map(([id]) => id).toSorted()).toEqual(roles.toSorted());
    for (const [, role] of allowed) {
      const { Statement } = role.Properties.Policies[0].PolicyDocument;
      const { SEARCH_CLUSTER, SEARCH_SECRET } = settings[0]?.Properties.Environment.Variables ?? {};
      expect(Statement).toContainEqual({
        Action: 'rds-data:ExecuteStatement',
        Effect: 'Allow',
        Resource: SEARCH_CLUSTER,
      });
      expect(Statement).toContainEqual({
        Action: 'secretsmanager:GetSecretValue',
        Effect: 'Allow',
        Resource: SEARCH_SECRET,
      });
    }
  });

  it('has no alarm for the memory limit of the search', () => {
    const names = alarmsOf({
      ...synthesize(routes),
      service: functions,
      monitoring: of(monitoring),
    }).map(({ Properties }) => Properties.AlarmName);
    expect(names).not.toContain('registry-dev-search-near-limit');
    expect(names).toContain('registry-dev-snapshot-errors');
  });

  it('is synthesized without warnings', () => {
    const messages = app.synth().getStackArtifact(search?.artifactId ?? '').messages;
    expect(messages.map(({ entry }) => entry.data)).toEqual([]);
  });
});

describe('a deployment that is filling PostgreSQL', () => {
  it('still searches in memory, with the memory alarm', () => {
    const filling = synthesize(routes, { searchEngine: 'filling' });
    const settings = Object.values(ofType(filling.service, 'AWS::Lambda::Function')).filter(
      ({ Properties }) => 'SEARCH_CLUSTER' in Properties.Environment.Variables,
    );
    expect(settings.map(({ Properties }) => Properties.Code.ZipFile)).toEqual([
      'functions/registry/write-snapshot.ts',
    ]);
    expect(alarmsOf(filling).map(({ Properties }) => Properties.AlarmName)).toContain(
      'registry-dev-search-near-limit',
    );
  });
});

describe('any other deployment', () => {
  it('has no search stack, and functions have no search settings', () => {
    const plain = synthesize(routes);
    expect(JSON.stringify(plain)).not.toMatch(/RegistrySearch|SEARCH_CLUSTER|rds-data/);
    expect(alarmsOf(plain).map(({ Properties }) => Properties.AlarmName)).toContain(
      'registry-dev-search-near-limit',
    );
  });

  it('refuses an unknown search engine', () => {
    expect(() => synthesize(routes, { searchEngine: 'sqlite' })).toThrow(
      'searchEngine: memory, filling or postgresql',
    );
  });
});
