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

/** What the data stack exports of RP IDs: names by value. */
function exportsOf(context: Readonly<Record<string, string>>) {
  const { exports, values } = synthesizedStacks(rows, context).data;
  const ids = Object.entries(values).filter(([id]) => id.startsWith('ExportPasskeyRpId'));
  return {
    values: ids.map(([, value]) => value).toSorted(),
    names: exports.filter((name) => name.includes('PasskeyRpId')),
  };
}

/** The export that functions of passkeys import. */
function imported(context: Readonly<Record<string, string>>) {
  const { service } = synthesize(rows, context);
  const variables = ['functions/portal/passkeys.ts', 'functions/portal/sign-in.ts'].map(
    (entry) => functionOf(service, entry)[1].Properties.Environment.Variables.PASSKEY_RP_ID,
  );
  expect(variables[0]).toEqual(variables[1]);
  return variables[0]?.['Fn::ImportValue'];
}

describe('the host that passkeys belong to', () => {
  it('is that of the address, by an export whose name goes with the value', () => {
    const { values, names } = exportsOf(at(address));
    expect(values).toEqual(['registry.example.org']);
    expect(names).toEqual([expect.stringMatching(/^RegistryData-test-PasskeyRpId-[\da-f]{10}$/)]);
    expect(imported(at(address))).toBe(names[0]);
  });

  it('can be a domain above it, which is another export', () => {
    const above = at(address, { passkeyRpId: 'example.org' });
    expect(exportsOf(above).values).toEqual(['example.org']);
    // CloudFormation refuses to remove the previous one while the service stack imports it.
    expect(exportsOf(above).names).not.toEqual(exportsOf(at(address)).names);
    const elsewhere = at('https://other.example.org', { passkeyRpId: 'example.org' });
    expect(exportsOf(elsewhere)).toEqual(exportsOf(above));
    expect(imported(elsewhere)).toBe(imported(above));
  });

  it('is changed only where the previous one is named, which stays exported in the meantime', () => {
    const moved = at('https://register.example', { passkeyRpIdFormer: 'registry.example.org' });
    const { values, names } = exportsOf(moved);
    expect(values).toEqual(['register.example', 'registry.example.org']);
    expect(names).toContain(exportsOf(at(address)).names[0]);
    expect(imported(moved)).not.toBe(imported(at(address)));
  });

  it('is not said without an address of its own', () => {
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
    ['the former one again', at(address, { passkeyRpIdFormer: 'registry.example.org' })],
    ['a former one that is no host', at(address, { passkeyRpIdFormer: '*' })],
  ])('is refused: %s', (_, context) => {
    expect(() => synthesize([], context)).toThrow(/^passkeyRpId/);
  });
});

describe('decisions of the staff', () => {
  const settingAt = (context: Readonly<Record<string, string>>) => {
    const { service } = synthesize(rows, { ...at(address), ...context });
    const [, { Properties }] = functionOf(service, 'functions/portal/passkeys.ts');
    return Properties.Environment.Variables.STAFF_PASSKEYS;
  };

  it.each([
    ['need a passkey', { sandbox: 'false' }, 'required'],
    ['need none in a sandbox', { sandbox: 'true' }, 'optional'],
    [
      'need one there, too, where it is said',
      { sandbox: 'true', staffPasskeys: 'required' },
      'required',
    ],
    ['need none where it is said', { sandbox: 'false', staffPasskeys: 'optional' }, 'optional'],
  ] as const)('%s', (_, context, expected) => {
    expect(settingAt(context)).toBe(expected);
  });

  it('are not deployed with another word', () => {
    expect(() => settingAt({ staffPasskeys: 'never' })).toThrow(
      'staffPasskeys: optional or required',
    );
  });
});
