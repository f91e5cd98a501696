import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, schedulesOf, synthesize } from '../support/synthesized.ts';

const address = { baseUrl: 'https://registry.example' };
const { data, service } = synthesize(routes);
const lockOf = (context: Readonly<Record<string, string>>) =>
  Object.values(ofType(synthesize(routes, context).data, 'AWS::S3::Bucket')).flatMap(
    ({ Properties }) => Properties.ObjectLockConfiguration ?? [],
  );

describe('the evidence vault', () => {
  it('is locked in compliance mode for ten years in prod, in governance mode for a month elsewhere', () => {
    const lock = (Mode: string, Days: number) => [
      { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode, Days } } },
    ];
    expect(lockOf({})).toEqual(lock('GOVERNANCE', 30));
    expect(lockOf({ stage: 'prod', ...address })).toEqual(lock('COMPLIANCE', 3_653));
    expect(lockOf({ evidenceMode: 'compliance', evidenceDays: '7' })).toEqual(
      lock('COMPLIANCE', 7),
    );
  });

  it.each([
    ['evidenceMode', 'none'],
    ['evidenceDays', '0'],
    ['evidenceDays', 'ten'],
  ])('refuses the setting %s %s', (name, value) => {
    expect(() => synthesize(routes, { [name]: value })).toThrow(/^evidence(Mode|Days): /);
  });

  it('refuses everyone a put without If-None-Match, so that nothing can be overwritten', () => {
    const [policy] = Object.entries(ofType(data, 'AWS::S3::BucketPolicy')).flatMap(([id, each]) =>
      id.startsWith('EvidenceVault') ? [each] : [],
    );
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual({
      Sid: 'NothingIsLaidOverAnything',
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:PutObject',
      Resource: {
        'Fn::Join': ['', [{ 'Fn::GetAtt': ['EvidenceVaultBucket169DC8BF', 'Arn'] }, '/*']],
      },
      Condition: {
        Null: { 's3:if-none-match': 'true' },
        Bool: { 's3:ObjectCreationOperation': 'true' },
      },
    });
  });

  it('has a key that can only sign and verify', () => {
    const [key] = Object.values(ofType(data, 'AWS::KMS::Key'));
    expect(key?.Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
  });
});

describe('the evidence copier', () => {
  const mappings = Object.values(ofType(service, 'AWS::Lambda::EventSourceMapping'));
  const [mapping] = mappings.filter(
    ({ Properties }) =>
      entryOf(service, Properties.FunctionName.Ref) === 'functions/evidence/copy.ts',
  );

  it('reads the stream within a minute, and retries until the stream drops the record', () => {
    expect(mapping?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 1_000,
      MaximumBatchingWindowInSeconds: 30,
      BisectBatchOnFunctionError: false,
    });
    const { Destination } = mapping?.Properties.DestinationConfig.OnFailure ?? {};
    expect(JSON.stringify(Destination)).toMatch(/EvidenceVaultLost\w*Arn/);
    expect(mapping?.Properties).not.toHaveProperty('MaximumRetryAttempts');
    expect(mapping?.Properties).not.toHaveProperty('MaximumRecordAgeInSeconds');
  });

  it('is the second of two stream readers, which is the limit of a shard', () => {
    const readers = mappings.filter(({ Properties }) => Properties.StartingPosition !== undefined);
    expect(readers.map(({ Properties }) => entryOf(service, Properties.FunctionName.Ref))).toEqual([
      'functions/outbox/route.ts',
      'functions/evidence/copy.ts',
    ]);
  });
});

it('the function that signs days runs every hour with enough time', () => {
  expect(schedulesOf(service, 'functions/evidence/close-days.ts')).toMatchObject([
    { ScheduleExpression: 'rate(1 hour)', State: 'ENABLED' },
  ]);
});
