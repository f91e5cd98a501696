import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../shared/access/auth/api-key.ts';
import { findKey } from '../../shared/access/db/api-keys.ts';
import { findIntegration } from '../../shared/access/db/partner-integrations.ts';
import {
  issuePartnerKey,
  registerIntegration,
  revokePartnerKey,
} from '../../shared/access/usecases/partner-integrations.ts';
import { depsOn, operator } from '../support/core-deps.ts';
import { outcomes } from '../support/outcomes.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;
let integrationId: string;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
  integrationId = (await registerIntegration({ name: 'Partner' }, operator, deps)).id;
});

const issue = () => issuePartnerKey(integrationId, { label: null, scopes: [] }, operator, deps);
const active = async () => (await findIntegration(table, integrationId))?.activeKeys;

describe('Partner Keys', () => {
  it('are limited to 40 active keys, also when two calls compete for the last one', async () => {
    for (let key = 1; key <= 39; key += 1) await issue();
    expect(await outcomes([issue(), issue()])).toEqual({
      kept: 1,
      refused: ['409 api_key.limit_reached'],
    });
    expect(await active()).toBe(40);
  });

  it('are revoked once, and make room for one other key', async () => {
    const { key, secret } = await issue();
    await issue();
    const revoke = () => revokePartnerKey({ integrationId, keyId: key.id }, operator, deps);
    expect(await outcomes([revoke(), revoke(), revoke()])).toEqual({ kept: 3, refused: [] });
    expect(await active()).toBe(1);
    expect(await findKey(table, hashKey(secret))).toMatchObject({
      kind: 'partner',
      ownerId: integrationId,
      revokedAt: deps.clock.now,
    });
  });
});
