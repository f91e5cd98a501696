import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import { registryApp } from '../../lib/registry-app.ts';
import { checkName, searchRegistry, verifyRpn } from '../../shared/registry/routes/registry.ts';
import {
  alarmsOf,
  functionOf,
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
  code: (entry) => Code.fromInline(entry),
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

describe('a deployment whose registry is searched in PostgreSQL', () => {
  it('has a cluster of Aurora Serverless v2 with the Data API, encrypted, that nobody else reaches', () => {
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

  it('lets what searches and what fills it ask the cluster, and nobody else', () => {
    const told = Object.values(ofType(functions, 'AWS::Lambda::Function')).filter(
      ({ Properties }) => 'SEARCH_CLUSTER' in Properties.Environment.Variables,
    );
    expect(told.map(({ Properties }) => Properties.Code.ZipFile).toSorted()).toEqual(asking);
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
      const { SEARCH_CLUSTER, SEARCH_SECRET } = told[0]?.Properties.Environment.Variables ?? {};
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

  it('has no alarm for the ceiling of memory', () => {
    const names = alarmsOf({
      ...synthesize(routes),
      service: functions,
      monitoring: of(monitoring),
    }).map(({ Properties }) => Properties.AlarmName);
    expect(names).not.toContain('registry-dev-search-near-limit');
    expect(names).toContain('registry-dev-snapshot-errors');
  });

  it('is synthesized without a complaint', () => {
    const messages = app.synth().getStackArtifact(search?.artifactId ?? '').messages;
    expect(messages.map(({ entry }) => entry.data)).toEqual([]);
  });
});

describe('a deployment that fills PostgreSQL', () => {
  it('searches in memory in the meantime, under its alarm', () => {
    const filling = synthesize(routes, { searchEngine: 'filling' });
    const told = Object.values(ofType(filling.service, 'AWS::Lambda::Function')).filter(
      ({ Properties }) => 'SEARCH_CLUSTER' in Properties.Environment.Variables,
    );
    expect(told.map(({ Properties }) => Properties.Code.ZipFile)).toEqual([
      'functions/registry/write-snapshot.ts',
    ]);
    expect(alarmsOf(filling).map(({ Properties }) => Properties.AlarmName)).toContain(
      'registry-dev-search-near-limit',
    );
  });
});

describe('any other deployment', () => {
  it('has no such stack, and tells functions nothing of it', () => {
    const plain = synthesize(routes);
    expect(JSON.stringify(plain)).not.toMatch(/RegistrySearch|SEARCH_CLUSTER|rds-data/);
    expect(alarmsOf(plain).map(({ Properties }) => Properties.AlarmName)).toContain(
      'registry-dev-search-near-limit',
    );
  });

  it('is refused with an engine that is not there', () => {
    expect(() => synthesize(routes, { searchEngine: 'sqlite' })).toThrow(
      'searchEngine: memory, filling or postgresql',
    );
  });
});
