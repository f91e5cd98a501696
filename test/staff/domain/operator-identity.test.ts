import { describe, expect, it } from 'vitest';
import { OperatorApprovalsEnvironment } from '../../../shared/kernel/settings/env.ts';
import { iamNamesOf, operatorIdentity } from '../../../shared/staff/domain/staff-rights.ts';

const account = '123456789012';
const session = (role: string, name: string, partition = 'aws') =>
  `arn:${partition}:sts::${account}:assumed-role/${role}/${name}`;
const user = (name: string) => `arn:aws:iam::${account}:user/${name}`;
const identityOf = (arn: string) => operatorIdentity(arn, ['Operators', 'Auditors']);

describe('two principals of one person', () => {
  it.each([
    ['a user', user('ada'), user('ada')],
    ['a user with a path', user('ada'), user('staff/eu/ada')],
    ['a user in another case', user('ada'), user('Ada')],
    ['the same session of a named role', session('Operators', 'ada'), session('Operators', 'ada')],
    ['two named roles', session('Operators', 'ada'), session('Auditors', 'Ada')],
    ['a user and their session', user('ada'), session('Operators', 'ada')],
    [
      'two permission sets of Identity Center',
      session('AWSReservedSSO_Admin_0123456789abcdef', 'ada@registry.example'),
      session('AWSReservedSSO_Audit_fedcba9876543210', 'ada@registry.example'),
    ],
    [
      'GovCloud',
      session('Operators', 'ada', 'aws-us-gov'),
      session('Auditors', 'Ada', 'aws-us-gov'),
    ],
  ])('have the same identity: %s', (_, one, other) => {
    expect(identityOf(one)).not.toBeNull();
    expect(identityOf(one)).toBe(identityOf(other));
  });
});

describe('principals of two people', () => {
  it.each([
    ['two users', user('ada'), user('grace')],
    ['two sessions of a named role', session('Operators', 'ada'), session('Operators', 'grace')],
    [
      'two users of Identity Center',
      session('AWSReservedSSO_Admin_0123456789abcdef', 'ada'),
      session('AWSReservedSSO_Admin_0123456789abcdef', 'grace'),
    ],
  ])('have different identities: %s', (_, one, other) => {
    expect(identityOf(one)).not.toBe(identityOf(other));
  });
});

it.each([
  [
    'a federated user with a name chosen by an IAM user',
    `arn:aws:sts::${account}:federated-user/ada`,
  ],
  ['a session of a role without personal session names', session('Admin', 'ada')],
  ['the root user', `arn:aws:iam::${account}:root`],
  ['a role without a session', `arn:aws:sts::${account}:assumed-role/Operators`],
  ['a role itself', `arn:aws:iam::${account}:role/Operators`],
  ['no ARN', 'ada'],
  ['an empty string', ''],
])('%s does not identify a person', (_, arn) => {
  expect(identityOf(arn)).toBeNull();
});

it('someone with an email address may have it, or its first part, as their name in IAM', () => {
  const names = iamNamesOf('Ada@Registry.example').map((name) => `name ${name}`);
  const principals = [
    user('ada'),
    user('ADA@registry.example'),
    session('AWSReservedSSO_Admin_0123456789abcdef', 'ada@registry.example'),
  ];
  for (const each of principals) expect(names).toContain(identityOf(each));
  expect(names).not.toContain(identityOf(user('ada.l')));
});

it.each([
  ['{}', false],
  ['{"vouchersAbove":1,"taxState":true,"permitNumbers":true}', false],
  ['{"emailAddresses":true}', true],
  ['{"keys":true}', true],
  ['{"staff":true}', true],
  ['{"representatives":true,"emailAddresses":false}', true],
])(
  'with OPERATOR_APPROVALS %s, changing an email address needs a second operator: %s',
  (text, covered) => {
    const { OPERATOR_APPROVALS } = OperatorApprovalsEnvironment.parse({ OPERATOR_APPROVALS: text });
    expect(OPERATOR_APPROVALS.emailAddresses).toBe(covered);
  },
);
