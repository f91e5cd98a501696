import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { ofType, type Resource, type Resources, synthesizeEach } from '../support/synthesized.ts';

const few = routes.filter(({ path }) => path === '/health' || path === '/api/v1/whoami');
const arn = 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-4000-8000-000000000001';

/** The keys that encrypt stored data, by type of resource; null for an AWS-owned key. */
function keysOf(stacks: Readonly<Record<string, Resources>>) {
  const all = Object.values(stacks).flatMap((stack) => Object.values(stack));
  const of = (type: string, key: (properties: Resource['Properties']) => unknown) =>
    all.filter(({ Type }) => Type === type).map(({ Properties }) => key(Properties) ?? null);
  return {
    tables: of(
      'AWS::DynamoDB::GlobalTable',
      ({ Replicas: [own] }) => own.SSESpecification?.KMSMasterKeyId,
    ),
    buckets: of(
      'AWS::S3::Bucket',
      ({ BucketEncryption: { ServerSideEncryptionConfiguration } }) => {
        const [{ ServerSideEncryptionByDefault: by, BucketKeyEnabled }] =
          ServerSideEncryptionConfiguration;
        if (by.KMSMasterKeyID) expect(BucketKeyEnabled).toBe(true);
        return by.KMSMasterKeyID;
      },
    ),
    queues: of('AWS::SQS::Queue', ({ KmsMasterKeyId }) => KmsMasterKeyId),
    logs: of('AWS::Logs::LogGroup', ({ KmsKeyId }) => KmsKeyId),
  };
}

const set = (keys: ReturnType<typeof keysOf>) =>
  Object.fromEntries(
    Object.entries(keys).map(([name, each]) => [
      name,
      [...new Set(each.map((key) => JSON.stringify(key)))],
    ]),
  );

describe('the encryption key of stored data', () => {
  const context = { malwareScan: 'true' };

  it('is owned by AWS unless the stage has its own', () => {
    const keys = keysOf(synthesizeEach(few, context));
    expect(set(keys)).toEqual({
      tables: ['null'],
      buckets: ['null'],
      queues: ['null'],
      logs: ['null'],
    });
  });

  it('is the configured ARN for table, buckets, queues and logs of all stacks', () => {
    const stacks = synthesizeEach(few, { ...context, encryptionKey: arn });
    const own = [JSON.stringify(arn)];
    expect(set(keysOf(stacks))).toEqual({ tables: own, buckets: own, queues: own, logs: own });
    expect(keysOf(stacks).queues.length).toBeGreaterThan(15);
    for (const stack of Object.values(stacks)) {
      const made = Object.values(ofType(stack, 'AWS::KMS::Key'));
      expect(made.every(({ Properties }) => Properties.KeyUsage === 'SIGN_VERIFY')).toBe(true);
    }
  });

  it('is created with the data and outlives it, and can be used only through its services', () => {
    const stacks = synthesizeEach(few, { ...context, encryptionKey: 'true' });
    const keys = set(keysOf(stacks));
    for (const each of Object.values(keys)) expect(each.join()).not.toMatch(/null/);
    const [made, ...others] = Object.values(ofType(stacks.data, 'AWS::KMS::Key')).filter(
      ({ Properties }) => Properties.KeyUsage === undefined,
    );
    expect(others).toEqual([]);
    expect([made?.DeletionPolicy, made?.Properties.EnableKeyRotation]).toEqual([
      'RetainExceptOnCreate',
      true,
    ]);
    const [account, ...statements] = made?.Properties.KeyPolicy.Statement ?? [];
    expect(JSON.stringify(account)).toContain(':root');
    expect(
      statements.map(({ Sid, Principal }: { Sid: string; Principal: unknown }) => [Sid, Principal]),
    ).toEqual([
      ['ThroughTheServices', { AWS: '*' }],
      [
        'Logs',
        { Service: { 'Fn::Join': ['', ['logs.', { Ref: 'AWS::Region' }, '.amazonaws.com']] } },
      ],
      ['ReportsOfMail', { Service: 'sns.amazonaws.com' }],
      ['ResultsOfScans', { Service: 'events.amazonaws.com' }],
    ]);
    const [through] = statements;
    expect(through.Condition.StringEquals['kms:CallerAccount']).toEqual({ Ref: 'AWS::AccountId' });
    expect(through.Condition.StringEquals['kms:ViaService']).toHaveLength(3);
    // So no function's role has rights to it.
    expect(JSON.stringify([stacks.service, stacks.pages, stacks.operators])).not.toMatch(
      /kms:(Decrypt|GenerateDataKey|\*)/,
    );
  });

  it('is refused in any other form', () => {
    expect(() => synthesizeEach([], { encryptionKey: 'alias/registry' })).toThrow(
      'encryptionKey: true, false or',
    );
  });
});
