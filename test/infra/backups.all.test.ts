import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import { registryApp } from '../../lib/registry-app.ts';
import {
  allNo,
  inlineCode,
  ofType,
  only,
  type Resources,
  synthesize,
} from '../support/synthesized.ts';

const context = { stage: 'prod', baseUrl: 'https://registry.example' };
const copied = { ...context, backupCopyRegion: 'eu-central-1' };

/** Backups do not depend on routes; synthesizing without them takes half the time. */
function stacksOf(given: Readonly<Record<string, string>>) {
  const outdir = mkdtempSync(join(tmpdir(), 'registry-backups-'));
  try {
    const { app, data, recovery, service } = registryApp({
      routes: [],
      code: inlineCode,
      outdir,
      context: { ...allNo, ...given },
    });
    const made = app.synth();
    const artifactOf = (stack: Stack) => made.getStackArtifact(stack.artifactId);
    const resources = (stack: Stack | undefined): Resources =>
      stack === undefined ? {} : artifactOf(stack).template.Resources;
    return {
      data: resources(data),
      recovery: resources(recovery),
      region: recovery?.region,
      first: data.dependencies.map(({ artifactId }) => artifactId),
      errors: [data, recovery ?? data, service].flatMap((stack) =>
        artifactOf(stack)
          .messages.filter(({ level }) => level === SynthesisMessageLevel.ERROR)
          .map(({ entry }) => String(entry.data)),
      ),
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const stacks = stacksOf(copied);
const plan = () => only(stacks.data, 'AWS::Backup::BackupPlan').Properties.BackupPlan;

describe('backups in another Region', () => {
  it('include table, documents and copies, and are copied to a vault that is created first', () => {
    const [rule, ...others] = plan().BackupPlanRule;
    expect(others).toEqual([]);
    expect(rule).toMatchObject({
      ScheduleExpression: 'cron(0 */6 * * ? *)',
      Lifecycle: { DeleteAfterDays: 35 },
      CopyActions: [{ Lifecycle: { DeleteAfterDays: 35 } }],
    });
    const target = JSON.stringify(rule.CopyActions[0].DestinationBackupVaultArn);
    expect(target).toMatch(/:backup:eu-central-1:.*:backup-vault:registry-prod/);
    const { BackupSelection } = only(stacks.data, 'AWS::Backup::BackupSelection').Properties;
    const kinds = BackupSelection.Resources.map(
      (arn: { readonly 'Fn::GetAtt': readonly [string] }) =>
        stacks.data[arn['Fn::GetAtt'][0]]?.Type,
    );
    expect(kinds).toEqual(['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::S3::Bucket']);
    // AWS Backup requires versioned buckets.
    for (const { Properties } of Object.values(ofType(stacks.data, 'AWS::S3::Bucket'))) {
      expect(Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    }
    expect(stacks.region).toBe('eu-central-1');
    expect(stacks.first).toContain('RegistryRecovery');
    expect(stacks.errors).toEqual([]);
  });

  it('are retained after their stacks are deleted, and in prod are locked until they expire', () => {
    for (const each of [stacks.data, stacks.recovery]) {
      const vault = only(each, 'AWS::Backup::BackupVault');
      expect(vault).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        Properties: {
          BackupVaultName: 'registry-prod',
          LockConfiguration: { MinRetentionDays: 35 },
        },
      });
      // An AWS-owned key, which nobody can delete.
      expect(vault.Properties.EncryptionKeyArn).toBeUndefined();
      expect(vault.Properties.LockConfiguration.ChangeableForDays).toBeUndefined();
    }
    expect(Object.keys(stacks.recovery)).toHaveLength(1);
    const lockOf = (more: Readonly<Record<string, string>>) =>
      only(stacksOf({ ...copied, ...more }).recovery, 'AWS::Backup::BackupVault').Properties
        .LockConfiguration;
    expect(lockOf({ stage: 'test' })).toBeUndefined();
    expect(lockOf({ backupLock: 'compliance', backupKeepDays: '90' })).toEqual({
      MinRetentionDays: 90,
      ChangeableForDays: 3,
    });
  });

  it('use a role that can read our table and buckets, but not write or restore', () => {
    const [[, policy] = []] = Object.entries(ofType(stacks.data, 'AWS::IAM::Policy')).filter(
      ([id]) => id.startsWith('Backups'),
    );
    const statements: readonly { Action: string | string[]; Resource: unknown }[] =
      policy?.Properties.PolicyDocument.Statement;
    const actions = statements.flatMap(({ Action }) => Action);
    expect(
      actions.filter((action) =>
        /Restore|PutObject|PutItem|Delete(Object|Table|Item)/.test(action),
      ),
    ).toEqual([]);
    const ofEverything = statements.filter(({ Resource }) => Resource === '*');
    expect(ofEverything.flatMap(({ Action }) => Action)).toEqual([
      'cloudwatch:GetMetricData',
      'events:ListRules',
      's3:ListAllMyBuckets',
      'tag:GetResources',
    ]);
  });

  it('raise an alarm if they fail, or if none has been made for a day', () => {
    const alarms = (given: Readonly<Record<string, string>>) =>
      Object.values(ofType(synthesize([], given).monitoring, 'AWS::CloudWatch::Alarm'))
        .map(({ Properties }) => Properties)
        .filter(({ AlarmName }) => /-backup-/.test(AlarmName));
    const named = alarms(copied).map(({ AlarmName, TreatMissingData }) => [
      AlarmName,
      TreatMissingData,
    ]);
    expect(named.toSorted()).toEqual([
      ['registry-prod-backup-failed', 'notBreaching'],
      ['registry-prod-backup-missing', 'breaching'],
    ]);
    expect(alarms(context)).toEqual([]);
  });

  it('do not exist without a Region', () => {
    const without = stacksOf(context);
    expect(without.recovery).toEqual({});
    expect(JSON.stringify(without.data)).not.toContain('AWS::Backup');
  });

  it('are made of the restored table, if one is in use', () => {
    const arn = 'arn:aws:dynamodb:eu-west-1:111122223333:table/again';
    const { data } = stacksOf({
      ...copied,
      restoredTable: `${arn}/stream/2026-11-23T01:00:00.000`,
    });
    const { Resources: chosen } = only(data, 'AWS::Backup::BackupSelection').Properties
      .BackupSelection;
    expect(chosen[0]).toBe(arn);
  });

  it.each<Readonly<Record<string, string>>>([
    { backupCopyRegion: 'Frankfurt' },
    { backupEveryHours: '5' },
    { backupKeepDays: '0' },
    { backupLock: 'soft' },
  ])('refuse the setting %j', (wrong) => {
    expect(() => synthesize([], { ...copied, ...wrong })).toThrow(/^backup/);
  });
});
