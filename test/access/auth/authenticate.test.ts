import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeKey, hashKey, type KeyPrefix } from '../../../shared/access/auth/api-key.ts';
import {
  admit,
  bearerCredential,
  callerOf,
  type KeyRule,
  resolveKey,
} from '../../../shared/access/auth/authenticate.ts';
import type { StoredKey } from '../../../shared/access/db/api-keys.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { create, transact } from '../../../shared/kernel/db/transact.ts';
import { refusal } from '../../support/people.ts';
import { freshTable, type TestTable } from '../../support/table.ts';

const createdAt = '2026-01-01T00:00:00.000Z';

describe('the credential in an Authorization header', () => {
  it.each([
    ['Bearer sk-1', 'sk-1'],
    ['bearer sk-1', 'sk-1'],
    ['BEARER   sk-1  ', 'sk-1'],
    ['Bearer a b', 'a b'],
  ])('%j contains %j', (header, credential) => {
    expect(bearerCredential(header)).toBe(credential);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer    ',
    'Basic sk-1',
    'x Bearer sk-1',
    'Bearersk-1',
  ])('%j contains none', (header) => {
    expect(bearerCredential(header)).toBeNull();
  });
});

const stored: StoredKey = {
  id: 'k',
  hash: 'h',
  kind: 'standard',
  ownerId: 'owner',
  label: 'office',
  scopes: ['agent:entity.read'],
  limits: { perMinute: 5, perDay: 10 },
  lastFour: 'abcd',
  createdAt,
  revokedAt: null,
  counterId: 'c',
  gatewayValue: 'g',
  gatewayKeyId: null,
};
const shared = {
  keyId: 'k',
  label: 'office',
  scopes: ['agent:entity.read'],
  limits: { perMinute: 5, perDay: 10 },
  createdAt,
  lastFour: 'abcd',
  counterId: 'c',
};

describe('a stored key', () => {
  it.each(['standard', 'agent'] as const)('of kind %s represents a person', (kind) => {
    expect(callerOf({ ...stored, kind })).toEqual({ ...shared, kind, personId: 'owner' });
  });

  it('of a partner represents an integration', () => {
    expect(callerOf({ ...stored, kind: 'partner' })).toEqual({
      ...shared,
      kind: 'partner',
      integrationId: 'owner',
    });
  });
});

describe('a rule admits (spec 5, rules 1 and 2)', () => {
  const standard = callerOf({ ...stored, scopes: [] });
  const agent = callerOf({ ...stored, kind: 'agent' });
  const scopeless = callerOf({ ...stored, kind: 'agent', scopes: [] });
  const partner = callerOf({
    ...stored,
    kind: 'partner',
    scopes: ['partner:person.application.read'],
  });
  const other = callerOf({ ...stored, kind: 'partner', scopes: ['agent:entity.read'] });
  const key = (agentScope: Extract<KeyRule, { scheme: 'key' }>['agentScope']): KeyRule => ({
    scheme: 'key',
    agentScope,
  });
  const partners: KeyRule = { scheme: 'partner', scope: 'partner:person.application.read' };
  const invalid = '401 api_key.invalid';
  const insufficient = '403 api_key.insufficient_permissions';

  it.each([
    ['any key', { scheme: 'any-key' }, ['done', 'done', 'done', 'done', 'done']],
    [
      'keys, agents with the scope',
      key('agent:entity.read'),
      ['done', 'done', insufficient, invalid, invalid],
    ],
    ['keys, any agent', key('any'), ['done', 'done', 'done', invalid, invalid]],
    ['keys, no agent', key('none'), ['done', insufficient, insufficient, invalid, invalid]],
    [
      'keys, agents are refused by the operation',
      key('unavailable'),
      ['done', 'done', 'done', invalid, invalid],
    ],
    [
      'all, each with its scope',
      {
        scheme: 'any',
        agentScope: 'agent:entity.read',
        partnerScope: 'partner:person.application.read',
        oauthScope: 'openid',
      },
      ['done', 'done', insufficient, 'done', insufficient],
    ],
    ['partners with the scope', partners, [invalid, invalid, invalid, 'done', insufficient]],
  ] as const)('%s', async (_, rule, expected) => {
    const answers = [standard, agent, scopeless, partner, other].map((caller) =>
      refusal((async () => admit(rule as KeyRule, caller))()),
    );
    expect(await Promise.all(answers)).toEqual(expected);
  });
});

describe('a credential that is looked up', () => {
  let table: TestTable;
  let made = 0;

  beforeAll(async () => {
    table = await freshTable();
  });
  beforeEach(() => {
    made += 1;
  });

  async function aKey(prefix: KeyPrefix, fields: Partial<StoredKey> = {}): Promise<string> {
    const secret = composeKey(prefix, new Uint8Array(32).fill(made));
    const hash = hashKey(secret);
    const key = { ...stored, ...fields, hash };
    await transact(table, { key: create({ ...keys.apiKey(hash), ...key }) });
    return secret;
  }
  const answer = (credential: string | null) =>
    refusal(resolveKey({ table, now: () => new Date(createdAt) }, credential));

  it('resolves to the caller of its key', async () => {
    expect(await resolveKey({ table, now: () => new Date(createdAt) }, await aKey('sk-'))).toEqual({
      ...shared,
      kind: 'standard',
      personId: 'owner',
    });
  });

  it('is reported as missing, or as invalid if it can’t be a key, without a table read', async () => {
    expect(await answer(null)).toBe('401 api_key.missing');
    const secret = await aKey('sk-');
    let reads = 0;
    table.proxy.beforeNext(
      (_, operation) => operation === 'GetItem',
      async () => {
        reads += 1;
      },
    );
    expect(await answer(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe(
      '401 api_key.invalid',
    );
    expect(await answer('eyJ.e30.e30')).toBe('401 api_key.invalid');
    expect(reads).toBe(0);
    table.proxy.disarm();
  });

  it('is invalid if the key is unknown or revoked', async () => {
    expect(await answer(composeKey('sk-', new Uint8Array(32).fill(200)))).toBe(
      '401 api_key.invalid',
    );
    expect(await answer(await aKey('ak-', { kind: 'agent', revokedAt: createdAt }))).toBe(
      '401 api_key.invalid',
    );
  });

  it('of a partner is accepted only while the integration is active, as noted in the key’s item', async () => {
    const partner = { kind: 'partner', ownerId: 'nobody' } as const;
    expect(await answer(await aKey('pk-', { ...partner, integrationActive: true }))).toBe('done');
    made += 100;
    expect(await answer(await aKey('pk-', { ...partner, integrationActive: false }))).toBe(
      '403 partner_integration.not_active',
    );
  });

  it('of a person ignores the status of integrations', async () => {
    const secret = await aKey('sk-', { integrationActive: false });
    expect(await answer(secret)).toBe('done');
  });
});
