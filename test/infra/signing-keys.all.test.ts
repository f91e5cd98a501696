import { describe, expect, it } from 'vitest';
import { parseSigningKeys } from '../../shared/oauth/auth/signing-keys.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { allowed, entryOf, functionOf, ofType, only, synthesize } from '../support/synthesized.ts';

const { data, service } = synthesize(routes);
const rotationEntry = 'functions/oauth/rotate-signing-keys.ts';

/** The secret of the data stack whose logical id matches. */
function secretOf(id: RegExp) {
  const found = Object.entries(ofType(data, 'AWS::SecretsManager::Secret'));
  const [, secret] = found.find(([logicalId]) => id.test(logicalId)) ?? [];
  if (secret === undefined) throw new Error(`no secret ${id}`);
  return secret;
}

/** Every permission on secrets, with its function. */
const onSecrets = Object.entries(ofType(service, 'AWS::Lambda::Function')).flatMap(
  ([id, { Properties }]) =>
    allowed(service[Properties.Role['Fn::GetAtt'][0]])
      .filter(({ action }) => action.startsWith('secretsmanager:'))
      .map(({ action, resource }) => ({ line: `${entryOf(service, id)} ${action}`, resource })),
);
const linesOn = (isMatch: (resource: string) => boolean) =>
  onSecrets.flatMap(({ line, resource }) => (isMatch(resource) ? [line] : [])).toSorted();

describe('the token-signing keys', () => {
  it('can be read only by the functions that issue, rotate and report logouts', () => {
    expect(linesOn((resource) => resource !== '<seal>')).toEqual([
      'functions/credentials/issue.ts secretsmanager:GetSecretValue',
      'functions/credentials/metadata.ts secretsmanager:GetSecretValue',
      'functions/credentials/status-list.ts secretsmanager:GetSecretValue',
      `${rotationEntry} secretsmanager:DescribeSecret`,
      `${rotationEntry} secretsmanager:GetSecretValue`,
      `${rotationEntry} secretsmanager:PutSecretValue`,
      `${rotationEntry} secretsmanager:UpdateSecretVersionStage`,
      'functions/oauth/token.ts secretsmanager:GetSecretValue',
      'functions/outbox/notify-clients.ts secretsmanager:GetSecretValue',
    ]);
  });

  it('are published by a function that can access nothing else in the table', () => {
    const [, { Properties }] = functionOf(service, rotationEntry);
    const onTable = allowed(service[Properties.Role['Fn::GetAtt'][0]])
      .filter(({ action }) => action.startsWith('dynamodb:'))
      .map(({ action, condition }) => [action, condition]);
    const keys = {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['SIGNING_KEYS'] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    };
    expect(onTable).toEqual([
      ['dynamodb:PutItem', keys],
      ['dynamodb:Query', keys],
      ['dynamodb:UpdateItem', keys],
    ]);
  });

  it('start as a secret without keys, which is retained after the stack is deleted', () => {
    const secret = secretOf(/^SigningKeys/);
    const { SecretStringTemplate, GenerateStringKey } = secret.Properties.GenerateSecretString;
    const initial = { ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: 'x'.repeat(32) };
    expect(parseSigningKeys(JSON.stringify(initial))).toBeNull();
    expect([secret.DeletionPolicy, secret.UpdateReplacePolicy]).toEqual([
      'RetainExceptOnCreate',
      'Retain',
    ]);
  });

  it('are rotated immediately and every 90 days, only by Secrets Manager', () => {
    const [rotation] = functionOf(service, rotationEntry);
    const schedule = only(service, 'AWS::SecretsManager::RotationSchedule');
    const { RotationLambdaARN, RotationRules, RotateImmediatelyOnUpdate } = schedule.Properties;
    expect({ RotationLambdaARN, RotationRules, RotateImmediatelyOnUpdate }).toEqual({
      RotationLambdaARN: { 'Fn::GetAtt': [rotation, 'Arn'] },
      RotationRules: { AutomaticallyAfterDays: 90 },
      RotateImmediatelyOnUpdate: true,
    });
    const [[permissionId = '', permission] = []] = Object.entries(
      ofType(service, 'AWS::Lambda::Permission'),
    );
    expect(permission?.Properties.FunctionName).toEqual({ 'Fn::GetAtt': [rotation, 'Arn'] });
    expect(permission?.Properties.SourceArn).toEqual(schedule.Properties.SecretId);
    // Secrets Manager tests the function when the schedule is created.
    expect(Reflect.get(schedule, 'DependsOn')).toContain(permissionId);
  });
});

