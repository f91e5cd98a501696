import { describe, expect, it } from 'vitest';
import { showSignIn } from '../../shared/service/routes/portal.ts';
import * as pages from '../../shared/sign-in/routes/portal-passkeys-routes.ts';
import { functionOf, synthesize, synthesizedStacks } from '../support/synthesized.ts';

const rows = [...Object.values(pages), showSignIn];
const at = (baseUrl: string, more: Readonly<Record<string, string>> = {}) => ({
  stage: 'test',
  baseUrl,
  ...more,
});
const address = 'https://registry.example.org';

/** RP IDs that the data stack exports: values and names. */
function exportsOf(context: Readonly<Record<string, string>>) {
  const { exports, values } = synthesizedStacks(rows, context).data;
  const ids = Object.entries(values).filter(([id]) => id.startsWith('ExportPasskeyRpId'));
  return {
    values: ids.map(([, value]) => value).toSorted(),
    names: exports.filter((name) => name.includes('PasskeyRpId')),
  };
}

/** The name of the export that passkey functions import. */
function imported(context: Readonly<Record<string, string>>) {
  const { service } = synthesize(rows, context);
  const variables = ['functions/portal/passkeys.ts', 'functions/portal/sign-in.ts'].map(
    (entry) => functionOf(service, entry)[1].Properties.Environment.Variables.PASSKEY_RP_ID,
  );
  expect(variables[0]).toEqual(variables[1]);
  return variables[0]?.['Fn::ImportValue'];
}

describe('the passkey RP ID', () => {
  it('is the host of the address, exported under a name that depends on the value', () => {
    const { values, names } = exportsOf(at(address));
    expect(values).toEqual(['registry.example.org']);
    expect(names).toEqual([expect.stringMatching(/^RegistryData-test-PasskeyRpId-[\da-f]{10}$/)]);
    expect(imported(at(address))).toBe(names[0]);
  });

  it('can be a parent domain, which has another export', () => {
    const above = at(address, { passkeyRpId: 'example.org' });
    expect(exportsOf(above).values).toEqual(['example.org']);
    // CloudFormation refuses to remove the previous export while the service stack imports it.
    expect(exportsOf(above).names).not.toEqual(exportsOf(at(address)).names);
    const elsewhere = at('https://other.example.org', { passkeyRpId: 'example.org' });
    expect(exportsOf(elsewhere)).toEqual(exportsOf(above));
    expect(imported(elsewhere)).toBe(imported(above));
  });

  it('can change only if the previous one is named, which stays exported', () => {
    const moved = at('https://register.example', { previousPasskeyRpId: 'registry.example.org' });
    const { values, names } = exportsOf(moved);
    expect(values).toEqual(['register.example', 'registry.example.org']);
    expect(names).toContain(exportsOf(at(address)).names[0]);
    expect(imported(moved)).not.toBe(imported(at(address)));
  });

  it('is not set without a custom address', () => {
    expect(exportsOf({ stage: 'dev' })).toEqual({ values: [], names: [] });
    expect(imported({ stage: 'dev' })).toBeUndefined();
  });

  it.each([
    ['a host that the address is not under', at(address, { passkeyRpId: 'register.example' })],
    ['a host that only ends alike', at('https://myexample.org', { passkeyRpId: 'example.org' })],
    ['a host under the address', at(address, { passkeyRpId: 'www.registry.example.org' })],
    ['a top-level domain', at(address, { passkeyRpId: 'org' })],
    ['an address', at(address, { passkeyRpId: 'https://registry.example.org' })],
    ['capitals', at(address, { passkeyRpId: 'Registry.example.org' })],
    ['none of its own', { stage: 'dev', passkeyRpId: 'example.org' }],
    ['the previous one again', at(address, { previousPasskeyRpId: 'registry.example.org' })],
    ['a previous one that is no host', at(address, { previousPasskeyRpId: '*' })],
  ])('is refused: %s', (_, context) => {
    expect(() => synthesize([], context)).toThrow(/^(passkeyRpId|previousPasskeyRpId)/);
  });
});

describe('staff decisions', () => {
  const settingAt = (context: Readonly<Record<string, string>>) => {
    const { service } = synthesize(rows, { ...at(address), ...context });
    const [, { Properties }] = functionOf(service, 'functions/portal/passkeys.ts');
    return Properties.Environment.Variables.STAFF_PASSKEYS;
  };

  it.each([
    ['need a passkey', { sandbox: 'false' }, 'required'],
    ['need no passkey in a sandbox', { sandbox: 'true' }, 'optional'],
    [
      'need a passkey in a sandbox if the setting says so',
      { sandbox: 'true', staffPasskeys: 'required' },
      'required',
    ],
    [
      'need no passkey if the setting says so',
      { sandbox: 'false', staffPasskeys: 'optional' },
      'optional',
    ],
  ] as const)('%s', (_, context, expected) => {
    expect(settingAt(context)).toBe(expected);
  });

  it('refuse any other setting', () => {
    expect(() => settingAt({ staffPasskeys: 'never' })).toThrow(
      'staffPasskeys: optional or required',
    );
  });
});