describe('the secret that seals data stored in browsers', () => {
  it('can be read only by functions that seal, which get its name', () => {
    const ofRoutes = new Set(routes.flatMap((row) => (row.seals ? [row.entry] : [])));
    // Webhooks are signed with secrets that are stored sealed.
    const sealing = [...ofRoutes, 'functions/outbox/notify-webhooks.ts'];
    expect(sealing).toContain('functions/oauth/authorize.ts');
    expect(linesOn((resource) => resource === '<seal>')).toEqual(
      sealing.map((entry) => `${entry} secretsmanager:GetSecretValue`).toSorted(),
    );
    for (const entry of sealing) {
      const [, { Properties }] = functionOf(service, entry);
      expect(JSON.stringify(Properties.Environment.Variables.SEAL_SECRET)).toMatch(/Seal/);
    }
  });

  it('is random, and is retained after the stack is deleted', () => {
    const { Properties, DeletionPolicy, UpdateReplacePolicy } = secretOf(/^Seal/);
    expect(Properties.GenerateSecretString).toEqual({
      PasswordLength: 64,
      ExcludePunctuation: true,
    });
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });
});

describe('token-signing keys in KMS', () => {
  const arn = (id: string) => `arn:aws:kms:eu-central-1:111122223333:key/${id}`;
  const setting = { RS256: [arn('one'), arn('two')], ES256: [arn('three')] };
  const tokenKeys = JSON.stringify(setting);

  /** What each function may do in KMS, and with which keys. */
  function onKms(context: Readonly<Record<string, string>>) {
    const found = synthesize(routes, context).service;
    return Object.entries(ofType(found, 'AWS::Lambda::Function')).flatMap(([id, { Properties }]) =>
      allowed(found[Properties.Role['Fn::GetAtt'][0]])
        .filter(({ action, resource }) => action.startsWith('kms:') && resource.startsWith(arn('')))
        .map(({ action, resource }) => `${entryOf(found, id)} ${action} ${resource}`),
    );
  }

  it('can be used only by the functions that issue, rotate and report logouts', () => {
    const all = [arn('one'), arn('two'), arn('three')];
    expect(onKms({ tokenKeys }).toSorted()).toEqual(
      [
        ...all.map((key) => `${rotationEntry} kms:GetPublicKey ${key}`),
        ...all.map((key) => `${rotationEntry} kms:Sign ${key}`),
        ...all.map((key) => `functions/credentials/issue.ts kms:Sign ${key}`),
        ...all.map((key) => `functions/credentials/metadata.ts kms:Sign ${key}`),
        ...all.map((key) => `functions/credentials/status-list.ts kms:Sign ${key}`),
        ...all.map((key) => `functions/oauth/token.ts kms:Sign ${key}`),
        ...all.map((key) => `functions/outbox/notify-clients.ts kms:Sign ${key}`),
      ].toSorted(),
    );
    const settings = synthesize(routes, { tokenKeys }).service;
    const [, { Properties }] = functionOf(settings, rotationEntry);
    expect(JSON.parse(Properties.Environment.Variables.TOKEN_KEYS)).toEqual(setting);
  });

  it('are used only if the setting names them', () => {
    expect(onKms({})).toEqual([]);
    const [, { Properties }] = functionOf(service, rotationEntry);
    expect(Properties.Environment.Variables).not.toHaveProperty('TOKEN_KEYS');
  });

  it.each([
    ['no JSON', 'RS256'],
    ['an alias', { RS256: ['alias/tokens'] }],
    ['another algorithm', { HS256: [arn('one')] }],
    ['no key of an algorithm', { RS256: [] }],
    ['a key twice', { RS256: [arn('one')], PS256: [arn('one')] }],
  ])('refuse %s', (_, wrong) => {
    const given = typeof wrong === 'string' ? wrong : JSON.stringify(wrong);
    expect(() => synthesize(routes, { tokenKeys: given })).toThrow(/^tokenKeys: JSON/);
  });
});
